import EventLoops
import JSONCodec
import Journal
import Sessions
import TestSupport
import Testing

@testable import Daemon

/// Calls that take several turns: others are served in between, and the result is the same.
///
/// With turns of 0 ms, a call takes one turn for each of its parts.
@MainActor struct SliceTests {
  /// A daemon with sessions `a` and `b`, each with changes.
  private func daemon(
    turnMilliseconds: UInt64 = 0, durability: Durability = .none, _ app: ServedApp = TestApp.served
  ) throws -> TestDaemon {
    let daemon = try TestDaemon(app, durability: durability) {
      $0.limits.turnMilliseconds = turnMilliseconds
      $0.limits.callMilliseconds.max = 60_000
      $0.limits.lastCallsMilliseconds = 0
    }
    let client = try daemon.client()
    for name in ["a", "b"] as [JSON] {
      _ = try client.call("session.create", ["name": name])
      for number in 0..<300 {
        _ = try client.call("open", ["session": name, "link": .string("/movies/\(number % 9)")])
      }
    }
    return daemon
  }

  nonisolated private static let script =
    String(repeating: "open /movies/1\nopen /movies/2\nstack\nlog 5000\n", count: 20)
    + "undo\ntap nothing\nopen nowhere://\nexpect screen Movie id=1\nexpect screen Home\nback\n"

  /// Lines that take several turns.
  nonisolated static let lines = [
    call(1, "source", ["session": "a", "script": .string(script)]),
    call(1, "load", ["session": "a", "script": .string(script)]),
    call(
      1, "load",
      ["session": "a", "script": .string(String(repeating: "open /movies/1\n", count: 50))]),
    call(1, "log", ["session": "a", "count": 10_000]),
    call(1, "command", ["session": "a", "line": "log 10000"]),
    call(nil, "source", ["session": "a", "script": .string(script)])
      + "\n" + call(1, "stack", ["session": "a"]),
  ]

  nonisolated private static func call(_ id: Int64?, _ method: String, _ params: JSON) -> String {
    let start: [JSON.Member] =
      [.init("jsonrpc", "2.0")] + (id.map { [.init("id", .int($0))] } ?? [])
    return JSON.object(start + [.init("method", .string(method)), .init("params", params)]).text
  }

  private func isRunning(_ daemon: TestDaemon) -> Bool {
    daemon.daemon.connections.all.contains {
      if case .running = $0.line { true } else { false }
    }
  }

  @Test(arguments: lines)
  func `the result is the same as in one turn`(line: String) throws {
    var results: [[JSON]] = []
    for milliseconds in [0, 600_000] as [UInt64] {
      let daemon = try daemon(turnMilliseconds: milliseconds)
      let (client, other) = (try daemon.client(), try daemon.client())
      for name in ["a", "b"] as [JSON] { _ = try other.call("subscribe", ["session": name]) }
      client.send(line)
      client.send(Self.call(99, "session.list", [:]))
      var answers = [try client.read(), try client.read()]
      #expect(answers[1]["id"] == 99 && client.isQuiet())
      for name in ["a", "b"] as [JSON] {
        answers.append(try other.call("tree", ["session": name]))
        answers.append(try other.call("log", ["session": name]))
      }
      results.append(answers + other.notices)
      #expect(daemon.daemon.runningCalls.isEmpty)
    }
    #expect(results[0] == results[1])
  }

  @Test(arguments: lines[0..<5])
  func `other clients are answered before a long call is done`(line: String) throws {
    let daemon = try daemon()
    let (client, other) = (try daemon.client(), try daemon.client())
    _ = try other.call("session.create", ["name": "c"])
    let began = daemon.daemon.counters.requests.reduce(0, &+)
    client.send(Array((line + "\n").utf8))
    #expect(isRunning(daemon))
    for number in 1...2 as ClosedRange<Int64> {
      let opened = try other.call("open", ["session": "c", "link": .string("/movies/\(number)")])
      #expect(opened["seq"] == .int(number))
    }
    #expect(isRunning(daemon))
    _ = try client.read()
    #expect(!isRunning(daemon))
    #expect(daemon.daemon.counters.requests.reduce(0, &+) > began)
  }

