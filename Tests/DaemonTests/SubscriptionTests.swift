import FileAccess
import JSONCodec
import Journal
import TestSupport
import Testing

@testable import Daemon

@MainActor struct SubscriptionTests {
  /// The numbers of the next changes that a client is notified of.
  private func sequence(_ client: TestClient, _ count: Int) throws -> [Int64] {
    try (0..<count).map { _ in try client.notice("event")["seq"]?.intValue ?? -1 }
  }

  @Test func `all clients of a session see the same changes`() throws {
    let daemon = try TestDaemon()
    let (first, second) = (try daemon.client(), try daemon.client())
    _ = try first.call("session.create", ["name": "a"])
    _ = try first.call("subscribe", ["session": "a"])
    _ = try second.call("subscribe", ["session": "a"])
    for number in 0..<20 {
      let client = number % 3 == 0 ? first : second
      let link = JSON.string("/movies/\(number)")
      _ = try client.call("open", ["session": "a", "link": link])
    }
    _ = try first.call("undo", ["session": "a"])
    _ = try second.call("command", ["session": "a", "line": "login alice"])
    var lines: [[JSON]] = [[], []]
    for (index, client) in [first, second].enumerated() {
      for _ in 0..<22 { lines[index].append(try client.notice("event")) }
    }
    #expect(lines[0] == lines[1])
    #expect(lines[0].map { $0["seq"]?.intValue } == (1...22).map { Int64($0) })
    #expect(lines[0][20]["event"] == ["line": "undo"])
  }

