import CLibrary
import Diagnostics
import FileAccess
import TestSupport
import Testing

struct FoldersTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `files are listed in byte order, folders are not listed`() throws {
    for name in ["b", "a", "B", "é", "e\u{301}", ".hidden", "a.yaml"] { _ = try folder.file(name) }
    let inner = try folder.folder("inner")
    _ = try folder.link("to-file", to: "a")
    _ = try folder.link("to-folder", to: inner)
    _ = try folder.link("to-nothing", to: "gone")
    #expect(
      try folder.names.map { Array($0.utf8) }
        == [".hidden", "B", "a", "a.yaml", "b", "e\u{301}", "to-file", "to-nothing", "é"].map {
          Array($0.utf8)
        })
    #expect(try filesInFolder(inner) == [])
  }

  @Test func `listing a path that is not a folder is an error`() throws {
    let file = try folder.file("a")
    let rows: [(path: String, fault: FileFault)] = [
      (file, .notAFolder), (folder("gone"), .missing), ("", .missing), ("a\0", .badPath),
    ]
    for row in rows {
      #expect(throws: FileError.unreadable(path: row.path, fault: row.fault)) {
        try filesInFolder(row.path)
      }
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may do everything"))
  func `a folder is not listed without permission`() throws {
    let closed = try folder.folder("closed", mode: 0)
    #expect(throws: FileError.unreadable(path: closed, fault: .denied)) {
      try filesInFolder(closed)
    }
  }

  @Test func `only a folder or a link to one is a folder`() throws {
    #expect(isFolder(folder.path) && isFolder("/") && isFolder("."))
    #expect(isFolder(try folder.link("link", to: folder.path)))
    #expect(!isFolder(try folder.file("a")))
    #expect(!isFolder(folder("gone")) && !isFolder("") && !isFolder("/\0"))
  }

  @Test func `only a regular file or a link to one is a file`() throws {
    let file = try folder.file("a")
    #expect(isFile(file))
    #expect(isFile(try folder.link("link", to: file)))
    #expect(!isFile(folder.path) && !isFile(folder("gone")) && !isFile("/dev/null"))
  }

  static let paths: [(path: String, folder: String, resolved: String)] = [
    ("a", ".", "x/y"), ("a/b", "a", "a/x/y"), ("a/", "a", "a/x/y"), ("/a", "/", "/x/y"),
    ("/a/b", "/a", "/a/x/y"), ("a/\u{301}b", "a", "a/x/y"), ("", ".", "x/y"),
  ]

  @Test(arguments: paths)
  func `a path has a parent folder, and other paths resolve against it`(
    _ row: (path: String, folder: String, resolved: String)
  ) {
    #expect(sameBytes(parentFolder(row.path), row.folder))
    #expect(sameBytes(path("x/y", relativeTo: row.path), row.resolved))
    #expect(path("/x", relativeTo: row.path) == "/x")
    #expect(joined("/", "a") == "/a" && joined("b", "a") == "b/a" && joined("b/", "a") == "b/a")
  }

  @Test(arguments: ["a", "a/b/c", "a//b/", "./a/../a/b", "\u{301}/\u{301}"])
  func `creating a folder creates its parents and keeps an existing one`(name: String) throws {
    try createFolder(folder(name), mode: 0o700)
    #expect(isFolder(folder(name)))
    #expect(permissions(folder(name)) & 0o777 == 0o700)
    try createFolder(folder(name), mode: 0o755)
    #expect(permissions(folder(name)) & 0o777 == 0o700)
  }

  @Test func `the error for a failed folder names the path at fault`() throws {
    let file = try folder.file("a")
    let rows: [(path: String, named: String, fault: FileFault)] = [
      (file, file, .notAFolder), (file + "/b/c", file, .notAFolder), ("", "", .badPath),
      ("a\0", "a\0", .badPath),
    ]
    for row in rows {
      #expect(throws: FileError.unwritable(path: row.named, fault: row.fault)) {
        try createFolder(row.path)
      }
    }
    try createFolder("/")
  }

  @Test(.enabled(if: geteuid() != 0, "root may do everything"))
  func `no folder is created without permission`() throws {
    let closed = try folder.folder("closed", mode: 0o500)
    #expect(throws: FileError.unwritable(path: closed + "/x", fault: .denied)) {
      try createFolder(closed + "/x/y")
    }
  }

  @Test func `current folder, executable and environment are those of the process`() throws {
    #expect(try isFolder(currentFolder))
    #expect(try currentFolder.utf8.first == UInt8(ascii: "/"))
    let executable = try #require(executablePath)
    #expect(executable.utf8.first == UInt8(ascii: "/"))
    #expect(access(executable, X_OK) == 0)
    #expect(environment("PATH") != nil)
    #expect(environment("SIGNALBOX_NEVER_SET") == nil)
    #expect(environment("") == nil && environment("PATH\0") == nil)
  }
}
