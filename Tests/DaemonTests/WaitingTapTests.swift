import Commands
import EventLoops
import JSONCodec
import Journal
import Navigation
import Observation
import Screens
import TestSupport
import Testing

@testable import Daemon

/// Taps on screens that are still loading, and commands that show them.
@MainActor struct WaitingTapTests {
  private let screens = LateScreens()

  private func daemon(
    durability: Durability = .none, change: (inout DaemonOptions) -> Void = { _ in }
  ) throws -> TestDaemon {
    let served = TestApp.made()
    let app = LoadedApp(
      served.app.definition, factories: [Array("Movie".utf8): screens.make], source: screens)
    let daemon = try TestDaemon(
      ServedApp(app, files: served.files), durability: durability, change: change)
    let client = try daemon.client()
    for name in ["a", "b"] { _ = try client.call("session.create", ["name": .string(name)]) }
    for name in ["a", "b"] {
      _ = try client.call("open", ["session": .string(name), "link": "/movies/1"])
    }
    return daemon
  }

  nonisolated static let calls: [(method: String, params: JSON)] = [
    ("tap", ["session": "a", "name": "more"]), ("command", ["session": "a", "line": "tap more"]),
  ]

  private static func outcome(_ answer: JSON) -> JSON? {
    (answer["result"]?["json"] ?? answer["result"])?["outcome"]
  }

  @Test(arguments: calls, [Durability.none, .always])
  func `a tap waits for the content, and only its own connection waits with it`(
    call: (method: String, params: JSON), durability: Durability
  ) throws {
    let daemon = try daemon(durability: durability)
    let (client, other) = (try daemon.client(), try daemon.client())
    client.request("stack", ["session": "b"])
    let tap = client.request(call.method, call.params)
    let next = client.request("stack", ["session": "a"])
    #expect(try client.read()["result"]?["seq"] == 1)
    #expect(client.isQuiet())
    // Or the loop would turn without a pause while input is there.
    #expect(daemon.daemon.connections.all.contains { !$0.isRead })
    #expect(try other.call("open", ["session": "b", "link": "/movies"])["outcome"] == "moved")
    #expect(client.isQuiet())
    screens.made.last?.content = LateScreens.ready
    let answer = try client.read()
    #expect(answer["id"]?.intValue == tap)
    #expect(Self.outcome(answer) == "moved", "\(answer)")
    #expect(try client.read()["id"]?.intValue == next)
    #expect(screens.waits == 0)
    let place = daemon.daemon.methods[call.method]?.place ?? 0
    #expect(daemon.daemon.counters.requests[place] == 1)
  }

  @Test func `the wait ends at the deadline of the source, for each tap anew`() throws {
    let daemon = try daemon()
    let client = try daemon.client()
    for milliseconds: UInt64 in [0, 1, 30] {
      screens.waitMilliseconds = milliseconds
      let began = EventLoop.nowMilliseconds
      let answer = try client.call("tap", ["session": "a", "name": "more"])
      #expect(answer["reason"] == "unknown-tap")
      #expect(answer["message"] == "Movie has no tap 'more'; it is still loading; it has close")
      #expect(EventLoop.nowMilliseconds - began >= milliseconds)
    }
  }

  @Test func `a session that is closed meanwhile ends the wait, and the next tap has its own`()
    throws
  {
    let daemon = try daemon()
    let (client, other) = (try daemon.client(), try daemon.client())
    for name in ["a", "b"] { client.request("tap", ["session": .string(name), "name": "more"]) }
    #expect(client.isQuiet())
    screens.waitMilliseconds = 100
    _ = try other.call("session.close", ["session": "a"])
    #expect(try client.read()["error"]?["data"]?["code"] == "daemon/unknown-session")
    #expect(try client.read()["result"]?["reason"] == "unknown-tap")
  }

  nonisolated static let looks: [(method: String, params: JSON)] = [
    ("show", ["session": "a"]), ("taps", ["session": "a"]),
    ("command", ["session": "a", "line": "show"]),
  ]

  @Test(arguments: looks)
  func `a command that shows the screen waits for its content`(
    call: (method: String, params: JSON)
  ) throws {
    let daemon = try daemon()
    let client = try daemon.client()
    client.request(call.method, call.params)
    #expect(client.isQuiet())
    screens.made.last?.content = LateScreens.ready
    let answer = try client.read().text
    #expect(answer.contains("stay") && !answer.contains("loading"), "\(answer)")
    #expect(screens.waits == 0)
  }

  @Test func `the wait of show ends at its limit, and other commands do not wait`() throws {
    let daemon = try daemon { $0.limits.lookMilliseconds = 30 }
    let client = try daemon.client()
    let began = EventLoop.nowMilliseconds
    #expect(try client.call("show", ["session": "a"])["state"] == "loading")
    #expect(EventLoop.nowMilliseconds - began >= 30)
    client.request("stack", ["session": "a"])
    #expect(!client.isQuiet())
  }

  // Method: the line arrives in two pieces, so that its beginning was kept; more follows.
  @Test func `a line that arrived in pieces waits whole`() throws {
    let daemon = try daemon()
    let client = try daemon.client()
    client.send(Array(#"{"jsonrpc":"2.0","id":1,"method":"tap","params":{"session":"#.utf8))
    client.send(
      #""a","name":"more","requestId":"é"}}"# + "\n"
        + #"{"jsonrpc":"2.0","id":2,"method":"stack","params":{"session":"a"}}"#)
    #expect(client.isQuiet())
    screens.made.last?.content = LateScreens.ready
    #expect(Self.outcome(try client.read()) == "moved")
    #expect(try client.read()["id"] == 2)
  }

  @Test func `many clients wait at once, and one that leaves is served too`() throws {
    let daemon = try daemon()
    let clients = try (0..<150).map { _ in try daemon.client() }
    for client in clients { client.request("tap", ["session": "a", "name": "stay"]) }
    clients[0].close()
    #expect(clients[1].isQuiet())
    screens.made.last?.content = LateScreens.ready
    for client in clients.dropFirst() {
      #expect(Self.outcome(try client.read()) == "duplicated")
    }
    #expect(try clients[1].call("stack", ["session": "a"])["seq"] == 151)
  }

  @Test func `a waiting tap is refused when the daemon ends`() throws {
    let daemon = try daemon { $0.limits.lastCallsMilliseconds = 600_000 }
    let client = try daemon.client()
    client.request("tap", ["session": "a", "name": "more"])
    #expect(client.isQuiet())
    daemon.daemon.end()
    #expect(try client.read()["error"]?["data"]?["code"] == "daemon/shutting-down")
    #expect(try client.read()["method"] == "goodbye")
  }
}

/// Creates screens that load until a test sets their content.
@MainActor private final class LateScreens: ScreenSource {
  private(set) var made: [LateScreen] = []
  /// How often the daemon waited in a way that delays all clients.
  private(set) var waits = 0
  var waitMilliseconds: UInt64 = 3_600_000

  func make(_ request: ScreenRequest) -> any Screen {
    let screen = LateScreen()
    made.append(screen)
    return screen
  }

  func wait(until isDone: () -> Bool) -> Bool {
    if isDone() { return true }
    waits += 1
    return false
  }

  static let ready = ScreenContent(
    title: "Movie", taps: [ScreenTap("more", "/movies"), ScreenTap("stay", "/movies/1")])
}

@Observable private final class LateScreen: Screen {
  var content = ScreenContent(title: "Movie", state: .loading)
}