  // Method: a client that is subscribed, one that subscribes later, and one after a restart.
  @Test func `a change is notified in the same words live, from memory and from the journal`()
    throws
  {
    let folder = try TemporaryFolder()
    var first: TestDaemon? = try TestDaemon(folder: folder, durability: .always)
    var live: [JSON] = []
    if let (client, other) = try first.map({ (try $0.client(), try $0.client()) }) {
      _ = try client.call("session.create", ["name": "a"])
      _ = try other.call("subscribe", ["session": "a"])
      let calls: [(method: String, line: String, params: [JSON.Member])] = [
        ("open", "open /movies/1", [.init("link", "/movies/1")]), ("undo", "undo", []),
        ("login", "login é", [.init("subject", "é"), .init("requestId", "r 1")]),
      ]
      for call in calls {
        let answer = try client.call(
          call.method, .object([.init("session", "a")] + call.params))
        let id = call.params.filter { $0.key == "requestId" }
        let event = JSON.object([.init("line", .string(call.line))] + id)
        live.append(try other.notice("event"))
        #expect(
          live.last
            == .object(
              [.init("session", "a"), .init("event", event)] + (answer.objectValue ?? [])))
      }
      _ = try client.call("subscribe", ["session": "a", "fromSeq": 0])
      #expect(try live.map { _ in try client.notice("event") } == live)
    }
    first = nil
    let again = try TestDaemon(folder: folder, durability: .always)
    let client = try again.client()
    _ = try client.call("subscribe", ["session": "a", "fromSeq": 0])
    #expect(try live.map { _ in try client.notice("event") } == live)
  }

  @Test(arguments: 0...12)
  func `a late subscriber gets every change from its start on`(from: Int64) throws {
    let daemon = try TestDaemon()
    let (first, second) = (try daemon.client(), try daemon.client())
    _ = try first.call("session.create", ["name": "a"])
    for number in 0..<12 {
      _ = try first.call("open", ["session": "a", "link": .string("/movies/\(number)")])
    }
    #expect(
      try second.call("subscribe", ["session": "a", "fromSeq": .int(from)]) == ["seq": 12])
    _ = try first.call("back", ["session": "a"])
    #expect(try sequence(second, Int(13 - from)) == Array((from + 1)...13))
    #expect(second.isQuiet())
  }

  @Test func `a long replay has no gap while others make changes`() throws {
    let daemon = try TestDaemon()
    let (first, second) = (try daemon.client(), try daemon.client())
    _ = try first.call("session.create", ["name": "a"])
    for number in 0..<1_000 {
      _ = try first.call("open", ["session": "a", "link": .string("/movies/\(number)")])
    }
    second.request("subscribe", ["session": "a", "fromSeq": 0])
    for number in 0..<200 {
      _ = try first.call("open", ["session": "a", "link": .string("/movies/\(number)")])
    }
    #expect(try sequence(second, 1_200) == Array(1...1_200))
  }

  @Test func `changes that are no longer kept are reported as too old`() throws {
    let daemon = try TestDaemon { $0.limits.recentBytesMax = 8_192 }
    let client = try daemon.client()
    _ = try client.call("session.create", ["name": "a"])
    for number in 0..<100 {
      _ = try client.call("open", ["session": "a", "link": .string("/movies/\(number)")])
    }
    let error = try client.call("subscribe", ["session": "a", "fromSeq": 0])
    #expect(error["code"] == -32_004 && error["data"]?["code"] == "daemon/too-old")
    let oldest = try #require(error["data"]?["oldest"]?.intValue)
    #expect(oldest > 0 && oldest < 100)
    #expect(
      try client.call("subscribe", ["session": "a", "fromSeq": .int(oldest)]) == ["seq": 100])
    #expect(try sequence(client, Int(100 - oldest)) == Array((oldest + 1)...100))
    let newer = try client.call("subscribe", ["session": "a", "fromSeq": 101])
    #expect(newer["data"]?["code"] == "daemon/too-new" && newer["data"]?["newest"] == 100)
  }

  @Test func `a refused subscription keeps the existing one`() throws {
    let daemon = try TestDaemon {
      $0.limits.recentBytesMax = 8_192
      $0.limits.subscriptions.max = 1
    }
    let client = try daemon.client()
    for name in ["a", "b"] { _ = try client.call("session.create", ["name": .string(name)]) }
    for number in 0..<100 {
      _ = try client.call("open", ["session": "a", "link": .string("/movies/\(number)")])
    }
    _ = try client.call("subscribe", ["session": "a"])
    let old = try client.call("subscribe", ["session": "a", "fromSeq": 0])
    #expect(old["data"]?["code"] == "daemon/too-old")
    let new = try client.call("subscribe", ["session": "a", "fromSeq": 101])
    #expect(new["data"]?["code"] == "daemon/too-new")
    let more = try client.call("subscribe", ["session": "b"])
    #expect(more["data"]?["limit"] == "subscriptions")
    _ = try client.call("back", ["session": "a"])
    #expect(try sequence(client, 1) == [101])
    // One in place of another is none more.
    #expect(try client.call("subscribe", ["session": "a", "fromSeq": 100]) == ["seq": 101])
    #expect(try sequence(client, 1) == [101])
    #expect(daemon.daemon.records.subscriptionCount == 1)
  }

  @Test func `a subscription ends with unsubscribe or with the session`() throws {
    let daemon = try TestDaemon()
    let (first, second) = (try daemon.client(), try daemon.client())
    _ = try first.call("session.create", ["name": "a"])
    _ = try second.call("subscribe", ["session": "a"])
    #expect(try second.call("unsubscribe", ["session": "a"]) == ["seq": 0])
    _ = try first.call("open", ["session": "a", "link": "/movies"])
    #expect(second.isQuiet())
    let error = try second.call("unsubscribe", ["session": "a"])
    #expect(error["data"]?["code"] == "daemon/not-subscribed")
    _ = try second.call("subscribe", ["session": "a"])
    _ = try first.call("session.close", ["session": "a"])
    #expect(
      try second.notice("unsubscribed") == ["session": "a", "seq": 1, "reason": "closed"])
    #expect(daemon.daemon.records.subscriptionCount == 0)
  }

  @Test func `a slow reader is disconnected with a reason, and others continue`() throws {
    let daemon = try TestDaemon { $0.limits.queuedBytes.max = 300_000 }
    let (first, slow) = (try daemon.client(), try daemon.client())
    _ = try first.call("session.create", ["name": "a"])
    slow.request("subscribe", ["session": "a"])
    var count: Int64 = 0
    while daemon.daemon.counters.limitsReached["queuedBytes"] == nil, count < 10_000 {
      count += 1
      _ = try first.call("open", ["session": "a", "link": .string("/movies/\(count)")])
    }
    #expect(daemon.daemon.counters.limitsReached["queuedBytes"] == 1)
    var last = JSON.null
    while let line = try? slow.read() { last = line }
    #expect(last["method"] == "goodbye" && last["params"]?["limit"] == "queuedBytes")
    #expect(slow.isClosed())
    #expect(try first.call("stack", ["session": "a"])["seq"]?.intValue == count)
    #expect(daemon.daemon.records.subscriptionCount == 0)
  }
}
