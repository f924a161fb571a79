import CLibrary
internal import CSystem

/// A new empty folder below `TMPDIR`, removed with its contents when it is deinitialized.
package final class TemporaryFolder: Sendable {
  /// The absolute path, without symbolic links.
  package let path: String

  /// - Throws: `unwritable` if the folder cannot be created.
  package init() throws(FileError) {
    let parent = environment("TMPDIR") ?? "/tmp"
    var template = Array("\(parent)/signalbox-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template), let resolved = realpath(made, nil) else {
      throw .unwritable(path: parent, fault: .last)
    }
    defer { free(resolved) }
    path = String(cString: resolved)
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
