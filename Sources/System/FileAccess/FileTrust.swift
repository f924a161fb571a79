import CLibrary
internal import CSystem

/// Tells whether others could have put something into a file: whoever can write a file, or a folder
/// above it, decides what it holds. A route file with `run:` is code and must be trusted (design
/// §2).
///
/// An entry is trusted if root or the user owns it and nobody else may write to it. Beyond the
/// permission bits:
/// - The user's own private group (named like the user, with no other member) counts as the user,
///   since many systems give it write permission by default.
/// - A sticky folder that all can write, such as `/tmp`, is passed on the way down: none but the
///   owner can replace an entry in it, and the owner of every entry is looked at.
/// - Links are followed one by one, so that the folder that holds a link is looked at too.
/// Access control lists are not looked at.
public struct FileTrust: Sendable {
  private let user: uid_t

  /// Asks for the user that the process acts for.
  public init() {
    self.init(user: geteuid())
  }

  /// Asks for any user, so that tests can take another's place.
  init(user: uid_t) {
    self.user = user
  }

  /// The first of a file and the folders above it, from the root down, that others can write; `nil`
  /// if there is none. What cannot be looked at is not trusted either.
  /// - Parameter path: A file or folder, absolute or relative to the current folder.
  public func untrusted(path: String) -> String? {
    guard !path.utf8.isEmpty, !path.utf8.contains(0) else { return path }
    var start = ""
    if path.utf8.first != UInt8(ascii: "/") {
      do { start = try currentFolder } catch { return path }
    }
    // Names still to walk, the next one last, and the folder reached, without links in it.
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
    // The bits of a link mean nothing; only the folder that holds it counts.
    if status.kind == S_IFLNK { return true }
    if status.kind == S_IFDIR, status.st_mode & S_ISVTX != 0, !isTarget { return true }
    if status.st_mode & S_IWOTH != 0 { return false }
    return status.st_mode & S_IWGRP == 0 || csystem_is_private_group(status.st_gid, user)
  }
}

private let linksMax = 40

/// The names in a path, without empty ones and `.`.
private func components(_ path: String) -> [String] {
  path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    .filter { $0 != "." }
}

private func absolute(_ names: [String]) -> String {
  "/" + names.joined(separator: "/")
}

/// Where a link leads; `nil` if it cannot be read.
private func linkTarget(_ path: String) -> String? {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink(path, &buffer, buffer.count)
  guard count > 0, count < buffer.count else { return nil }
  return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
