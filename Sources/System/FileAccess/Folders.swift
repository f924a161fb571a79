import CLibrary
internal import CSystem

/// The most entries that are read of one folder.
public let folderEntriesMax = 65_536

/// The names of everything in a folder that is no folder itself, hidden files included, sorted by
/// bytes. Links are followed; one that leads nowhere is listed, so that reading it tells what is
/// wrong.
///
/// Bytes of a name that are not UTF-8 stand as U+FFFD; such a file cannot be opened by that name.
/// - Throws: `unreadable` with the fault, or `tooManyEntries` above `folderEntriesMax`.
public func filesInFolder(_ path: String) throws(FileError) -> [String] {
  try entries(ofFolder: path).filter { !$0.isFolder }.map(\.name)
}

/// The names of everything in a folder, those of folders with a `/` behind them, hidden ones
/// included, sorted by bytes: what a half-typed path may become.
/// - Throws: As `filesInFolder` does.
public func namesInFolder(_ path: String) throws(FileError) -> [String] {
  try entries(ofFolder: path).map { $0.isFolder ? $0.name + "/" : $0.name }
}

/// Everything in a folder but `.` and `..`, sorted by bytes.
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
    errno = 0  // The end of the folder and a fault both return nothing; `errno` tells them apart.
  }
  guard errno == 0 else { throw .unreadable(path: path, fault: .last) }
  return found.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
}

/// Whether a path leads to a folder; links are followed.
public func isFolder(_ path: String) -> Bool {
  stat(path: path)?.kind == S_IFDIR
}

/// Whether a path leads to a regular file; links are followed.
public func isFile(_ path: String) -> Bool {
  stat(path: path)?.kind == S_IFREG
}

/// Makes a folder and those above it that are missing; one that is there already stays as it is.
/// - Parameter mode: The permission bits of every folder that is made, less the user's `umask`.
/// - Throws: `unwritable` with the folder that could not be made and the fault.
public func createFolder(_ path: String, mode: UInt32 = 0o755) throws(FileError) {
  guard !path.utf8.isEmpty, !path.utf8.contains(0) else {
    throw .unwritable(path: path, fault: .badPath)
  }
  // Every place behind which a component of the path ends.
  let bytes = Array(path.utf8)
  let slash = UInt8(ascii: "/")
  let ends = bytes.indices.dropFirst().filter { bytes[$0] == slash && bytes[$0 - 1] != slash }
  for end in ends + [bytes.count] {
    let folder = String(decoding: bytes[..<end], as: UTF8.self)
    if isFolder(folder) || mkdir(folder, mode_t(truncatingIfNeeded: mode)) == 0 { continue }
    let fault = FileFault.last
    if isFolder(folder) { continue }  // Another process made it meanwhile.
    throw .unwritable(path: folder, fault: fault == .system(EEXIST) ? .notAFolder : fault)
  }
}

/// The absolute path of the current folder.
/// - Throws: `unreadable` if it was removed or cannot be reached any more.
public var currentFolder: String {
  get throws(FileError) {
    guard let path = getcwd(nil, 0) else { throw .unreadable(path: ".", fault: .last) }
    defer { free(path) }
    return String(cString: path)
  }
}
