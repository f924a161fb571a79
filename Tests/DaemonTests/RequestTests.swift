import JSONCodec
import Journal
import TestSupport
import Testing

@testable import Daemon

@MainActor struct RequestTests {
  @Test func `the same id with the same call does nothing again`() throws {
    let daemon = try TestDaemon()
    let client = try daemon.client()
    _ = try client.call("session.create", ["name": "a"])
    let call: JSON = ["session": "a", "link": "/movies/1", "requestId": "r"]
    let first = try client.call("open", call)
    _ = try client.call("open", ["session": "a", "link": "/movies/2"])
    #expect(try client.call("open", call) == first)
    #expect(try client.call("stack", ["session": "a"])["seq"] == 2)
    let other = try client.call("open", ["session": "a", "link": "/movies/3", "requestId": "r"])
    #expect(other["code"] == -32_005 && other["data"]?["code"] == "daemon/conflict")
    let method = try client.call("back", ["session": "a", "requestId": "r"])
    #expect(method["data"]?["code"] == "daemon/conflict")
    let typed: JSON = ["session": "a", "line": "back", "requestId": "c"]
    #expect(try client.call("command", typed) == (try client.call("command", typed)))
    #expect(try client.call("stack", ["session": "a"])["seq"] == 3)
  }

  @Test func `a session is begun and ended once`() throws {
    let folder = try TemporaryFolder()
    let begin: JSON = ["name": "a", "requestId": "b"]
    let end: JSON = ["session": "a", "requestId": "e"]
    var first: TestDaemon? = try TestDaemon(folder: folder, durability: .always)
    if let client = try first?.client() {
      #expect(try client.call("session.create", begin) == ["session": "a", "seq": 0])
      _ = try client.call("open", ["session": "a", "link": "/movies/1"])
    }
    first = nil
    let again = try TestDaemon(folder: folder, durability: .always)
    let client = try again.client()
    #expect(try client.call("session.create", begin) == ["session": "a", "seq": 0])
    #expect(try client.call("stack", ["session": "a"])["seq"] == 1)
    let cold = try client.call("session.create", ["name": "a", "cold": true, "requestId": "b"])
    #expect(cold["data"]?["code"] == "daemon/conflict")
    let other = try client.call("session.create", ["name": "a", "requestId": "other"])
    #expect(other["code"] == -32_001)
    #expect(try client.call("session.create", ["requestId": "b"])["code"] == -32_602)

    #expect(try client.call("session.close", end) == ["session": "a", "seq": 1])
    #expect(try client.call("session.close", end) == ["session": "a", "seq": 1])
    #expect(try client.call("session.create", ["name": "a"]) == ["session": "a", "seq": 0])
    #expect(try client.call("session.close", end) == ["session": "a", "seq": 1])
    #expect(try client.call("stack", ["session": "a"])["seq"] == 0)
    let unknown = try client.call("session.close", ["session": "b", "requestId": "e"])
    #expect(unknown["data"]?["code"] == "daemon/unknown-session")
  }

  @Test func `pages of sessions are those of all names in order`() throws {
    let daemon = try TestDaemon()
    let client = try daemon.client()
    var generator = SplitMix64(seed: 5)
    var names: [String] = []
    for number in 0..<2_500 {
      names.append("\(generator.below(1_000))-\(number)")
      _ = try client.call("session.create", ["name": .string(names[number])])
    }
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for count in [1, 7, 333, 1_000] {
      var seen: [String] = []
      var isMore = true
      while isMore, seen.count < 2 * names.count {
        var call: [JSON.Member] = [.init("count", .int(Int64(count)))]
        if let last = seen.last { call.append(.init("after", .string(last))) }
        let page = try client.call("session.list", .object(call))
        let listed = page["sessions"]?.arrayValue?.compactMap { $0["session"]?.stringValue } ?? []
        #expect(page["count"] == 2_500)
        seen += listed
        isMore = page["more"] == true && (count > 7 || seen.count < 50)
      }
      #expect(seen == Array(names.prefix(seen.count)))
      #expect(seen.count == (count > 7 ? 2_500 : count == 7 ? 56 : 50))
    }
  }

  @Test func `only the last ids of a session are known`() throws {
    let daemon = try TestDaemon { $0.limits.requestIdsMax = 4 }
    let client = try daemon.client()
    _ = try client.call("session.create", ["name": "a"])
    for number in 0..<6 {
      _ = try client.call(
        "open", ["session": "a", "link": "/movies", "requestId": .string("r\(number)")])
    }
    let known = try client.call(
      "open", ["session": "a", "link": "/movies", "requestId": "r5"])
    #expect(known["seq"] == 6)
    let forgotten = try client.call(
      "open", ["session": "a", "link": "/movies", "requestId": "r0"])
    #expect(forgotten["seq"] == 7)
  }

  @Test func `all ids together take bounded memory`() throws {
    let daemon = try TestDaemon { $0.limits.requestBytesMax = 20_000 }
    let client = try daemon.client()
    for session in 0..<10 {
      _ = try client.call("session.create", ["name": .string("s\(session)")])
      for number in 0..<20 {
        _ = try client.call(
          "open",
          [
            "session": .string("s\(session)"), "link": "/movies",
            "requestId": .string("r\(number)"),
          ])
      }
    }
    #expect(daemon.daemon.requests.bytes <= 20_000)
    #expect(daemon.daemon.counters.limitsMet[.requestBytes] ?? 0 > 0)
    for session in 0..<10 {
      _ = try client.call("session.close", ["session": .string("s\(session)")])
    }
    #expect(daemon.daemon.requests.bytes == 0)
  }

  /// What is read as plain must be what the general reader makes of it.
  @Test(arguments: 0..<400 as Range<UInt64>)
  func `a plain request means what the whole reader says`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let pieces = [
      "{", "}", "\"jsonrpc\"", ":", "\"2.0\"", ",", "\"id\"", "1", "-0", "\"a\"", "\"method\"",
      "\"open\"", "\"params\"", "{\"link\":\"/movies\"}", "{\"link\":\"/\",\"link\":1}", "[1]", " ",
      "true", "01", "1.5", "\"\\u0041\"", "\"é\"", "null", "{\"n\":12345678901234567890}", "{}",
    ]
    let whole = [
      "{", "\"jsonrpc\"", ":", "\"2.0\"", ",", "\"id\"", ":", "1", ",", "\"method\"", ":",
      "\"open\"", ",", "\"params\"", ":", "{\"link\":\"/movies\"}", "}",
    ]
    var parts = whole
    for _ in 0..<generator.below(3) {
      let place = generator.below(parts.count)
      let piece = pieces[generator.below(pieces.count)]
      switch generator.below(3) {
      case 0: parts[place] = piece
      case 1: parts.insert(piece, at: place)
      default: parts.remove(at: place)
      }
    }
    let line = Array(parts.joined().utf8)
    var plain = PlainRequest()
    guard line.withUnsafeBufferPointer({ plain.read($0) }) else { return }
    guard case .single(.success(let call)) = try RPCCall.read(line) else {
      Issue.record("plain, but no call: \(parts.joined())")
      return
    }
    let id = String(decoding: line[plain.id], as: UTF8.self)
    #expect(call.id?.text ?? "" == id)
    #expect(call.method == String(decoding: line[plain.method], as: UTF8.self))
    #expect(call.params?.objectValue?.count ?? 0 == plain.parameters.count)
  }
}
