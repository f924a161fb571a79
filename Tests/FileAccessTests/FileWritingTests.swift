import CLibrary
import FileAccess
import TestSupport
import Testing

struct FileWritingTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try readFile(path, bytesMax: 1_000_000), as: UTF8.self)
  }

  @Test(arguments: [0o600, 0o644, 0o640] as [UInt32])
  func `a file is created with its mode, without temporary files`(mode: UInt32) throws {
    try writeFile(folder("a"), Array("one".utf8), mode: mode)
    #expect(try text(folder("a")) == "one")
    #expect(permissions(folder("a")) & ~mode == 0)
    #expect(permissions(folder("a")) & 0o600 == 0o600)
    #expect(try folder.names == ["a"])
  }

  @Test(arguments: ["x/c", "folder"])
  func `if one of several files cannot be written, none is`(bad: String) throws {
    _ = try folder.file("a", "old")
    _ = try folder.folder("folder")
    let files = ["a", "b", bad, "d"].map { NewFile(folder($0), Array("new".utf8)) }
    #expect(throws: FileError.self) { try writeFiles(files) }
    #expect(try folder.names == ["a"])
    #expect(try text(folder("a")) == "old")
    try writeFiles([files[0], files[1], files[3]])
    #expect(try folder.names == ["a", "b", "d"])
    for name in ["a", "b", "d"] { #expect(try text(folder(name)) == "new") }
  }

  @Test func `a file is replaced, never modified in place`() throws {
    let path = try folder.file("a", "old")
    try #require(link(path, folder("b")) == 0)
    try writeFile(path, Array("new".utf8))
    #expect(try text(path) == "new")
    #expect(try text(folder("b")) == "old")
    #expect(try folder.names == ["a", "b"])
  }

  @Test func `a reader sees the old bytes or the new bytes, never a mixture`() async throws {
    let path = try folder.file("a", String(repeating: "0", count: 100_000))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for round in 0..<50 {
          try writeFile(path, Array(repeating: UInt8(48 + round % 10), count: 100_000))
        }
      }
      group.addTask {
        for _ in 0..<200 {
          let bytes = try readFile(path, bytesMax: 100_000)
          #expect(bytes.count == 100_000 && Set(bytes).count == 1)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `a symbolic link stays, and the file that it names is written`() throws {
    try createFolder(folder("sub"))
    try folder.file("target", "old")
    _ = try folder.link("sub/link", to: "../target")
    // A link to a link, an absolute one, and one to nothing.
    for (to, target) in [
      ("sub/link", "target"), (folder("target"), "target"), ("sub/new", "sub/new"),
    ] {
      let path = try folder.link("link", to: to)
      try writeFile(path, Array(to.utf8))
      #expect(try text(folder(target)) == to)
      var status = stat()
      #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
      unlink(path)
    }
    #expect(try folder.names == ["target"])
  }

  @Test func `a path that cannot be replaced is refused without temporary files`() throws {
    let file = try folder.file("file")
    let fifo = folder("fifo")
    try #require(mkfifo(fifo, 0o600) == 0)
    let loop = FileFault.system(ELOOP)
    let rows: [(path: String, fault: FileFault)] = [
      (folder.path, .isFolder), (folder("missing/a"), .missing), (file + "/x", .notAFolder),
      (fifo, .notAFile), ("/dev/null", .notAFile), ("", .badPath), (file + "\0x", .badPath),
      (try folder.link("to-folder", to: "."), .isFolder),
      (try folder.link("loop", to: "loop"), loop),
      ("/proc/self/exe", .notAFile),
      // Only the last step, the rename, fails.
      (folder(String(repeating: "n", count: 256)), .system(ENAMETOOLONG)),
    ]
    for row in rows {
      #expect(throws: FileError.unwritable(path: row.path, fault: row.fault)) {
        try writeFile(row.path, [1])
      }
    }
    #expect(try folder.names == ["fifo", "file", "loop"])
    #expect(try text(file) == "text")
  }

  @Test func `a file name of the maximum length is written`() throws {
    let name = String(repeating: "n", count: 255)
    try writeFile(folder(name), [1])
    #expect(try folder.names == [name])
  }

  @Test(.enabled(if: geteuid() != 0, "root may do everything"))
  func `nothing is written without permission`() throws {
    let file = try folder.file("a", mode: 0o400)
    let closed = try folder.folder("closed", mode: 0o500)
    for path in [file, closed + "/a"] {
      #expect(throws: FileError.unwritable(path: path, fault: .denied)) {
        try writeFile(path, [1])
      }
    }
    #expect(try text(file) == "text")
  }

  // The file size limit applies to a whole process, so the test runs in its own.
  @Test func `a failed write keeps the old file and leaves no temporary file`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = try folder.file("a", "old")
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 1_000, rlim_max: 1_000)
      try #require(setrlimit(fileSizeLimit, &limit) == 0)
      #expect(throws: FileError.unwritable(path: path, fault: .sizeLimit)) {
        try writeFile(path, [UInt8](repeating: 1, count: 2_000))
      }
      #expect(try readFile(path, bytesMax: 100) == Array("old".utf8))
      #expect(try folder.names == ["a"])
    }
  }
}
