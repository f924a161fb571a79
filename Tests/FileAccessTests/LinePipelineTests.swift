import CLibrary
import Diagnostics
import FileAccess
import TestSupport
import Testing

struct LinePipelineTests {
  /// Echoes every line, an overlong one as `…`; returns whether no line was `no`.
  @Sendable private static func echo(_ block: LineBlock, _ output: inout ByteBuffer) -> Bool {
    var block = block
    var areAllFine = true
    while let line = block.next() {
      switch line {
      case .whole(let bytes):
        output.append(contentsOf: bytes)
        areAllFine = areAllFine && !bytes.elementsEqual("no".utf8)
      case .overlong: output.append("…")
      }
      output.append(UInt8(ascii: "\n"))
    }
    return areAllFine
  }

  /// The output if the entire input is available at once.
  private static func run(
    _ input: String, blockBytes: Int, threads: Int
  ) throws -> (output: String, isFine: Bool) {
    let folder = try TemporaryFolder()
    let (source, target) = (folder.path + "/source", folder.path + "/target")
    try writeFile(source, Array(input.utf8))
    let reading = open(source, O_RDONLY)
    let writing = open(target, O_WRONLY | O_CREAT, 0o600)
    defer {
      close(reading)
      close(writing)
    }
    let pipeline = LinePipeline(
      from: LineBlockReader(descriptor: reading, lineBytesMax: 20, blockBytes: blockBytes),
      to: OutputWriter(descriptor: writing), threads: threads, answer: echo)
    let isFine = try pipeline.run()
    return (String(decoding: try readFile(target, bytesMax: 1_000_000), as: UTF8.self), isFine)
  }

  // Goal: answers are in the order of the lines, regardless of which thread finishes first. Method:
  // blocks of a few lines on many threads.
  @Test(arguments: [1, 2, 7, 64, 65_536], [1, 2, 3, 8])
  func `answers are in the order of the lines`(blockBytes: Int, threads: Int) throws {
    let lines = (0..<2_000).map { "line \($0)" + ($0 % 7 == 0 ? " of some length" : "") }
    let input = lines.joined(separator: "\n")
    let wanted = lines.map { $0.utf8.count > 20 ? "…" : $0 }
    let found = try Self.run(input, blockBytes: blockBytes, threads: threads)
    #expect(found.output.split(separator: "\n").map(String.init) == wanted)
    #expect(found.isFine)
  }

  @Test(arguments: [1, 3, 65_536])
  func `the result reports a failed line`(blockBytes: Int) throws {
    let found = try Self.run("a\r\n\nno\n\nb", blockBytes: blockBytes, threads: 3)
    #expect(found.output == "a\n\nno\n\nb\n")
    #expect(!found.isFine)
  }

  /// A pipeline on a thread of its own.
  private static func started(from input: Pipe, to output: Pipe) -> OtherThread<Bool?> {
    let (reading, writing) = (input.reading, output.writing)
    return OtherThread {
      try? LinePipeline(
        from: LineBlockReader(descriptor: reading, lineBytesMax: 20, endingWith: writing),
        to: OutputWriter(descriptor: writing), threads: 3, answer: echo
      ).run()
    }
  }

  @Test func `a line is answered before the next arrives`() throws {
    let (input, output) = (try Pipe(), try Pipe())
    let running = Self.started(from: input, to: output)
    let answers = LineReader(descriptor: output.reading, lineBytesMax: 20)
    for text in ["one", "two", "three", "no"] {
      try input.send(text + "\nhal")
      #expect(try answers.next() == .whole(Array(text.utf8)[...]))
      try input.send("f\n")
      #expect(try answers.next() == .whole(Array("half".utf8)[...]))
    }
    input.closeWriting()
    #expect(running.wait() == false)
  }

  @Test func `closing the output ends the pipeline without another line`() throws {
    let (input, output) = (try Pipe(), try Pipe())
    let running = Self.started(from: input, to: output)
    try input.send("one\n")
    #expect(
      try LineReader(descriptor: output.reading, lineBytesMax: 20).next()
        == .whole(Array("one".utf8)[...]))
    output.closeReading()
    #expect(running.wait() == .some(nil))
  }

  @Test(arguments: [1, 3])
  func `a failed write ends the pipeline without another line`(threads: Int) throws {
    let input = try Pipe()
    let reading = input.reading
    let running = OtherThread { () -> FileError? in
      let pipeline = LinePipeline(
        from: LineBlockReader(descriptor: reading, lineBytesMax: 20),
        to: OutputWriter(descriptor: -1, name: "<test>"), threads: threads, answer: Self.echo)
      do throws(FileError) {
        _ = try pipeline.run()
        return nil
      } catch {
        return error
      }
    }
    try input.send("one\n")
    let fault = running.wait().flatMap { $0 }
    #expect(fault == FileError.unwritable(path: "<test>", fault: .system(EBADF)))
  }

  @Test func `a failed write is thrown`() throws {
    let input = try Pipe()
    try input.send("one\ntwo\n")
    let pipeline = LinePipeline(
      from: LineBlockReader(descriptor: input.reading, lineBytesMax: 20, blockBytes: 4),
      to: OutputWriter(descriptor: -1, name: "<test>"), threads: 1, answer: Self.echo)
    #expect(throws: FileError.unwritable(path: "<test>", fault: .system(EBADF))) {
      try pipeline.run()
    }
  }

  @Test func `a failed read is thrown`() throws {
    let output = try Pipe()
    let pipeline = LinePipeline(
      from: LineBlockReader(descriptor: -1, lineBytesMax: 20),
      to: OutputWriter(descriptor: output.writing), threads: 2, answer: Self.echo)
    #expect(throws: FileError.unreadable(path: "<input>", fault: .system(EBADF))) {
      try pipeline.run()
    }
  }
}
