import CLibrary
import CSystem
import FileAccess
import TestSupport
import Testing

/// An input, and its lines if a line has at most five bytes.
struct LineRow: Sendable {
  let input: [UInt8]
  let lines: [LineBlock.Line]

  init(_ input: String, _ lines: [LineBlock.Line]) {
    self.init(Array(input.utf8), lines)
  }

  init(_ input: [UInt8], _ lines: [LineBlock.Line]) {
    self.input = input
    self.lines = lines
  }
}

private func whole(_ text: String) -> LineBlock.Line { .whole(Array(text.utf8)[...]) }
private func overlong(_ text: String) -> LineBlock.Line { .overlong(start: Array(text.utf8)[...]) }

struct LineReaderTests {
  static let rows = [
    LineRow("", []),
    LineRow("a", [whole("a")]),
    LineRow("a\n", [whole("a")]),
    LineRow("\n", [whole("")]),
    LineRow("\n\na", [whole(""), whole(""), whole("a")]),
    LineRow("a\r\nb\r", [whole("a"), whole("b")]),
    LineRow("a\rb\r\r\n\r\n", [whole("a\rb\r"), whole("")]),
    LineRow("12345\r\n12345\r", [whole("12345"), whole("12345")]),
    LineRow("\u{FEFF}12345\r\nb", [whole("12345"), whole("b")]),
    LineRow("a\n\u{FEFF}b\n", [whole("a"), whole("\u{FEFF}b")]),
    LineRow("12345\n12345", [whole("12345"), whole("12345")]),
    LineRow("a\0b\n", [whole("a\0b")]),
    LineRow([0xFF, 0x0A, 0xC3], [.whole([0xFF]), .whole([0xC3])]),
  ]

  // Goal: lines do not depend on how the bytes arrive. Method: split every input at every byte.
  @Test(arguments: rows)
  func `lines do not depend on how the bytes arrive`(_ row: LineRow) throws {
    for cut in 0...row.input.count {
      #expect(try lines(of: row.input, cut: cut) == row.lines, "cut at \(cut)")
    }
  }

  // How much of an overlong line is returned depends on how it arrives; nothing else does.
  @Test(arguments: ["123456\nb", "12345678901234567890\nb\n", "123456\n123456\nb", "b\n123456"])
  func `an overlong line is reported once and skipped`(text: String) throws {
    for cut in 0...text.utf8.count {
      let found = try lines(of: Array(text.utf8), cut: cut)
      let wanted = text.split(separator: "\n")
      #expect(found.count == wanted.count)
      for (line, wanted) in zip(found, wanted) {
        switch line {
        case .whole(let bytes): #expect(bytes.elementsEqual(wanted.utf8) && bytes.count <= 5)
        case .overlong(let start):
          #expect(start.count > 5 && Array(wanted.utf8).starts(with: start))
        }
      }
    }
  }

  private func lines(of input: [UInt8], cut: Int) throws -> [LineBlock.Line] {
    let pipe = try Pipe()
    let reader = LineReader(descriptor: pipe.reading, lineBytesMax: 5)
    var lines: [LineBlock.Line] = []
    #expect(write(pipe.writing, Array(input[..<cut]), cut) == cut)
    // A complete line is returned even if more bytes can follow.
    let ready = input[..<cut].split(separator: 10, omittingEmptySubsequences: false).count - 1
    while lines.count < ready, let line = try reader.next() { lines.append(line) }
    #expect(write(pipe.writing, Array(input[cut...]), input.count - cut) == input.count - cut)
    pipe.closeWriting()
    while let line = try reader.next() { lines.append(line) }
    #expect(try reader.next() == nil)
    return lines
  }

  @Test func `a line of many megabytes is reported at once and skipped`() throws {
    let pipe = try Pipe()
    let reader = LineReader(descriptor: pipe.reading, lineBytesMax: 1_000)
    let writing = pipe.writing
    let sending = OtherThread {
      let piece = [UInt8](repeating: 0x61, count: 60_000)
      for _ in 0..<100 where write(writing, piece, piece.count) != piece.count { return false }
      return write(writing, "\nend\n", 5) == 5
    }
    #expect(try reader.next() == overlong(String(repeating: "a", count: 80)))
    #expect(try reader.next() == whole("end"))
    #expect(sending.wait() == true)
  }

  @Test func `reading waits on a non-blocking descriptor`() throws {
    let pipe = try Pipe()
    _ = fcntl(pipe.reading, F_SETFL, O_NONBLOCK)
    let reader = LineReader(descriptor: pipe.reading, lineBytesMax: 5)
    let writing = pipe.writing
    let sending = OtherThread {
      usleep(20_000)
      return write(writing, "late\n", 5)
    }
    #expect(try reader.next() == whole("late"))
    #expect(sending.wait() == 5)
  }

  @Test func `a signal does not interrupt reading`() throws {
    let pipe = try Pipe()
    var action = sigaction()
    #if canImport(Glibc)
      action.__sigaction_handler.sa_handler = { _ in }
    #else
      action.__sigaction_u.__sa_handler = { _ in }
    #endif
    try #require(sigaction(SIGUSR1, &action, nil) == 0)  // Without SA_RESTART, so `read` returns.
    // The threads that run tests have signals blocked.
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, SIGUSR1)
    try #require(pthread_sigmask(SIG_UNBLOCK, &signals, &before) == 0)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let (reader, writing) = (ThreadName(pthread_self()), pipe.writing)
    let sending = OtherThread {
      for _ in 0..<20 {
        usleep(2_000)
        pthread_kill(reader.thread, SIGUSR1)
      }
      return write(writing, "after\n", 6)
    }
    #expect(
      try LineReader(descriptor: pipe.reading, lineBytesMax: 5).next() == whole("after"))
    #expect(sending.wait() == 6)
  }

  @Test func `reading a bad descriptor is an error`() throws {
    let reader = LineReader(descriptor: -1, name: "<test>", lineBytesMax: 5)
    #expect(throws: FileError.unreadable(path: "<test>", fault: .system(EBADF))) {
      try reader.next()
    }
    let folder = try TemporaryFolder()
    let descriptor = open(folder.path, O_RDONLY)
    defer { close(descriptor) }
    #expect(throws: FileError.unreadable(path: "<input>", fault: .isFolder)) {
      try LineReader(descriptor: descriptor, lineBytesMax: 5).next()
    }
  }
}

/// `pthread_t` is a pointer on some systems, and so not `Sendable`.
private struct ThreadName: @unchecked Sendable {
  let thread: pthread_t

  init(_ thread: pthread_t) {
    self.thread = thread
  }
}
