import CLibrary
import Diagnostics
internal import CSystem

/// The maximum number of entries read from one folder.
public let folderEntriesMax = 65_536

/// The names of all entries of a folder except subfolders, including hidden files, sorted by bytes.
/// Links are followed; dangling links are included, so that reading them reports the error.
///
/// Bytes of a name that are not UTF-8 are replaced by U+FFFD; such a file cannot be opened by the
/// returned name.
/// - Throws: `unreadable` with the fault, or `tooManyEntries` above `folderEntriesMax`.
public func filesInFolder(_ path: String) throws(FileError) -> [String] {
  try entries(ofFolder: path).filter { !$0.isFolder }.map(\.name)
}

/// The names of all entries of a folder, including hidden ones, sorted by bytes, with `/` appended
/// to folders: the candidates for completing a path.
/// - Throws: The same errors as `filesInFolder`.
public func namesInFolder(_ path: String) throws(FileError) -> [String] {
  try entries(ofFolder: path).map { $0.isFolder ? $0.name + "/" : $0.name }
}

/// All entries of a folder except `.` and `..`, sorted by bytes.
private func entries(
  ofFolder path: String
) throws(FileError) -> [(name: String, isFolder: Bool)] {
  guard !path.utf8.contains(0), let folder = opendir(path) else {
    throw .unreadable(path: path, fault: path.utf8.contains(0) ? .badPath : .last)
  }
  defer { closedir(folder) }
  var found: [(name: String, isFolder: Bool)] = []
  var count = 0
  errno = 0
  while let entry = readdir(folder) {
    count += 1
    guard count <= folderEntriesMax else {
      throw .tooManyEntries(path: path, entriesMax: folderEntriesMax)
    }
    let bytes = csystem_entry_name(entry)
    let name = String(cString: bytes)
    var status = stat()
    let isKnown = fstatat(dirfd(folder), bytes, &status, 0) == 0
    if name != ".", name != ".." { found.append((name, isKnown && status.kind == S_IFDIR)) }
    errno = 0  // `readdir` returns null at the end and on error; `errno` distinguishes them.
  }
  guard errno == 0 else { throw .unreadable(path: path, fault: .last) }
  return found.sorted { bytesPrecede($0.name, $1.name) }
}

/// Whether a path is a folder, following links.
public func isFolder(_ path: String) -> Bool {
  stat(path: path)?.kind == S_IFDIR
}

/// Whether a path is a regular file, following links.
public func isFile(_ path: String) -> Bool {
  stat(path: path)?.kind == S_IFREG
}

/// Whether a path is a pipe, following links.
package func isPipe(_ path: String) -> Bool {
  stat(path: path)?.kind == S_IFIFO
}

/// The files and folders that a pattern of the shell matches (`*`, `?`, `[…]`), sorted by bytes;
/// empty if there are none.
public func filesMatching(_ pattern: String) -> [String] {
  guard !pattern.utf8.contains(0) else { return [] }
  var found = glob_t()
  defer { globfree(&found) }
  guard glob(pattern, 0, nil, &found) == 0 else { return [] }
  let paths = (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0] }
  return paths.map { String(cString: $0) }.sorted(by: bytesPrecede)
}

/// Whether a path is a symbolic link.
public func isSymbolicLink(_ path: String) -> Bool {
  stat(linkPath: path)?.kind == S_IFLNK
}

/// Creates a folder and its missing parents; existing folders are left unchanged.
/// - Parameter mode: The permission bits of each created folder, less the user's `umask`.
/// - Throws: `unwritable` with the fault and the folder that could not be created, or that other
///   users could have chosen (`FileWalk`).
public func createFolder(_ path: String, mode: UInt32 = 0o755) throws(FileError) {
  var walk: FileWalk
  do { walk = try FileWalk(path) } catch { throw .unwritable(path: path, fault: error) }
  do throws(FileFault) {
    while let entry = try walk.next() {
      let isMade =
        entry.status != nil
        || mkdirat(walk.folder.number, entry.name, mode_t(truncatingIfNeeded: mode)) == 0
        || errno == EEXIST  // Another process created it in the meantime.
      guard isMade else { throw .last }
      try walk.enter(entry)
    }
  } catch {
    throw .unwritable(path: walk.path, fault: error)
  }
}

/// The absolute path of the current folder.
/// - Throws: `unreadable` if it was removed or is no longer reachable.
public var currentFolder: String {
  get throws(FileError) {
    guard let path = getcwd(nil, 0) else { throw .unreadable(path: ".", fault: .last) }
    defer { free(path) }
    return String(cString: path)
  }
}
