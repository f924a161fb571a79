import CLibrary
import FileAccess
import TestSupport
import Testing

// Goal: nobody else decides where a file is written. Method: every function that writes, as root,
// with every link and file that another user can leave where everyone can write. The folder is not
// sticky: in those, Linux itself may refuse links (`fs.protected_symlinks`).
@Suite(.enabled(if: geteuid() == 0, "only root can give files away"))
struct FileWalkTests {
  private let folder: TemporaryFolder
  private static let stranger: uid_t = 4_242

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.folder("own")
    try folder.file("own/file", "old")
    _ = try folder.folder("own/sub")
    _ = try folder.folder("pub")
    try #require(chmod(folder("pub"), 0o777) == 0)
    for (name, to) in [("folder", "../own"), ("file", "../own/file"), ("new", "../own/new")] {
      _ = try folder.link("pub/" + name, to: to)
      try #require(lchown(folder("pub/" + name), Self.stranger, Self.stranger) == 0)
    }
  }

  private typealias Writer = (name: String, write: @Sendable (String) throws -> Void)

  private static let writers: [Writer] = [
    ("writeFile", { try writeFile($0, [1]) }),
    ("writeFiles", { try writeFiles([NewFile($0, [1])], isSynced: false) }),
    ("append", { try OutputWriter(appendingTo: $0).write([1]) }),
    ("createFolder", { try createFolder($0) }),
  ]

  private func fault(_ body: () throws -> Void) -> FileFault? {
    do { try body() } catch { return (error as? FileError)?.fault }
    return nil
  }

  @Test func `a symbolic link of another user is not followed`() throws {
    let rows = [
      ("pub/folder/new", "pub/folder"), ("pub/folder/file", "pub/folder"),
      ("pub/folder/sub/new", "pub/folder"), ("pub/file", "pub/file"), ("pub/new", "pub/new"),
      ("pub/./folder/../own/new", "pub/folder"), ("own/../pub/folder/new", "own/../pub/folder"),
    ]
    for (path, link) in rows {
      for writer in Self.writers {
        let found = fault { try writer.write(folder(path)) }
        let expected = folder(link.replacing("/./", with: "/"))
        #expect(found == .foreignLink(path: expected), "\(writer.name) \(path)")
      }
    }
    // Own links lead to those of others, too.
    let chain = try folder.link("own/chain", to: "../pub/folder")
    for writer in Self.writers {
      let found = fault { try writer.write(chain + "/new") }
      #expect(found == .foreignLink(path: folder("own/../pub/folder")), "\(writer.name)")
    }
    #expect(try filesInFolder(folder("own")) == ["file"])
    #expect(try readFile(folder("own/file"), bytesMax: 10) == Array("old".utf8))
  }

  @Test func `a link where only its follower can write is followed on the way, not at the end`()
    throws
  {
    try #require(chmod(folder("pub"), 0o755) == 0)
    for writer in Self.writers {
      let name = "pub/folder/by-" + writer.name
      #expect(fault { try writer.write(folder(name)) } == nil, "\(writer.name)")
      #expect(access(folder(name), F_OK) == 0)
      #expect(
        fault { try writer.write(folder("pub/file")) } == .foreignLink(path: folder("pub/file")))
    }
  }

  @Test func `own links are followed, up to a limit`() throws {
    _ = try folder.link("link", to: "own")
    _ = try folder.link("loop", to: "loop")
    var last = "own"
    for number in 0..<41 {
      _ = try folder.link("chain\(number)", to: last)
      last = "chain\(number)"
    }
    for writer in Self.writers {
      let name = "by-" + writer.name
      #expect(fault { try writer.write(folder("link/./" + name)) } == nil)
      #expect(access(folder("own/" + name), F_OK) == 0)
      #expect(fault { try writer.write(folder("chain39/" + name + "2")) } == nil)
      for path in ["loop/x", "chain40/x"] {
        #expect(fault { try writer.write(folder(path)) } == .system(ELOOP), "\(path)")
      }
    }
  }

  @Test func `a log is not appended to a file that another user left in a shared folder`() throws {
    try #require(chmod(folder("pub"), 0o1777) == 0)
    let path = try folder.file("pub/log", "theirs\n")
    try #require(chown(path, Self.stranger, Self.stranger) == 0)
    // Linux may refuse first (`fs.protected_regular`).
    let found = fault { _ = try OutputWriter(appendingTo: path) }
    #expect(found == .foreignFile || found == .denied)
    #expect(try readFile(path, bytesMax: 100) == Array("theirs\n".utf8))
    // A new file takes its place.
    try writeFile(path, [1])
    try OutputWriter(appendingTo: path).write([2])
    #expect(try readFile(path, bytesMax: 100) == [1, 2])
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_uid == 0)
  }

  @Test func `what a process has open is appended to, and never replaced`() throws {
    let path = try folder.file("open", "1")
    let number = open(path, O_WRONLY | O_APPEND)
    defer { close(number) }
    #if os(Linux)
      for name in ["/proc/self/fd/\(number)", "/dev/fd/\(number)"] {
        try OutputWriter(appendingTo: name).write([0x32])
        #expect(fault { try writeFile(name, [1]) } == .notAFile)
      }
      #expect(try readFile(path, bytesMax: 10) == Array("122".utf8))
      try OutputWriter(appendingTo: "/proc/self/cwd/.build/../.build/walk-test").write([1])
      #expect(unlink("/proc/self/cwd/.build/walk-test") == 0)
    #endif
  }
}
