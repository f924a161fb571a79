import CLibrary
import DaemonClient
import Diagnostics
import FileAccess
import JSONCodec
import Navigation
import ProgramSupport

/// `signalbox send LINE…|-`.
@MainActor func runSend(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus
{
  let link = try sessionLink(
    socketPath(arguments), arguments.value(of: .session), client: "send", subscribes: false,
    milliseconds: answerMillisecondsMax)
  defer { link.close() }
  var sender = Sender(link: link, isJSON: arguments.has(.json), streams: streams)
  for operand in arguments.operands where !sender.isOver {
    if sameBytes(operand, "-") {
      try sender.sendInput()
    } else {
      try sender.send(operand)
    }
  }
  return sender.isAllDone ? .done : .negative
}

/// Sends lines and writes the answers.
@MainActor private struct Sender {
  let link: SessionConnection
  let isJSON: Bool
  let streams: Streams
  private(set) var isAllDone = true
  /// Whether `quit` was sent.
  private(set) var isOver = false

  init(link: SessionConnection, isJSON: Bool, streams: Streams) {
    (self.link, self.isJSON, self.streams) = (link, isJSON, streams)
  }

  /// Sends the lines of standard input as they arrive, each with those that continue it.
  mutating func sendInput() throws(ExitError) {
    let input = LineReader(
      descriptor: STDIN_FILENO, name: "standard input", lineBytesMax: link.greeting.lineBytesMax)
    var whole = ContinuedLine()
    while !isOver, let line = try next(input) {
      switch line {
      case .whole(let bytes):
        if let line = String(validating: bytes, as: UTF8.self) {
          guard whole.add(line) || whole.text.utf8.count > input.lineBytesMax else { continue }
          try send(whole.text)
          whole = ContinuedLine()
        } else {
          try fail(Diagnostic.lineNotUTF8)
        }
      case .overlong: try fail(Diagnostic.overlongLine(bytesMax: input.lineBytesMax))
      }
      try streams.finish()
    }
    if !isOver, !whole.text.utf8.isEmpty { try send(whole.text) }
  }

  /// Sends a line. A refused event or a failed expectation makes the exit code 1.
  mutating func send(_ line: String) throws(ExitError) {
    let answer: JSON
    do throws(ClientError) {
      answer = try link.change("command", [.init("line", .string(line))], line: line)
    } catch {
      switch error {
      case .refused, .tooLong: return try fail(error)
      default: break
      }
      try streams.finish()
      throw ExitError(status: .negative, findings: [error.diagnostic])
    }
    isOver = answer["isOver"]?.boolValue ?? false
    if answer["json"]?.isNo == true { isAllDone = false }
    try streams.write(text(ofAnswer: answer, isJSON: isJSON))
  }

  /// Reports why a line failed; the lines after it are still sent.
  private mutating func fail(_ error: some DiagnosticError) throws(ExitError) {
    isAllDone = false
    try streams.finish()
    streams.report([error.diagnostic])
  }

  private func next(_ input: LineReader) throws(ExitError) -> LineBlock.Line? {
    do { return try input.next() } catch { throw .file(error) }
  }
}

extension JSON {
  /// Whether the answer to a line makes the exit code 1: a refused event, an error, a link that
  /// opens nothing, or a failed line of a script.
  var isNo: Bool {
    self["outcome"] == "refused" || self["error"] != nil || self["errors"] != nil
      || (self["failures"]?.intValue ?? 0) > 0
  }
}
