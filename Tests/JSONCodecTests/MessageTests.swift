import Diagnostics
@testable import JSONCodec
import TestSupport
import Testing

struct MessageTests {
  static let messages: [(String, RPCMessage)] = [
    (
      #"{"jsonrpc":"2.0","id":1,"method":"a","params":{"b":2}}"#,
      .request(RPCRequest(id: .number(1), method: "a", params: ["b": 2]))
    ),
    (
      #"{"jsonrpc":"2.0","id":"x","method":"a"}"#,
      .request(RPCRequest(id: .text("x"), method: "a"))
    ),
    (
      #"{"jsonrpc":"2.0","method":"a","params":[]}"#,
      .notification(RPCNotification(method: "a", params: []))
    ),
    (
      #"{"jsonrpc":"2.0","id":-7,"result":null}"#,
      .response(RPCResponse(id: .number(-7), result: .null))
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}"#,
      .failure(RPCFailure(id: .number(1), code: RPCFailure.methodNotFound, message: "no"))
    ),
    (
      #"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m","data":[1]}}"#,
      .failure(RPCFailure(id: nil, code: 1, message: "m", data: [1]))
    ),
  ]

  @Test(arguments: messages)
  func `a message is written as it was read`(text: String, message: RPCMessage) throws {
    #expect(try RPCMessage(parsing: Array(text.utf8)) == message)
    #expect(String(decoding: message.line, as: UTF8.self) == text + "\n")
  }

  static let refused: [(String, Diagnostic)] = [
    ("[]", .notAnObject),
    (#"[{"jsonrpc":"2.0","method":"a"}]"#, .notAnObject),
    (#"{"method":"a"}"#, .wrongVersion),
    (#"{"jsonrpc":2.0,"method":"a"}"#, .wrongVersion),
    (#"{"jsonrpc":"1.0","method":"a"}"#, .wrongVersion),
    (#"{"jsonrpc":"2.0"}"#, .noKind),
    (#"{"jsonrpc":"2.0","id":1}"#, .noKind),
    (#"{"jsonrpc":"2.0","id":1,"result":1,"error":null}"#, .severalKinds),
    (#"{"jsonrpc":"2.0","id":1,"method":"a","result":1}"#, .severalKinds),
    (#"{"jsonrpc":"2.0","method":"a","parms":{}}"#, .unknownMember("parms")),
    (#"{"jsonrpc":"2.0","id":1,"result":1,"params":[]}"#, .unknownMember("params")),
    (#"{"jsonrpc":"2.0","id":null,"method":"a"}"#, .badIdentifier),
    (#"{"jsonrpc":"2.0","id":1.0,"method":"a"}"#, .badIdentifier),
    (#"{"jsonrpc":"2.0","result":1}"#, .badIdentifier),
    (#"{"jsonrpc":"2.0","error":{"code":1,"message":"m"}}"#, .badIdentifier),
    (#"{"jsonrpc":"2.0","id":1,"method":7}"#, .badMethod),
    (#"{"jsonrpc":"2.0","id":1,"method":"a","params":null}"#, .badParams),
    (#"{"jsonrpc":"2.0","id":1,"method":"a","params":"b"}"#, .badParams),
    (#"{"jsonrpc":"2.0","id":1,"error":"no"}"#, .badError),
    (#"{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":"m"}}"#, .badError),
    (#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","x":1}}"#, .unknownMember("x")),
  ]

  @Test(arguments: refused)
  func `an invalid message is refused`(text: String, error: Diagnostic) {
    #expect(throws: error) { try RPCMessage(parsing: Array(text.utf8)) }
    #expect(error.code == .jsonMessage)
  }

  @Test func `invalid JSON keeps the code and place of the JSON error`() throws {
    let error = #expect(throws: Diagnostic.self) { try RPCMessage(parsing: Array("{,".utf8)) }
    #expect(error?.code == .jsonSyntax)
    #expect(error?.position?.column == 2)
  }

  @Test func `identifiers are compared as bytes`() {
    #expect(RPCIdentifier.text("\u{e9}") != .text("e\u{301}"))
    #expect(RPCIdentifier.text("1") != .number(1))
  }

  @Test(arguments: seeds(200))
  func `a random object is refused, or read and written without loss`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var members: [JSON.Member] = [JSON.Member("jsonrpc", "2.0")]
    for key in ["id", "method", "params", "result", "error", "more"] where random.chance(40) {
      members.append(JSON.Member(key, random.json(depthMax: 2)))
    }
    guard let message = try? RPCMessage(.object(members)) else { return }
    #expect(try RPCMessage(parsing: message.line.dropLast()) == message, "seed \(seed)")
  }
}

extension RPCMessage {
  fileprivate init(parsing bytes: ArraySlice<UInt8>) throws { try self.init(parsing: Array(bytes)) }
}
