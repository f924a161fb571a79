import CLibrary
internal import CSystem

/// Checks whether other users can modify a file. Anyone who can write a file, or a folder above it,
/// controls its contents. A route file with `run:` is code and must be trusted.
///
/// An entry is trusted if root or the user owns it and no one else can write to it. Details beyond
/// the permission bits:
/// - The user's private group (same name as the user, no other members) counts as the user, since
///   many systems give it write permission by default.
/// - A sticky, world-writable folder such as `/tmp` is accepted above the target: only the owner of
///   an entry can replace it, and every entry's owner is checked.
/// - Links are followed one at a time, so that the folder containing each link is checked too.
/// - In a user namespace without root, as under `systemd --user`, all owners but the user are shown
///   as "nobody". Such an entry counts as root's.
/// Access control lists are not checked.
public struct FileTrust: Sendable {
  private let user: uid_t
  private let isRootHidden: Bool

  /// Checks on behalf of the process's effective user.
  public init() {
    self.init(user: geteuid(), isRootHidden: Self.isRootUnmapped)
  }

  /// Checks on behalf of any user, for tests.
  init(user: uid_t, isRootHidden: Bool = false) {
    self.user = user
    self.isRootHidden = isRootHidden
  }

  /// Whether the process is in a user namespace that does not map user 0 (user_namespaces(7)).
  private static let isRootUnmapped: Bool = {
    guard let map = try? readFile("/proc/self/uid_map", bytesMax: 65_536) else { return false }
    let ranges = map.split(separator: UInt8(ascii: "\n"))
    return !ranges.isEmpty
      && !ranges.contains { range in
        range.split(separator: UInt8(ascii: " ")).first?.elementsEqual("0".utf8) == true
      }
  }()

  /// The first untrusted entry on the way from the root to a file, including the file; `nil` if
  /// there is none. Entries that cannot be inspected are untrusted.
  /// - Parameter path: A file or folder, absolute or relative to the current folder.
  public func untrusted(path: String) -> String? {
    switch reach(path) {
    case .untrusted(let offender): offender
    case .reached(let target):
      stat(linkPath: target).map { isTrusted($0, isTarget: true) } == true ? nil : target
    }
  }

  /// The first untrusted entry on the way from the root to a folder, including the folder, which
  /// can be sticky like those above it; `nil` if there is none.
  public func untrusted(folder: String) -> String? {
    if case .untrusted(let offender) = reach(folder) { offender } else { nil }
  }

  /// Opens a regular file for reading, and checks the opened file and the folders above it.
  /// - Throws: `unusable` if it cannot be opened, or `untrusted`.
  func open(_ path: String) throws(ProgramFault) -> Descriptor {
    let descriptor: Descriptor
    let opened: stat
    do throws(FileFault) {
      descriptor = try Descriptor(opening: path, O_RDONLY)
      opened = try descriptor.requireFile()
    } catch {
      throw .unusable(path: path, fault: error)
    }
    switch reach(path) {
    case .untrusted(let offender): throw .untrusted(path: offender)
    case .reached(let target):
      // Otherwise the file was replaced between opening and checking it.
      guard let named = stat(linkPath: target), named.st_ino == opened.st_ino,
        named.st_dev == opened.st_dev, isTrusted(opened, isTarget: true)
      else { throw .untrusted(path: target) }
      return descriptor
    }
  }

  private enum Reach {
    /// Every entry can be trusted as a folder above a target; this is the path without links.
    case reached(String)
    case untrusted(String)
  }

  /// Follows a path from the root, one entry at a time.
  private func reach(_ path: String) -> Reach {
    guard !path.utf8.isEmpty, !path.utf8.contains(0) else { return .untrusted(path) }
    var start = ""
    if path.utf8.first != UInt8(ascii: "/") {
      do { start = try currentFolder } catch { return .untrusted(path) }
    }
    // The names still to visit, the next one last, and the folder reached so far, with links
    // resolved.
    var names = (components(start) + components(path)).reversed() as [String]
    var reached: [String] = []
    var linksLeft = linksMax
    guard isTrusted("/") else { return .untrusted("/") }
    while let name = names.popLast() {
      if name == ".." {
        _ = reached.popLast()
        continue
      }
      let entry = absolute(reached + [name])
      guard isTrusted(entry) else { return .untrusted(entry) }
      guard stat(linkPath: entry)?.kind == S_IFLNK else {
        reached.append(name)
        continue
      }
      guard linksLeft > 0, let target = linkTarget(entry, in: nil) else { return .untrusted(entry) }
      linksLeft -= 1
      if target.utf8.first == UInt8(ascii: "/") { reached = [] }
      names += components(target).reversed()
    }
    return .reached(absolute(reached))
  }

  private func isTrusted(_ path: String) -> Bool {
    stat(linkPath: path).map { isTrusted($0, isTarget: false) } ?? false
  }

  package var owners: [UInt32] { [0, user] + (isRootHidden ? [hiddenUserID] : []) }

  /// The user's private group, if the process is in it; it may write.
  package var group: UInt32? {
    csystem_is_private_group(getegid(), user) ? getegid() : nil
  }

  /// Whether this user or root owns an entry.
  func owns(_ status: stat) -> Bool { owners.contains(status.st_uid) }

  /// Whether only this user and root can change an entry.
  /// - Parameter isTarget: Whether nobody else may create entries in a sticky folder either.
  func isTrusted(_ status: stat, isTarget: Bool) -> Bool {
    guard owns(status) else { return false }
    // A link's own permission bits have no effect; only its folder matters.
    if status.kind == S_IFLNK { return true }
    if status.kind == S_IFDIR, status.st_mode & S_ISVTX != 0, !isTarget { return true }
    if status.st_mode & S_IWOTH != 0 { return false }
    return status.st_mode & S_IWGRP == 0 || csystem_is_private_group(status.st_gid, user)
  }
}

private let linksMax = 40
/// The user shown for owners that a user namespace does not map (`/proc/sys/kernel/overflowuid`).
private let hiddenUserID: uid_t = 65_534

/// The components of a path, without empty ones and `.`.
func components(_ path: String) -> [String] {
  path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    .filter { $0 != "." }
}

private func absolute(_ names: [String]) -> String {
  "/" + names.joined(separator: "/")
}

/// The target of a link, in a folder or as an absolute path; `nil` if it cannot be read.
func linkTarget(_ path: String, in folder: Descriptor?) -> String? {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlinkat(folder?.number ?? AT_FDCWD, path, &buffer, buffer.count)
  guard count > 0, count < buffer.count else { return nil }
  return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
