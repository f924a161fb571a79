import Commands
import DaemonClient
import Diagnostics
import FileAccess
import JSONCodec

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `signalbox send LINE…|-`.
@MainActor func runSend(_ arguments: Arguments, _ streams: Streams) throws(Stop) -> ExitStatus {
  let link = try sessionLink(
    socketPath(arguments), arguments.value(of: .session), subscribes: false,
    milliseconds: answerMillisecondsMax)
  defer { link.close() }
  var sender = Sender(link: link, isJSON: arguments.has(.json), streams: streams)
  for operand in arguments.operands where !sender.isOver {
    if operand.utf8.elementsEqual("-".utf8) {
      try sender.sendInput()
    } else {
      try sender.send(operand)
    }
  }
  return sender.isAllDone ? .done : .no
}

/// Sends lines, and writes what they are answered.
@MainActor private struct Sender {
  let link: SessionLink
  let isJSON: Bool
  let streams: Streams
  private(set) var isAllDone = true
  /// Whether a line was `quit`.
  private(set) var isOver = false

  init(link: SessionLink, isJSON: Bool, streams: Streams) {
    (self.link, self.isJSON, self.streams) = (link, isJSON, streams)
  }

  /// Sends the lines of standard input as they come.
  mutating func sendInput() throws(Stop) {
    let input = LineReader(
      descriptor: STDIN_FILENO, name: "standard input", lineBytesMax: link.greeting.lineBytesMax)
    while !isOver, let line = try next(input) {
      switch line {
      case .whole(let bytes):
        if let line = String(validating: bytes, as: UTF8.self) {
          try send(line)
        } else {
          try fail(UsageError.lineNotUTF8)
        }
      case .overlong: try fail(UsageError.overlongLine(bytesMax: input.lineBytesMax))
      }
      try streams.finish()
    }
  }

  /// Sends one line. A refused event and a failed expectation are answers, and a no.
  mutating func send(_ line: String) throws(Stop) {
    let answer: JSON
    do throws(ClientError) {
      answer = try link.change("command", [.init("line", .string(line))], line: line)
    } catch {
      switch error {
      case .refused, .tooLong: return try fail(error)
      default: break
      }
      try streams.finish()
      throw Stop(status: .no, findings: [error])
    }
    isOver = answer["isOver"]?.boolValue ?? false
    if answer["json"]?.isNo == true { isAllDone = false }
    try streams.write(text(ofAnswer: answer, isJSON: isJSON))
  }

  /// Tells why a line is not done; those behind it are sent all the same.
  private mutating func fail(_ error: any Diagnostic) throws(Stop) {
    isAllDone = false
    try streams.finish()
    streams.tell(error)
  }

  private func next(_ input: LineReader) throws(Stop) -> LineBlock.Line? {
    do { return try input.next() } catch { throw .file(error) }
  }
}
