import CLibrary

/// Walks to a place that is to be written, one name at a time, each in the open folder before it,
/// so that no other user can lead the way elsewhere while it is walked.
///
/// A symbolic link on the way is followed if this user or root owns it, or if only they can write
/// to its folder; one at the end, only if they own it. Links of `/proc` lead to open files and have
/// no path to walk: they are entries.
struct FileWalk {
  struct Entry {
    let name: String
    /// `nil` if there is none. Not a link, except in `/proc`.
    let status: stat?

    var isLink: Bool { status?.kind == S_IFLNK }
  }

  /// The folder reached so far.
  private(set) var folder: Descriptor
  /// The path of the last entry.
  private(set) var path: String
  private var folderPath: String
  /// The names still to visit, the next one last.
  private var names: [String]
  private var linksLeft = linksMax

  /// Begins at the root, or at the current folder.
  init(_ path: String) throws(FileFault) {
    guard !path.utf8.isEmpty, !path.utf8.contains(0) else { throw .badPath }
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    folderPath = isAbsolute ? "/" : ""
    self.path = folderPath
    folder = try Descriptor(folder: isAbsolute ? "/" : ".")
    names = components(path).reversed()
  }

  /// Whether the last entry is at the end of the path.
  var isAtEnd: Bool { names.isEmpty }

  /// The next entry, after following links; `nil` if the path ends with a folder.
  mutating func next() throws(FileFault) -> Entry? {
    while let name = names.popLast() {
      path = folderPath.isEmpty ? name : joined(folderPath, name)
      let entry = Entry(name: name, status: try folder.status(of: name))
      guard let status = entry.status, entry.isLink else { return entry }
      let trust = FileTrust()
      if !trust.owns(status) {
        let folder = try folder.status()
        guard !isAtEnd, trust.isTrusted(folder, isTarget: true) else {
          throw .foreignLink(path: path)
        }
      }
      if try folder.isProcesses { return entry }
      guard linksLeft > 0 else { throw .system(ELOOP) }
      guard let target = linkTarget(name, in: folder) else { throw .last }
      linksLeft -= 1
      if target.utf8.first == UInt8(ascii: "/") {
        folder = try Descriptor(folder: "/")
        folderPath = "/"
      }
      names += components(target).reversed()
    }
    return nil
  }

  /// Goes on in the folder that the last entry is.
  mutating func enter(_ entry: Entry) throws(FileFault) {
    folder = try Descriptor(folder: entry.name, in: folder, followsLink: entry.isLink)
    folderPath = path
  }

  /// Walks to the end of a path.
  /// - Returns: The walk, in the folder of the file, and its entry.
  static func toFile(_ path: String) throws(FileFault) -> (walk: FileWalk, entry: Entry) {
    var walk = try FileWalk(path)
    let isFolder = path.utf8.last == UInt8(ascii: "/")
    while let entry = try walk.next() {
      if walk.isAtEnd, !isFolder { return (walk, entry) }
      try walk.enter(entry)
    }
    throw .isFolder
  }
}

/// Whether a path does not lead to a file that somebody hid behind it: no link of another user is
/// on the way, its owner is the user, root or that of the current folder, and if a name on the way
/// is a link, as a checked-out project can contain, the file is in the current folder.
public func isInPlace(_ path: String) -> Bool {
  guard (try? FileWalk.toFile(path)) != nil, let owner = stat(path: path)?.st_uid,
    owner == geteuid() || owner == 0 || owner == stat(path: ".")?.st_uid
  else { return false }
  guard hasLink(path) else { return true }
  guard let target = resolvedPath(path), let folder = resolvedPath(".") else { return false }
  return folder != "/" && target.utf8.starts(with: (folder + "/").utf8)
}

/// Whether a path is a file that is not in its place. Messages then quote no text of it that can be
/// anything: a line that is not of its kind may be of a file that the user could not show.
package func isHidden(_ path: String) -> Bool { isFile(path) && !isInPlace(path) }

/// Whether a name of a path is a link. The first of an absolute path does not count: systems have
/// links such as `/tmp`.
private func hasLink(_ path: String) -> Bool {
  let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  let isAbsolute = names.count > 1 && names[0].isEmpty
  return names.indices.dropFirst(isAbsolute ? 2 : 0).contains { last in
    isSymbolicLink(String(decoding: Array(names[...last].joined(separator: [0x2F])), as: UTF8.self))
  }
}

/// The absolute path without links; `nil` if there is no such file.
package func resolvedPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

private let linksMax = 40

extension Descriptor {
  /// Opens a folder for what is in it.
  fileprivate convenience init(
    folder name: String, in parent: Descriptor? = nil, followsLink: Bool = true
  ) throws(FileFault) {
    try self.init(
      opening: name, in: parent?.number ?? AT_FDCWD,
      folderSearchFlags | (followsLink ? 0 : O_NOFOLLOW), mode: 0)
  }

  /// Opens a file of a folder, as `init(opening:)` does.
  convenience init(
    opening entry: FileWalk.Entry, in folder: Descriptor, _ flags: Int32, mode: UInt32 = 0
  ) throws(FileFault) {
    try self.init(
      opening: entry.name, in: folder.number, flags | (entry.isLink ? 0 : O_NOFOLLOW), mode: mode)
  }

  /// Opens a file that others may have put where it is, for appending. A new one gets the mode,
  /// less the user's `umask`.
  /// - Throws: `foreignLink`; `foreignFile` if another user owns the file, in a folder in which
  ///   everyone can create one and only owners can remove it.
  package convenience init(
    appendingTo path: String, mode: UInt32 = 0o600
  ) throws(FileFault) {
    let (walk, entry) = try FileWalk.toFile(path)
    try self.init(
      opening: entry, in: walk.folder, O_WRONLY | O_APPEND | O_CREAT, mode: mode)
    let folder = try walk.folder.status()
    let file = try status()
    let isShared = folder.st_mode & S_ISVTX != 0 && folder.st_mode & S_IWOTH != 0
    guard !isShared || file.st_uid == folder.st_uid || FileTrust().owns(file) else {
      throw .foreignFile
    }
  }

  /// The status of a name in this folder, without following a link; `nil` if there is none.
  func status(of name: String) throws(FileFault) -> stat? {
    var status = stat()
    if fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
    guard errno == ENOENT else { throw .last }
    return nil
  }

  /// Whether this folder is in `/proc`.
  fileprivate var isProcesses: Bool {
    get throws(FileFault) {
      // Where nothing is mounted there, it is a folder like others.
      guard let device = stat(path: "/proc")?.st_dev, device != stat(path: "/")?.st_dev else {
        return false
      }
      return try status().st_dev == device
    }
  }
}
