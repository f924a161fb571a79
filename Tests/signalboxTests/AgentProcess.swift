import Diagnostics
import FileAccess
import JSONCodec
import PseudoTerminal
import TestSupport
import Testing

/// `signalbox mcp` of the built program, with its input and output.
final class AgentProcess {
  let program: RunningProgram
  private let input: Descriptor
  private let reader: LineReader
  private let output: Descriptor
  private var lastID = 0

  /// - Parameters:
  ///   - arguments: The arguments after `mcp`.
  ///   - folder: Where it creates temporary files, and looks for a daemon.
  init(_ arguments: [String], temporary folder: String = "/tmp") throws {
    let (input, output) = (try #require(Descriptor.pipe()), try #require(Descriptor.pipe()))
    program = try RunningProgram(
      try builtProgram("signalbox"), ["mcp"] + arguments,
      environment: ["TMPDIR=\(folder)", "XDG_RUNTIME_DIR=\(folder)", "PATH=/usr/bin:/bin"],
      descriptors: [input.reading.number, output.writing.number, 2])
    (self.input, self.output) = (input.writing, output.reading)
    reader = LineReader(descriptor: output.reading.number, lineBytesMax: 1 << 24)
  }

  /// Sends bytes.
  func send(_ text: String) throws { try input.write(Array(text.utf8)) }

  /// The next line that it sends.
  func receive() throws -> JSON {
    guard case .whole(let bytes) = try #require(try reader.next(), "it has ended") else {
      throw Diagnostic(.jsonMessage, "the line is too long")
    }
    return try JSON(parsing: Array(bytes), file: "answer", bytesMax: 1 << 24)
  }

  /// The answer to a request.
  func request(_ method: String, _ params: JSON = [:]) throws -> JSON {
    lastID += 1
    let id = RPCIdentifier.number(Int64(lastID))
    let message = RPCMessage.request(RPCRequest(id: id, method: method, params: params))
    try input.write(message.line)
    let answer = try receive()
    #expect(answer["id"] == id.json)
    return answer
  }

  /// The result of a tool.
  func call(_ tool: String, _ arguments: JSON) throws -> JSON {
    try #require(
      try request("tools/call", ["name": .string(tool), "arguments": arguments])["result"])
  }

  /// The text of a tool's result.
  func text(_ tool: String, _ arguments: JSON) throws -> String {
    try #require(try call(tool, arguments)["content"]?.arrayValue?.first?["text"]?.stringValue)
  }
}
