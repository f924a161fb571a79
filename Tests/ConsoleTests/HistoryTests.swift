import CLibrary
import FileAccess
import PseudoTerminal
import TestSupport
import Testing

@Suite struct HistoryTests {
  @Test func `history is kept for the next run, private, without repeats or hidden lines`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/state/history"
    let first = try Probe.start(history: path)
    for line in ["one", "two", "two", " hidden", "", "three"] { try first.send(line + "\r") }
    try first.wait(for: "probe/6>")
    try first.send("\u{4}")
    #expect(try first.waitForEnd() == .exited(0))
    #expect(try text(of: path) == "one\ntwo\nthree\n")
    #expect(permissions(path) == 0o600)
    #expect(permissions(folder("state")) == 0o700)

    let second = try Probe.start(history: path)
    try second.send("\u{1B}[A\u{1B}[A")
    try second.wait(row: "probe/0> two")
    try second.send("\r")
    try second.wait(for: "[two]\n")
    try second.send("quit\r")
    try second.waitForEnd()
    #expect(try text(of: path) == "one\ntwo\nthree\ntwo\nquit\n")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `history is not kept where a link of another user leads`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.folder("own")
    _ = try folder.folder("pub")
    try #require(chmod(folder("pub"), 0o777) == 0)
    for (name, to) in [("folder", "../own"), ("new", "../own/new")] {
      _ = try folder.link("pub/" + name, to: to)
      try #require(lchown(folder("pub/" + name), 4_242, 4_242) == 0)
    }
    for path in ["pub/folder/history", "pub/new"] {
      let terminal = try Probe.start(history: folder(path))
      try terminal.send("one\r")
      try terminal.wait(for: "probe/1>")
      try terminal.send("\u{4}")
      #expect(try terminal.waitForEnd() == .exited(0))
    }
    #expect(try namesInFolder(folder("own")).isEmpty)
  }

  @Test func `lines are written as they are typed, without secrets, and listed once`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/history"
    let lines = [
      "one", "two", "one", "/x?Token=abc&b=1#f", "a password=12 secret=\"s t\"",
      #"open "/?x_token=1\"2&secret=2""#,
    ]
    let terminal = try Probe.start(history: path)
    for line in lines { try terminal.send(line + "\r") }
    try terminal.wait(for: "probe/6>")
    // The line itself can be recalled as long as the program runs, each line once.
    for line in [lines[5], lines[4], lines[3], "one", "two"] {
      try terminal.send("\u{1B}[A")
      try terminal.wait(row: "probe/6> \(line)")
    }
    try terminal.send("\u{1B}[A")
    terminal.signal(9)
    try terminal.waitForEnd()
    #expect(
      try text(of: path) == """
        one
        two
        one
        /x?Token=&b=1#f
        a password= secret=
        open "/?x_token=&secret="

        """)
  }

  @Test func `the history file keeps at most 10,000 lines`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/history"
    try write((0..<10_001).map { "line \($0)\n" }.joined() + "no end", to: path)
    let terminal = try Probe.start(history: path)
    try terminal.send("quit\r")
    try terminal.waitForEnd()
    let lines = try text(of: path).split(separator: "\n")
    #expect(lines.count == 10_000)
    #expect(lines.first == "line 3")
    #expect(lines.suffix(2) == ["no end", "quit"])
    #expect(permissions(path) == 0o600)
  }

  @Test func `long lines do not make the history file too large to read`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/history"
    let line = String(repeating: "x", count: 16_000)
    try write((0..<1_048).map { "\($0) \(line)\n" }.joined(), to: path)
    for answer in ["first", "second"] {
      let terminal = try Probe.start(history: path, columns: 1_000)
      try terminal.send("\u{1B}[200~\(answer) \(line)\u{1B}[201~\r")
      try terminal.wait(for: "probe/1>")
      try terminal.send("quit\r")
      try terminal.waitForEnd()
      #expect(count("warning[", in: terminal.screen.everything) == 0)
    }
    let bytes = try readFile(path, bytesMax: 100_000_000)
    #expect(bytes.count < 10_000_000)
    let kept = bytes.split(separator: UInt8(ascii: "\n")).suffix(3).map { $0.prefix(6) }
    #expect(kept == ["first ", "second", "quit"].map { Array($0.utf8)[...] })
  }

  @Test func `two concurrent runs keep each other's lines`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/history"
    let runs = [try Probe.start(history: path), try Probe.start(history: path)]
    for (index, run) in runs.enumerated() {
      try run.send("from \(index)\r")
      try run.wait(for: "probe/1>")
    }
    for run in runs {
      run.signal(15)
      #expect(try run.waitForEnd() == .exited(143))
    }
    #expect(try text(of: path) == "from 0\nfrom 1\n")
  }

  @Test func `an unusable history file gives one warning`() throws {
    let folder = try TemporaryFolder()
    try write("", to: folder.path + "/file")
    for path in [folder.path + "/file/history", folder.path, "/dev/full"] {
      let terminal = try Probe.start(history: path)
      try terminal.send("quit\r")
      #expect(try terminal.waitForEnd() == .exited(0))
      let warnings = count("warning[", in: terminal.screen.everything)
      #expect(warnings == 1, "\(path): \(terminal.screen.everything)")
    }
  }

  @Test func `invalid bytes in the history file are harmless`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/history"
    let bytes = [UInt8](0...255) + Array("\n\nlast\n".utf8)
    try writeFile(path, bytes + [UInt8](repeating: 0x41, count: 20_000), mode: 0o600)
    let terminal = try Probe.start(history: path)
    try terminal.send("\u{1B}[A")
    try terminal.wait(row: "probe/0> last")
  }
}

/// Replaces a file's contents.
func write(_ text: String, to path: String) throws {
  try writeFile(path, Array(text.utf8))
}

/// The text of a file.
func text(of path: String) throws -> String {
  String(decoding: try readFile(path, bytesMax: 1_000_000), as: UTF8.self)
}
