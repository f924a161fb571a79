import CLibrary
internal import CSystem

/// A new empty folder below `TMPDIR`, removed with its contents when it is deinitialized.
package final class TemporaryFolder: Sendable {
  /// The absolute path, without symbolic links.
  package let path: String

  /// - Throws: `unwritable` if the folder cannot be created, or if another user could have chosen
  ///   where (`FileWalk`).
  package init() throws(FileError) {
    let parent = environment("TMPDIR") ?? "/tmp"
    do throws(FileFault) {
      var walk = try FileWalk(parent)
      while let entry = try walk.next() { try walk.enter(entry) }
      let name = try walk.folder.createFolder()
      // The walk holds the folder itself; the path without links must lead to the same one.
      guard let path = resolvedPath(joined(parent, name)), let made = stat(linkPath: path),
        made.isSame(as: try walk.folder.status(of: name))
      else { throw .system(ENOENT) }
      self.path = path
    } catch {
      throw .unwritable(path: parent, fault: error)
    }
  }

  deinit {
    removeAll(path)
  }

  package func callAsFunction(_ name: String) -> String { path + "/" + name }
}

/// Removes a file, or a folder with its contents, without following links.
private func removeAll(_ path: String) {
  if stat(linkPath: path)?.kind == S_IFDIR, let folder = opendir(path) {
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = String(cString: csystem_entry_name(entry))
      if name != ".", name != ".." { removeAll(path + "/" + name) }
    }
  }
  remove(path)
}

extension Descriptor {
  /// Creates a folder in this one, which only the user can enter.
  /// - Returns: Its name, which is short: a socket in it has a path of limited length.
  fileprivate func createFolder() throws(FileFault) -> String {
    for _ in 0..<namesTriedMax {
      let name = "signalbox-\(String(UInt32.random(in: 0...UInt32.max), radix: 36))"
      if mkdirat(number, name, 0o700) == 0 { return name }
      guard errno == EEXIST else { throw .last }
    }
    throw .system(EEXIST)
  }
}

extension stat {
  /// Whether both are of one file.
  fileprivate func isSame(as other: stat?) -> Bool {
    st_ino == other?.st_ino && st_dev == other?.st_dev
  }
}

private let namesTriedMax = 100
