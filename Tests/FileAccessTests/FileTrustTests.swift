import CLibrary
@testable import FileAccess
import TestSupport
import Testing

struct FileTrustTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func untrusted(_ path: String) -> String? { FileTrust().untrusted(path: path) }

  @Test func `a file that only we can write is trusted`() throws {
    #expect(untrusted(try folder.file("a", mode: 0o644)) == nil)
    #expect(untrusted(try folder.folder("b", mode: 0o755)) == nil)
    #expect(untrusted(folder("./b/../a//")) == nil)
    #expect(untrusted("/") == nil)
  }

  @Test func `a path that all users can write is not trusted`() throws {
    let file = try folder.file("a", mode: 0o602)
    #expect(untrusted(file) == file)
    let open = try folder.folder("open", mode: 0o707)
    #expect(untrusted(open) == open)
    #expect(untrusted(try folder.file("open/a")) == open)
    #expect(untrusted(try folder.folder("open/b") + "/..") == open)
  }

  @Test func `a sticky folder is trusted as a parent, but not as the target`() throws {
    let sticky = try folder.folder("sticky", mode: 0o1777)
    #expect(untrusted(try folder.file("sticky/a")) == nil)
    #expect(untrusted(try folder.folder("sticky/b") + "/..") == sticky)
    #expect(untrusted(sticky) == sticky)
    let open = try folder.file("sticky/open", mode: 0o666)
    #expect(untrusted(open) == open)
  }

  @Test func `every symbolic link on the path is checked`() throws {
    let open = try folder.folder("open", mode: 0o777)
    let file = try folder.file("a")
    #expect(untrusted(try folder.link("good", to: "a")) == nil)
    #expect(untrusted(try folder.link("absolute", to: file)) == nil)
    let name = folder.path.split(separator: "/").last ?? ""
    #expect(untrusted(try folder.link("up", to: "../\(name)/a")) == nil)
    // The link itself could be replaced, although its target is trusted.
    #expect(untrusted(try folder.link("open/link", to: file)) == open)
    let inner = try folder.file("open/b")
    #expect(untrusted(try folder.link("to-inner", to: inner)) == open)
    #expect(untrusted(try folder.link("to-open", to: "open")) == open)
    let loop = try folder.link("loop", to: "loop")
    #expect(untrusted(loop) == loop)
  }

  @Test func `a path that cannot be inspected is not trusted`() throws {
    #expect(untrusted(folder("gone")) == folder("gone"))
    let file = try folder.file("a")
    #expect(untrusted(file + "/b") == file + "/b")
    #expect(untrusted("") == "")
    #expect(untrusted(file + "\0") == file + "\0")
  }

  @Test func `a relative path starts at the current folder`() throws {
    let file = try folder.file("a", mode: 0o666)
    let relative = String(repeating: "../", count: 30) + file
    #expect(untrusted(relative) == untrusted(try currentFolder) ?? file)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `another user's files are not trusted`() throws {
    try #require(chmod(folder.path, 0o755) == 0)
    let other: uid_t = 4_242
    let given = try folder.file("given")
    try #require(chown(given, other, other) == 0)
    #expect(untrusted(given) == given)
    #expect(FileTrust(user: other).untrusted(path: given) == nil)
    #expect(FileTrust(user: other + 1).untrusted(path: given) == given)
    // All users trust root's files.
    #expect(FileTrust(user: other).untrusted(path: try folder.file("ours")) == nil)
    let sticky = try folder.folder("sticky", mode: 0o1777)
    let squatter = try folder.link("sticky/link", to: folder("ours"))
    try #require(lchown(squatter, other, other) == 0)
    #expect(untrusted(squatter) == squatter)
    try #require(chown(sticky, other, other) == 0)
    #expect(untrusted(try folder.file("sticky/a")) == sticky)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `where root is hidden, nobody's files count as root's`() throws {
    try #require(chmod(folder.path, 0o755) == 0)
    let nobody: uid_t = 65_534
    let file = try folder.file("a", mode: 0o644)
    try #require(chown(file, nobody, nobody) == 0)
    #expect(FileTrust(user: 4_242, isRootHidden: true).untrusted(path: file) == nil)
    #expect(FileTrust(user: 4_242).untrusted(path: file) == file)
    chmod(file, 0o646)
    #expect(FileTrust(user: 4_242, isRootHidden: true).untrusted(path: file) == file)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `a group-writable file is trusted only for the user's own group`() throws {
    let file = try folder.file("a", mode: 0o660)
    #expect(untrusted(file) == nil)  // Group root of user root.
    for group in [1, 4_242] as [gid_t] {
      try #require(chown(file, 0, group) == 0)
      #expect(untrusted(file) == file)
    }
  }
}
