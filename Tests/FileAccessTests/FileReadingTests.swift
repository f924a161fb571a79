import CLibrary
import Diagnostics
import FileAccess
import TestSupport
import Testing

struct FileReadingTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [0, 1, 4, 65_535, 65_536, 65_537, 200_000])
  func `a file is read completely, up to the limit`(count: Int) throws {
    let text = String(repeating: "x", count: count)
    let path = try folder.file("a", text)
    #expect(try readFile(path, bytesMax: count) == Array(text.utf8))
    #expect(try readFile(path, bytesMax: .max) == Array(text.utf8))
    guard count > 0 else { return }
    #expect(throws: FileError.tooLarge(path: path, bytesMax: count - 1)) {
      try readFile(path, bytesMax: count - 1)
    }
  }

  @Test(.enabled(if: access("/proc/self/status", R_OK) == 0, "no /proc"))
  func `a file of unknown size is read`() throws {
    #expect(try readFile("/proc/self/status", bytesMax: 100_000).count > 100)
    #expect(throws: FileError.tooLarge(path: "/proc/self/status", bytesMax: 10)) {
      try readFile("/proc/self/status", bytesMax: 10)
    }
  }

  @Test func `a path that is not a file is refused with the reason`() throws {
    let file = try folder.file("file")
    let fifo = folder("fifo")
    try #require(mkfifo(fifo, 0o600) == 0)
    let rows: [(path: String, fault: FileFault)] = [
      (folder("missing"), .missing), (folder.path, .isFolder), (file + "/x", .notAFolder),
      (fifo, .notAFile), ("/dev/null", .notAFile), ("", .badPath), (file + "\0x", .badPath),
      (try folder.link("loop", to: "loop"), .system(ELOOP)),
      (folder(String(repeating: "n", count: 300)), .system(ENAMETOOLONG)),
    ]
    for row in rows {
      #expect(throws: FileError.unreadable(path: row.path, fault: row.fault)) {
        try readFile(row.path, bytesMax: 100)
      }
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may do everything"))
  func `a file is not read without permission`() throws {
    let path = try folder.file("secret", mode: 0)
    #expect(throws: FileError.unreadable(path: path, fault: .denied)) {
      try readFile(path, bytesMax: 100)
    }
  }

  @Test func `a dash reads standard input`() throws {
    let pipe = try Pipe()
    try pipe.send("typed")
    pipe.closeWriting()
    let saved = dup(STDIN_FILENO)
    defer {
      dup2(saved, STDIN_FILENO)
      close(saved)
    }
    dup2(pipe.reading, STDIN_FILENO)
    #expect(try readFile("-", bytesMax: 5) == Array("typed".utf8))
    #expect(try readFile("/dev/stdin", bytesMax: 5) == [])
  }

  @Test func `a pipe is read to its end if that is allowed, up to the limit`() throws {
    let fifo = folder("fifo")
    try #require(mkfifo(fifo, 0o600) == 0)
    for (text, bytesMax) in [("piped", 5), ("piped", 4), ("", 5)] {
      let inherited = try Pipe()
      try inherited.send(text)
      inherited.closeWriting()
      let writer = try #require(
        RunningThread {
          for _ in 0..<10_000 {
            // Fails until a reader has it open.
            if let writing = try? Descriptor(opening: fifo, O_WRONLY) {
              try? writing.write(Array(text.utf8))
              return
            }
            usleep(1_000)
          }
        })
      defer { writer.wait() }
      for path in [fifo, "/dev/fd/\(inherited.reading)"] {
        if text.utf8.count > bytesMax {
          #expect(throws: FileError.tooLarge(path: path, bytesMax: bytesMax)) {
            try readFile(path, bytesMax: bytesMax, allowsPipes: true)
          }
        } else {
          let bytes = try readFile(path, bytesMax: bytesMax, allowsPipes: true)
          #expect(bytes == Array(text.utf8))
        }
      }
    }
  }

  @Test func `an error has a message and advice`() {
    let error = FileError.unreadable(path: "a\u{1B}[31m", fault: .missing)
    #expect(
      error.diagnostic.summary == """
        error[file/unreadable]: cannot read 'a\\u{1b}[31m': there is no such file or folder. \
        Check the spelling and the working directory.
        """)
    #expect(
      FileError.unwritable(path: "a", fault: .diskFull).diagnostic
        == Diagnostic(
          .fileUnwritable, "cannot write 'a': no space is left on the disk",
          advice: "Free space and try again."))
    #expect(
      FileError.tooLarge(path: "a", bytesMax: 5).diagnostic
        == Diagnostic(
          .fileTooLarge, "'a' has more than 5 bytes", advice: "Split it into smaller files."))
    #expect(
      FileError.unreadable(path: "-", fault: .notAFile).diagnostic.advice
        == "Name a regular file, or '-' for standard input.")
    #expect(FileError.unreadable(path: "", fault: .system(ELOOP)).fault == .system(ELOOP))
  }
}
