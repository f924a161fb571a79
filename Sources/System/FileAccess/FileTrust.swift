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
/// Access control lists are not checked.
public struct FileTrust: Sendable {
  private let user: uid_t

  /// Checks on behalf of the process's effective user.
  public init() {
    self.init(user: geteuid())
  }

  /// Checks on behalf of any user, for tests.
  init(user: uid_t) {
    self.user = user
  }

  /// The first untrusted entry on the way from the root to a file, including the file; `nil` if
  /// there is none. Entries that cannot be inspected are untrusted.
  /// - Parameter path: A file or folder, absolute or relative to the current folder.
  public func untrusted(path: String) -> String? {
    guard !path.utf8.isEmpty, !path.utf8.contains(0) else { return path }
    var start = ""
    if path.utf8.first != UInt8(ascii: "/") {
      do { start = try currentFolder } catch { return path }
    }
    // The names still to visit, the next one last, and the folder reached so far, with links
    // resolved.
    var names = (components(start) + components(path)).reversed() as [String]
    var reached: [String] = []
    var linksLeft = linksMax
    guard isTrusted("/", isTarget: false) else { return "/" }
    while let name = names.popLast() {
      if name == ".." {
        _ = reached.popLast()
        continue
      }
      let entry = absolute(reached + [name])
      guard isTrusted(entry, isTarget: false) else { return entry }
      guard stat(linkPath: entry)?.kind == S_IFLNK else {
        reached.append(name)
        continue
      }
      guard linksLeft > 0, let target = linkTarget(entry) else { return entry }
      linksLeft -= 1
      if target.utf8.first == UInt8(ascii: "/") { reached = [] }
      names += components(target).reversed()
    }
    let target = absolute(reached)
    return isTrusted(target, isTarget: true) ? nil : target
  }

  private func isTrusted(_ path: String, isTarget: Bool) -> Bool {
    guard let status = stat(linkPath: path), status.st_uid == 0 || status.st_uid == user else {
      return false
    }
    // A link's own permission bits have no effect; only its folder matters.
    if status.kind == S_IFLNK { return true }
    if status.kind == S_IFDIR, status.st_mode & S_ISVTX != 0, !isTarget { return true }
    if status.st_mode & S_IWOTH != 0 { return false }
    return status.st_mode & S_IWGRP == 0 || csystem_is_private_group(status.st_gid, user)
  }
}

private let linksMax = 40

/// The components of a path, without empty ones and `.`.
private func components(_ path: String) -> [String] {
  path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    .filter { $0 != "." }
}

private func absolute(_ names: [String]) -> String {
  "/" + names.joined(separator: "/")
}

/// The target of a link; `nil` if it cannot be read.
private func linkTarget(_ path: String) -> String? {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink(path, &buffer, buffer.count)
  guard count > 0, count < buffer.count else { return nil }
  return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
