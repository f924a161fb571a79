import Diagnostics
import EventLoops
import FileAccess
import JSONCodec
import TestSupport
import Testing

import CLibrary
@testable import Service

struct LogTests {
  static let time = "2026-11-21T21:00:00.000Z"
  static let styles: [(style: LogStyle, line: String)] = [
    (.plain, "warning[client/slow]: a\\u{1b}b\n"),
    (.timed, "\(time) warning[client/slow]: a\\u{1b}b\n"),
    (.leveled, "<4>warning[client/slow]: a\\u{1b}b\n"),
    (
      .json,
      #"{"time":"\#(time)","level":"warning","kind":"client/slow","message":"a\u001bb","#
        + #""client":3}"# + "\n"
    ),
  ]

  @Test(arguments: styles)
  func `an entry is one line in the format of its style`(_ row: (style: LogStyle, line: String)) {
    let entry = LogEntry(.warning, "client/slow", "a\u{1B}b", [.init("client", 3)])
    #expect(String(decoding: row.style.line(entry, time: Self.time), as: UTF8.self) == row.line)
  }

  @Test(arguments: LogStyle.allCases)
  func `any text gives one printable line of bounded length`(style: LogStyle) throws {
    var random = SplitMix64(seed: 5)
    for _ in 0..<40 {
      let scalars = (0..<Int.random(in: 0..<3_000, using: &random)).map { _ in
        Unicode.Scalar(UInt32.random(in: 0..<0x250, using: &random)) ?? "x"
      }
      let text = String(String.UnicodeScalarView(scalars))
      let entry = LogEntry(.error, "probe/garbage", text, [.init("text", .string(text))])
      let line = style.line(entry, time: Self.time)
      #expect(line.count <= logLineBytesMax)
      #expect(line.firstIndex(of: UInt8(ascii: "\n")) == line.count - 1)
      #expect(!line.dropLast().contains { $0 < 0x20 || $0 == 0x7F })
      if style == .json { #expect(throws: Never.self) { try JSON(parsing: line) } }
    }
  }

  @Test func `the line of a diagnostic contains its position and advice`() {
    let entry = LogEntry(
      Diagnostic(
        .routeConflict, "this is wrong", advice: "Fix it.",
        at: SourcePosition(file: "a.yaml", line: 2, column: 3)))
    let plain = String(decoding: LogStyle.plain.line(entry, time: ""), as: UTF8.self)
    #expect(plain == "a.yaml:2:3: error[route/conflict]: this is wrong. Fix it.\n")
    let json = try? JSON(parsing: LogStyle.json.line(entry, time: ""))
    #expect(json?["line"] == 2)
    #expect(json?["advice"] == "Fix it.")
  }

  @Test func `further lines of one kind are counted, other kinds are written`() {
    var flood = LogFlood()
    let entry = LogEntry(.warning, "a", "last")
    let passed = (0..<52).count { _ in flood.passes(entry, nowMilliseconds: 1_000) }
    #expect(passed == logLinesOfKindMax)
    let passesOther = flood.passes(LogEntry(.notice, "b", ""), nowMilliseconds: 1_000)
    #expect(passesOther)
    let end = 1_000 + logWindowMilliseconds
    #expect(flood.takeCounted(nowMilliseconds: end - 1).isEmpty)
    let entries = flood.takeCounted(nowMilliseconds: end)
    #expect(entries.map(\.message) == ["… 42 more, the last: last"])
    #expect(entries.first?.fields == [.init("more", 42)])
    let passesLater = flood.passes(entry, nowMilliseconds: end)
    #expect(passesLater)
    #expect(flood.takeCounted(nowMilliseconds: end, isFinal: true).isEmpty)
  }

  @Test func `the number of kinds is bounded`() {
    var flood = LogFlood()
    let passed = (0..<1_000).count { number in
      flood.passes(LogEntry(.warning, "kind/\(number)", ""), nowMilliseconds: 0)
    }
    #expect(passed == logKindsMax + logLinesOfKindMax)
    let entries = flood.takeCounted(nowMilliseconds: 0, isFinal: true)
    let counted = entries.compactMap { $0.fields.first?.value.intValue }.reduce(0, +)
    #expect(counted == Int64(1_000 - logKindsMax - logLinesOfKindMax))
  }

  @Test func `a flood in a process gives only a few lines`() throws {
    let probe = try ProbeProcess(["log", "52"])
    let lines = probe.lines()
    #expect(probe.end() == .exited(0))
    #expect(lines.count == logLinesOfKindMax + 2)
    #expect(lines.first == "<4>warning[probe/flood]: line 0")
    #expect(lines.contains("<5>notice[probe/other]: another"))
    #expect(lines.last == "<4>warning[probe/flood]: … 42 more, the last: line 51")
  }

  @MainActor @Test func `the count of a flood is written without another entry`() throws {
    let pipe = try Pipe()
    let log = ServiceLog(style: .leveled, descriptor: pipe.writing, windowMilliseconds: 100)
    let loop = try EventLoop()
    defer { loop.close() }
    try log.watch(in: loop)
    let late = try loop.timer { log.write(.error, "probe/late", "late") }
    late.start(afterMilliseconds: UInt64(hangSeconds) * 1_000)
    for number in 0..<52 { log.write(.warning, "probe/flood", "line \(number)") }
    var text = ""
    // Waits like an idle loop.
    while !text.contains("more") && !text.contains("late") {
      loop.wait()
      text += pipe.received()
    }
    #expect(text.hasSuffix("<4>warning[probe/flood]: … 42 more, the last: line 51\n"))
    #expect(!text.contains("late"))
  }

  @Test func `a full log does not block, and the number of lost lines is written`() throws {
    let pipe = try Pipe()
    let log = ServiceLog(style: .leveled, descriptor: pipe.writing)
    let text = String(repeating: "x", count: 2_000)
    for number in 0..<100 { log.write(.notice, "kind/\(number)", text) }
    let first = pipe.received()
    log.write(.notice, "kind/after", "after")
    let rest = pipe.received() + pipe.received()
    let written = (first + rest).split(separator: "\n").filter { $0.hasSuffix("x") }.count
    #expect(written > 0)
    #expect(written < 100)
    #expect(rest.contains("<4>warning[log/lost]: \(100 - written) lines of the log were lost"))
    #expect(rest.hasSuffix("after\n"))
    pipe.closeReading()
    log.write(.notice, "kind/closed", "the reader is gone, and no signal ends us")
  }

  static let journals: [(stream: String?, unit: String?, isSocket: Bool, isJournal: Bool)] = [
    ("8:42", nil, false, true), ("8:42", "id", true, true), ("8:43", "id", true, false),
    ("9:42", nil, true, false), ("x", "id", true, false), ("8:42:1", nil, true, false),
    (nil, "id", true, true), (nil, "id", false, false), (nil, nil, true, false),
  ]

  @Test(arguments: journals)
  func `the journal is recognised by its device and inode`(
    _ row: (stream: String?, unit: String?, isSocket: Bool, isJournal: Bool)
  ) {
    let file = FileIdentity(device: 8, number: 42)
    let isJournal = LogStyle.isJournal(file, isSocket: row.isSocket) { name in
      name == "JOURNAL_STREAM" ? row.stream : name == "INVOCATION_ID" ? row.unit : nil
    }
    #expect(isJournal == row.isJournal)
  }

  @Test func `the style depends on what standard error is connected to`() throws {
    let folder = try TemporaryFolder()
    let file = open(try folder.file("log"), O_WRONLY | O_CLOEXEC)
    defer { close(file) }
    var status = stat()
    #expect(fstat(file, &status) == 0)
    let plain = try ProbeProcess(["style"], error: file)
    #expect(plain.line() == "timed")
    let journal = "JOURNAL_STREAM=\(status.st_dev):\(status.st_ino)"
    let leveled = try ProbeProcess(["style"], environment: [journal], error: file)
    #expect(leveled.line() == "leveled")
  }

  static let cuts: [(text: String, bytes: Int, cut: String)] = [
    ("abc", 3, "abc"), ("abcd", 3, "…"), ("abcdef", 5, "ab…"), ("aéé", 4, "a…"), ("", 0, ""),
    ("日本語", 6, "日…"), ("日本語", 8, "日…"),
  ]

  @Test(arguments: cuts)
  func `a text is truncated between scalars`(_ row: (text: String, bytes: Int, cut: String)) {
    #expect(cut(row.text, bytesMax: row.bytes) == row.cut)
  }

  @Test func `a log file is appended to, and opened again after it was renamed`() throws {
    let folder = try TemporaryFolder()
    let path = folder("log")
    try folder.file("log", "before\n")
    let log = try ServiceLog(style: .plain, appendingTo: path)
    log.write(.notice, "test/one", "first")
    try #require(rename(path, folder("log.1")) == 0)
    log.write(.notice, "test/two", "second")
    try log.reopen()
    log.write(.notice, "test/three", "third")
    #expect(
      try folder.text(of: "log.1")
        == "before\nnotice[test/one]: first\nnotice[test/two]: second\n")
    #expect(try folder.text(of: "log") == "notice[test/three]: third\n")
    #expect(permissions(path) == 0o600)
    // A path that cannot be opened keeps the file that is open.
    unlink(path)
    _ = try folder.folder("log")
    #expect(throws: FileError.unwritable(path: path, fault: .isFolder)) { try log.reopen() }
    log.write(.notice, "test/four", "fourth")
    try ServiceLog(style: .plain).reopen()  // Does nothing.
  }
}
