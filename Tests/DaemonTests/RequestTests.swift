import Service
import Diagnostics
import FileAccess
import JSONCodec
import Journal
import TestSupport
import Testing

@testable import Daemon

@MainActor struct RequestTests {
  @Test func `a repeated call with the same id changes nothing`() throws {
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

  @Test func `a session is created and closed once`() throws {
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

  @Test func `pages of sessions list all names in order`() throws {
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

  // Goal: an id is known as long as it is among the last, however much has happened since.
  // Method: more changes than are kept, then a snapshot, which deletes the old ones; and a restart.
  @Test func `request ids outlive the records around them`() throws {
    let folder = try TemporaryFolder()
    func open(_ link: String, _ id: String? = nil) -> JSON {
      let call: [JSON.Member] = [.init("session", "a"), .init("link", .string(link))]
      return .object(call + (id.map { [.init("requestId", .string($0))] } ?? []))
    }
    let links = [open("/movies/1", "first"), open("/movies/2", "second")]
    var answers: [JSON] = []
    for round in 0..<2 {
      let daemon = try TestDaemon(folder: folder, durability: .interval)
      let client = try daemon.client()
      if round == 0 {
        _ = try client.call("session.create", ["name": "a", "requestId": "begin"])
        answers = try links.map { try client.call("open", $0) }
        try change(Journal.keptRecordsMax + 3 * Journal.snapshotEvents, client)
      }
      #expect(try links.map { try client.call("open", $0) } == answers)
      let begun = try client.call("session.create", ["name": "a", "requestId": "begin"])
      #expect(begun == ["session": "a", "seq": 0])
      // Between the kept ones and the others is a gap, which is not reported.
      let tooOld = try client.call("subscribe", ["session": "a", "fromSeq": 1])
      #expect(round == 0 || tooOld["data"]?["code"] == "daemon/too-old", "\(tooOld)")
    }
    #expect(try Journal.check(folder: folder("data")).records < 9_000)
  }

  /// Changes a session `a` that many times, in portions with one snapshot each.
  private func change(_ count: Int, _ client: TestClient) throws {
    let script = String(repeating: "open /movies/1\nopen /movies/2\n", count: 128)
    for _ in 0..<(count / Journal.snapshotEvents) {
      let answer = try client.call("source", ["session": "a", "script": .string(script)])
      #expect(answer["failures"] == 0 && answer["stopped"] == nil)
    }
  }

  @Test func `a repeated command has the seq of its first answer`() throws {
    let folder = try TemporaryFolder()
    let typed: JSON = ["session": "a", "line": "open /movies/1", "requestId": "c"]
    for round in 0..<2 {
      let daemon = try TestDaemon(folder: folder, durability: .always)
      let client = try daemon.client()
      if round == 0 { _ = try client.call("session.create", ["name": "a"]) }
      #expect(try client.call("command", typed)["seq"] == 1)
      _ = try client.call("open", ["session": "a", "link": "/movies/2"])
    }
  }

  @Test func `an id whose answer is gone is an error and changes nothing`() throws {
    let daemon = try TestDaemon(durability: .always)
    let client = try daemon.client()
    _ = try client.call("session.create", ["name": "a"])
    let call: JSON = ["session": "a", "link": "/movies/1", "requestId": "r"]
    _ = try client.call("open", call)
    let memory = try #require(daemon.daemon.sessions["a"]?.requests)
    let entry = try #require(memory["r"])
    memory.forgetAll()
    memory.remember(
      "r", RequestMemory.Entry(digest: entry.digest, answer: nil, record: 999, seq: 1),
      countMax: 10)
    let again = try client.call("open", call)
    #expect(again["code"] == -32_012 && again["data"]?["code"] == "daemon/answer-gone")
    #expect(try client.call("stack", ["session": "a"])["seq"] == 1)
  }

  // A journal that cannot be read says nothing about what is in it.
  @Test func `a call that needs the journal fails while it cannot be read`() throws {
    let daemon = try TestDaemon(durability: .always) { $0.limits.recentBytesMax = 8_192 }
    let client = try daemon.client()
    _ = try client.call("session.create", ["name": "a"])
    func open(_ number: Int) throws -> JSON {
      try client.call(
        "open",
        ["session": "a", "link": .string("/movies/\(number)"), "requestId": .string("r\(number)")])
    }
    for number in 0..<100 { _ = try open(number) }
    let memory = try #require(daemon.daemon.sessions["a"]?.requests)
    let entry = try #require(memory["r1"])
    memory.remember(
      "r1", RequestMemory.Entry(digest: entry.digest, answer: nil, record: entry.record, seq: 2),
      countMax: 200)
    let journal = try #require(daemon.daemon.persistence.journal)
    journal.close()
    let answers = try [
      client.call("subscribe", ["session": "a", "fromSeq": 0]), open(1),
    ]
    for answer in answers {
      #expect(answer["code"] == -32_006, "\(answer)")
    }
    #expect(daemon.log.entries.count { $0.kind == "journal/failed" } == 2)
    #expect(try client.call("stack", ["session": "a"])["seq"] == 100)
  }

  @Test func `a session remembers only its last ids`() throws {
    let daemon = try TestDaemon { $0.limits.requestIds.max = 4 }
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

  @Test func `an id that has left the memory is found in the journal`() throws {
    let daemon = try TestDaemon(durability: .always) { $0.limits.requestIds.max = 4 }
    let client = try daemon.client()
    _ = try client.call("session.create", ["name": "a"])
    func open(_ number: Int, _ link: String = "/movies") throws -> JSON {
      try client.call(
        "open",
        ["session": "a", "link": .string(link), "requestId": .string("r\(number)")])
    }
    let answers = try (0..<8).map { try open($0) }
    for number in 0..<8 { #expect(try open(number) == answers[number]) }
    #expect(try open(0, "/movies/1")["data"]?["code"] == "daemon/conflict")
    #expect(try client.call("stack", ["session": "a"])["seq"] == 8)
    #expect(try open(8)["seq"] == 9)
  }

  // Goal: a session's ids do not depend on what others do.
  // Method: less memory than the ids of one busy session need.
  @Test(arguments: [Durability.none, .always])
  func `the ids of other sessions push none out`(durability: Durability) throws {
    let daemon = try TestDaemon(durability: durability) { $0.limits.requestBytes.max = 20_000 }
    let client = try daemon.client()
    for name in ["a", "b", "c"] as [JSON] { _ = try client.call("session.create", ["name": name]) }
    let call: JSON = ["session": "a", "link": "/movies/1", "requestId": "r"]
    let refused: JSON = ["session": "a", "name": "nowhere", "requestId": "t"]
    let first = (try client.call("open", call), try client.call("tap", refused))
    for number in 0..<200 {
      for name in ["b", "c"] as [JSON] {
        _ = try client.call(
          "open", ["session": name, "link": "/movies", "requestId": .string("r\(number)")])
      }
    }
    #expect(try client.call("open", call) == first.0)
    #expect(try client.call("tap", refused) == first.1)
    #expect(try client.call("stack", ["session": "a"])["seq"] == 1)
    #expect(daemon.daemon.records.requestBytes <= 20_000)
    // Nor do they push out each other's newest ids.
    for name in ["b", "c"] as [JSON] {
      let again = try client.call(
        "open", ["session": name, "link": "/movies", "requestId": "r199"])
      #expect(again["seq"] == 200)
    }
    guard durability == .always else { return }
    let old = try client.call("open", ["session": "b", "link": "/movies", "requestId": "r0"])
    #expect(old["seq"] == 1)
  }

  @Test func `all ids together use bounded memory`() throws {
    let daemon = try TestDaemon { $0.limits.requestBytes.max = 20_000 }
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
    #expect(daemon.daemon.records.requestBytes <= 20_000)
    #expect(daemon.daemon.counters.limitsReached["requestBytes"] ?? 0 > 0)
    for session in 0..<10 {
      _ = try client.call("session.close", ["session": .string("s\(session)")])
    }
    #expect(daemon.daemon.records.requestBytes == 0)
  }

  /// Every request that the plain reader accepts must equal the general reader's.
  @Test(arguments: seeds(400))
  func `the plain reader agrees with the general reader`(seed: UInt64) throws {
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
    let room = UnsafeMutableBufferPointer<PlainRequest.Parameter>.allocate(
      capacity: PlainRequest.parametersMax)
    defer { room.deallocate() }
    line.withUnsafeBufferPointer { bytes in
      var plain = PlainRequest(room: room)
      guard plain.read(bytes) else { return }
      guard let call = try? RPCCall.read(line) else {
        Issue.record("plain, but no call: \(parts.joined())")
        return
      }
      #expect(call.id?.text == plain.id.map { String(decoding: $0, as: UTF8.self) })
      #expect(call.method == String(decoding: plain.method, as: UTF8.self))
      let members = call.params?.objectValue ?? []
      let names = plain.parameters.map { String(decoding: $0.name, as: UTF8.self) }
      #expect(members.map(\.key) == names)
      #expect(members.map(\.value) == plain.parameters.map { json(of: $0.value) })
    }
  }

  private func json(of value: PlainRequest.Parameter.Value) -> JSON {
    switch value {
    case .text(let text): .string(String(decoding: text, as: UTF8.self))
    case .integer(let value): .int(value)
    case .bool(let value): .bool(value)
    }
  }
}