  @Test func `other calls on the session wait and see all of the changes`() throws {
    let daemon = try daemon()
    let (client, other, third) = (try daemon.client(), try daemon.client(), try daemon.client())
    let source: JSON = ["session": "a", "script": .string(Self.script), "requestId": "r"]
    client.request("source", source)
    #expect(isRunning(daemon))
    other.request("stack", ["session": "b"])
    #expect(try other.read()["result"]?["seq"] == 300)
    other.send(#"{"jsonrpc":"2.0","id":"\u00e9","method":"open","params":["a","/movies/5"]}"#)
    other.request("stack", ["session": "b"])
    third.request("source", source)
    #expect(isRunning(daemon))
    let answer = try client.read()["result"]
    let seq = try #require(answer?["seq"]?.intValue)
    #expect(seq > 330)
    let opened = try other.read()
    #expect(opened["id"] == "é" && opened["result"]?["outcome"] == "moved")
    #expect(opened["result"]?["seq"] == .int(seq + 1))
    #expect(try other.read()["result"]?["seq"] == 300)
    #expect(try third.read()["result"] == answer)
    #expect(try third.call("stack", ["session": "a"])["seq"] == .int(seq + 1))
  }

  @Test func `a script is executed after its client leaves`() throws {
    let daemon = try daemon()
    let (client, other) = (try daemon.client(), try daemon.client())
    let source = Self.call(1, "source", ["session": "a", "script": .string(Self.script)])
    let open = Self.call(2, "open", ["session": "b", "link": "/movies/1"])
    client.send(Array((source + "\n" + open + "\n").utf8))
    #expect(isRunning(daemon))
    client.close()
    #expect(try other.call("stack", ["session": "a"])["seq"]?.intValue ?? 0 > 330)
    while daemon.daemon.connections.count > 1 { daemon.turn() }
    #expect(try other.call("stack", ["session": "b"])["seq"] == 301)
  }

  @Test func `a blocked client can leave, and its call is executed`() throws {
    let daemon = try daemon()
    let (client, other, third) = (try daemon.client(), try daemon.client(), try daemon.client())
    client.request("source", ["session": "a", "script": .string(Self.script)])
    other.request("open", ["session": "a", "link": "/movies/7"])
    #expect(isRunning(daemon))
    other.close()
    let seq = try #require(try client.read()["result"]?["seq"]?.intValue)
    #expect(try third.call("stack", ["session": "b"])["seq"] == 300)
    while daemon.daemon.connections.count > 2 { daemon.turn() }
    #expect(try third.call("stack", ["session": "a"])["seq"] == .int(seq + 1))
  }

  @Test func `a call that is running when the daemon ends changes nothing`() throws {
    let daemon = try daemon()
    let (client, other) = (try daemon.client(), try daemon.client())
    client.request("source", ["session": "a", "script": .string(Self.script)])
    other.request("open", ["session": "a", "link": "/movies/1"])
    #expect(isRunning(daemon))
    daemon.daemon.end()
    for peer in [client, other] {
      #expect(try peer.read()["error"]?["code"] == -32_007)
      #expect(try peer.read()["method"] == "goodbye")
    }
    #expect(daemon.daemon.sessions["a"]?.session.changes == 300)
  }

  @Test func `a call begins again after a reload`() throws {
    let daemon = try daemon(durability: .always)
    let (client, other) = (try daemon.client(), try daemon.client())
    let script = String(repeating: "open /movies/1\n", count: 30) + "open /extras\n"
    client.request("source", ["session": "a", "script": .string(script)])
    #expect(isRunning(daemon))
    daemon.app.app = .success(TestApp.withMore)
    #expect(try other.call("reload")["changed"] == true)
    var answer = try client.read()
    while answer["method"] != nil { answer = try client.read() }
    // One change by the reload, and all of the script's.
    #expect(answer["result"] == ["steps": 31, "failures": 0, "seq": 332])
    #expect(try client.call("stack", ["session": "a"])["seq"] == 332)
  }

  @Test func `a call that is running when the disk fails changes nothing`() throws {
    let daemon = try daemon(durability: .always)
    let client = try daemon.client()
    let source: JSON = ["session": "a", "script": .string(Self.script), "requestId": "r"]
    client.request("source", source)
    #expect(isRunning(daemon))
    daemon.daemon.becomeReadOnly(
      JournalError.failed(path: "x", doing: "write", reason: "no space", isFull: true))
    var answer = try client.read()
    while answer["method"] != nil { answer = try client.read() }
    #expect(answer["error"]?["code"] == -32_003)
    #expect(try client.call("stack", ["session": "a"])["seq"] == 300)
    #expect(try client.call("mode.writable") == ["readOnly": false])
    #expect(try client.call("source", source)["seq"]?.intValue ?? 0 > 330)
  }
}
