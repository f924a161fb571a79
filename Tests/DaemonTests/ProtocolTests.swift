import FileAccess
import JSONCodec
import TestSupport
import Testing

@testable import Daemon

@MainActor struct ProtocolTests {
  @Test func `a wrong id is answered with the values that are allowed`() throws {
    let client = try TestDaemon().client()
    client.send(#"{"jsonrpc":"2.0","id":true,"method":"session.list"}"#)
    let error = try client.read()["error"]
    #expect(error?["message"] == "the call's 'id' is not a number, a string or null")
    #expect(error?["data"]?["code"] == "json/message")
  }

  @Test func `the daemon answers as docs/protocol.md shows`() throws {
    let daemon = try TestDaemon()
    let client = try daemon.client()
    let hello = client.greeting
    #expect(hello["method"] == "hello")
    #expect(hello["params"]?["protocol"] == 1)
    #expect(hello["params"]?["durability"] == "none")
    #expect(hello["params"]?["readOnly"] == false)
    #expect(hello["params"]?["limits"]?["lineBytes"] == 1_048_576)
    #expect(
      try client.call("session.create", ["name": "demo"]) == ["session": "demo", "seq": 0])
    let moved = try client.call(
      "open", ["session": "demo", "link": "cinema://movies/42", "requestId": "r1"])
    #expect(moved["outcome"] == "moved")
    #expect(moved["transitions"]?.arrayValue?.count == 2)
    #expect(moved["seq"] == 1)
    #expect(
      try client.call("stack", ["session": "demo"]).text
        == #"{"coordinator":"home","screens":[{"screen":"Home","values":{}},"#
        + #"{"screen":"Movies","values":{}},{"screen":"Movie","values":{"id":"42"}}],"seq":1}"#)
    let link = try client.call("resolve", ["link": "cinema://movies/42"])
    #expect(link["screen"] == "Movie" && link["params"] == ["id": "42"])
    #expect(try client.call("subscribe", ["session": "demo", "fromSeq": 0]) == ["seq": 1])
    let event = try client.notice("event")
    #expect(event["session"] == "demo" && event["seq"] == 1 && event["outcome"] == "moved")
    #expect(
      event["event"] == ["line": "open cinema://movies/42", "requestId": "r1"])
    #expect(event["transitions"] == moved["transitions"])
  }

  @Test func `a refused event is a result and changes nothing`() throws {
    let daemon = try TestDaemon()
    let client = try daemon.client()
    _ = try client.call("session.create", ["name": "a"])
    let refused = try client.call("open", ["session": "a", "link": "/nowhere"])
    #expect(refused["outcome"] == "refused" && refused["reason"] == "not-found")
    #expect(refused["seq"] == 0)
    #expect(
      try client.call("expect", ["session": "a", "line": "outcome refused"])["expected"] == true)
    _ = try client.call("open", ["session": "a", "link": "/movies"])
    #expect(
      try client.call("expect", ["session": "a", "line": "outcome moved"])["expected"] == true)
    let failed = try client.call("expect", ["session": "a", "line": "screen Home"])
    #expect(failed["code"] == -32_008 && failed["data"]?["code"] == "expect/failed")
  }

  /// The examples of https://www.jsonrpc.org/specification, with methods of the daemon.
  nonisolated static let examples: [(sent: String, answer: String?)] = [
    (
      #"{"jsonrpc": "2.0", "method": "resolve", "params": ["/login"], "id": 1}"#,
      #"{"jsonrpc":"2.0","id":1,"result":{"link":"/login","route":"/login","name":"Login","screen":"#
        + #""Login","params":{},"query":{},"gates":[],"coordinator":null,"as":"sheet","hops":[]}}"#
    ),
    (#"{"jsonrpc": "2.0", "method": "status", "params": [1,2,3,4,5]}"#, nil),
    (#"{"jsonrpc": "2.0", "method": "foobar"}"#, nil),
    (
      #"{"jsonrpc": "2.0", "method": "foobar", "id": "1"}"#,
      #"{"jsonrpc":"2.0","id":"1","error":{"code":-32601,"#
    ),
    (
      #"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#,
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#
    ),
    (
      #"{"jsonrpc": "2.0", "method": 1, "params": "bar"}"#,
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#
    ),
    (
      #"[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},{"jsonrpc": "2.0", "method""#,
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#
    ),
    ("[]", #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#),
    ("[1]", #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#),
    (
      #"[{"jsonrpc": "2.0", "method": "status", "id": 1}]"#,
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message is a batch","#
        + #""data":{"code":"json/message","advice":"Send one call per line."}}}"#
    ),
    (#"{"jsonrpc":"2.0","method":"nope","id":null}"#, #"{"jsonrpc":"2.0","id":null,"error":{"#),
    (#"{"jsonrpc":"2.0","method":"nope","id":1.50}"#, #"{"jsonrpc":"2.0","id":1.50,"error":{"#),
    (
      #"{"jsonrpc":"1.0","method":"status","id":7}"#,
      #"{"jsonrpc":"2.0","id":7,"error":{"code":-32600"#
    ),
    (
      #"{"jsonrpc":"2.0","method":"status","id":[7]}"#,
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600"#
    ),
    (
      #"{"jsonrpc":"2.0","method":"resolve","id":8,"params":{"link":"/","link":"/"}}"#,
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700"#
    ),
  ]

  @Test(arguments: examples.indices)
  func `the examples of the JSON-RPC specification get its answers, batches an error`(
    index: Int
  ) throws {
    let (sent, wanted) = Self.examples[index]
    let daemon = try TestDaemon()
    let client = try daemon.client()
    client.send(sent)
    client.send(#"{"jsonrpc":"2.0","method":"stack","id":"end","params":{"session":"none"}}"#)
    var line = String(decoding: try client.line(), as: UTF8.self)
    if let wanted {
      #expect(line.hasPrefix(wanted), "\(line)")
      line = String(decoding: try client.line(), as: UTF8.self)
    }
    #expect(line.hasPrefix(#"{"jsonrpc":"2.0","id":"end","error":{"code":-32000,"#), "\(line)")
  }

  @Test(.enabled(if: hasCorpora, "the corpora are not present"))
  func `every case of the JSON test suite gets the right kind of answer`() throws {
    let path = corporaFolder + "/json-test-suite/cases.jsonl"
    let bytes = try readFile(path, bytesMax: 16_000_000)
    let client = try TestDaemon().client()
    var counts = (accepted: 0, refused: 0)
    for line in bytes.split(separator: 0x0A) {
      let row = try JSON(parsing: Array(line), bytesMax: 1_000_000)
      let name = try #require(row["name"]?.stringValue)
      let document = decodedBase64(row["base64"]?.stringValue ?? "")
      // A line cannot hold a line end, and an empty one is passed over.
      guard !document.contains(0x0A), document.contains(where: { $0 != 0x0D }) else { continue }
      client.send(document + [0x0A])
      client.send(#"{"jsonrpc":"2.0","method":"nope","id":"end"}"#)
      var isParsed = true
      while true {
        let answer = try client.read()
        if answer["id"] == "end" { break }
        if answer["error"]?["code"] == -32_700 { isParsed = false }
      }
      switch row["expect"] {
      case "accept"?:
        // Of two equal keys none is taken, by design.
        #expect(isParsed != name.hasPrefix("y_object_duplicated_key"), "\(name)")
        counts.accepted += 1
      case "reject"?:
        #expect(!isParsed, "\(name)")
        counts.refused += 1
      default: break
      }
    }
    #expect(counts.accepted > 80 && counts.refused > 150)
  }

  private func decodedBase64(_ text: String) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for digit in text.utf8.compactMap({ alphabet.firstIndex(of: $0) }) {
      bits = (bits << 6 | digit) & 0xFFFF
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 0xFF))
      }
    }
    return bytes
  }

  @Test func `later lines of one write see the changes of earlier ones`() throws {
    let client = try TestDaemon().client()
    _ = try client.call("session.create", ["name": "a"])
    var text = ""
    for number in 1...100 {
      text += #"{"jsonrpc":"2.0","id":\#(number),"method":"open","params":"#
      text += #"{"session":"a","link":"/movies/\#(number)"}}"# + "\n"
    }
    client.send(Array(text.utf8))
    for number in 1...100 {
      let answer = try client.read()
      #expect(answer["id"]?.intValue == Int64(number))
      #expect(answer["result"]?["seq"]?.intValue == Int64(number))
    }
  }

  @Test func `all lines of a client that leaves without its answers are executed`() throws {
    let daemon = try TestDaemon()
    let (client, other) = (try daemon.client(), try daemon.client())
    _ = try other.call("session.create", ["name": "a"])
    let lines = (1...100).map { number in
      #"{"jsonrpc":"2.0","id":1,"method":"open","params":"#
        + #"{"session":"a","link":"/movies/\#(number)"}}"# + "\n"
    }
    let bytes = Array(lines.joined().utf8)
    #expect(posixSend(client.descriptor, bytes[...]) == bytes.count)
    client.close()
    #expect(other.isQuiet())  // Some turns of the daemon.
    #expect(try other.call("stack", ["session": "a"])["seq"] == 100)
  }

  nonisolated static let commands: [(method: String, params: JSON, key: String)] = [
    ("tree", [:], "coordinators"), ("taps", [:], "taps"), ("gates", [:], "gates"),
    ("deferred", [:], "queue"), ("log", ["count": 3], "transitions"), ("show", [:], "title"),
    ("why", ["link": "/movies/1"], "route"),
    ("link", ["name": "Movie", "values": ["id": "7"]], "path"),
    ("undo", [:], "position"), ("redo", [:], "position"), ("goto", ["position": 0], "position"),
    ("save", [:], "script"), ("help", ["command": "open"], "usage"),
    ("load", ["script": "open /movies/9\n"], "position"),
    ("source", ["script": "back\nexpect screen Movies\n"], "steps"),
    ("dirty", ["unsaved": true], "outcome"), ("wait", ["duration": "10m"], "outcome"),
    ("pop", ["count": 1], "outcome"), ("pop", ["screen": "Home"], "outcome"),
    ("login", ["subject": "alice"], "outcome"), ("tab", ["name": "library"], "outcome"),
    ("satisfy", ["gate": "login"], "outcome"), ("revoke", ["gate": "login"], "outcome"),
    ("logout", [:], "outcome"), ("finish", ["result": "x"], "outcome"),
    ("command", ["line": "open /movies", "columns": 60], "prompt"),
    ("complete", ["line": "op", "cursor": 2], "words"),
  ]

  @Test func `every command is a method`() throws {
    let client = try TestDaemon().client()
    _ = try client.call("session.create", ["name": "a"])
    _ = try client.call("open", ["session": "a", "link": "/movies/1"])
    for (method, params, key) in Self.commands {
      let members = params.objectValue ?? []
      let answer = try client.call(
        method, .object([JSON.Member("session", "a")] + members))
      if key == "usage" {
        #expect(answer["command"] == "open")
      } else {
        #expect(answer[key] != nil, "\(method): \(answer.text)")
      }
    }
    #expect(try client.call("routes", ["filter": "movies"])["count"] == 2)
    #expect(try client.call("quit", ["session": "a"]) == [:])
  }

  @Test func `a link has a source and a signature`() throws {
    let client = try TestDaemon().client()
    _ = try client.call("session.create", ["name": "a"])
    let answer = try client.call("open", ["session": "a", "link": "/", "from": "insde"])
    #expect(answer["reason"] == "unknown-source")
    #expect(answer["message"]?.stringValue?.contains("did you mean 'inside'?") ?? false)
    let signed = try client.call("open", ["session": "a", "link": "/", "signature": "valid"])
    #expect(signed["outcome"] == "duplicated")
    let inside = try client.call(
      "open", ["session": "a", "link": "/", "from": "inside", "signature": "valid"])
    #expect(inside["data"]?["code"] == "command/usage", "\(inside.text)")
  }

  @Test func `commands that name files are refused`() throws {
    let daemon = try TestDaemon()
    let client = try daemon.client()
    _ = try client.call("session.create", ["name": "a"])
    for line in ["save x.nav", "load /etc/passwd", "source /etc/passwd"] {
      let answer = try client.call("command", ["session": "a", "line": .string(line)])
      #expect(answer["json"]?["error"]?["code"] == "command/file", "\(answer.text)")
    }
    let script = "source /etc/passwd\n"
    let answer = try client.call("source", ["session": "a", "script": .string(script)])
    #expect(answer["failures"] == 1)
    #expect(
      try client.call("complete", ["session": "a", "line": "load /et", "cursor": 8])["words"] == [])
  }

  @Test func `parameters of the wrong type are refused by name`() throws {
    let client = try TestDaemon().client()
    _ = try client.call("session.create", ["name": "a"])
    let rows: [(String, JSON, String)] = [
      ("open", ["session": "a"], "'link' of 'open' is missing"),
      ("open", ["session": "a", "link": 1], "'link' of 'open' is not a string"),
      ("open", ["session": "a", "link": "/", "from": 1], "'from' of 'open' is not a string"),
      ("open", ["session": "a", "link": "/", "way": "x"], "'way' of 'open' is unknown"),
      (
        "open", ["session": "a", "link": "/", "signature": "nix"],
        "'signature' of 'open' is none of 'absent', 'valid', 'invalid'"
      ),
      ("goto", ["session": "a", "position": -1], "is below 0"),
      ("pop", ["session": "a"], "is required, but not both"),
      ("pop", ["session": "a", "count": 1, "screen": "x"], "is required, but not both"),
      ("dirty", ["session": "a", "unsaved": "on"], "is neither true nor false"),
      ("link", ["session": "a", "name": "x", "values": ["a": 1]], "is not an object of strings"),
      ("status", ["x": 1], "'x' of 'status' is unknown"),
    ]
    for (method, params, wanted) in rows {
      let error = try client.call(method, params)
      #expect(error["code"] == -32_602 && error["data"]?["code"] == "daemon/parameter")
      #expect(error["message"]?.stringValue?.contains(wanted) ?? false, "\(error.text)")
    }
  }
}
