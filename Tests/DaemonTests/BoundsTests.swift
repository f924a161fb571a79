import CSystem
import Diagnostics
import EventLoops
import FileAccess
import JSONCodec
import Navigation
import Service
import TestSupport
import Testing

import CLibrary
@testable import Daemon

@MainActor struct BoundsTests {
  @Test func `a client above the limit gets a reason and is disconnected`() throws {
    let daemon = try TestDaemon { $0.limits.clients.max = 2 }
    let clients = [try daemon.client(), try daemon.client()]
    let third = try daemon.client()
    #expect(third.greeting["method"] == "goodbye")
    #expect(third.greeting["params"]?["limit"] == "clients")
    #expect(third.isClosed())
    #expect(try clients[0].call("session.list")["count"] == 0)
    clients[1].close()
    for _ in 0..<10 { daemon.turn() }
    #expect(try daemon.client().greeting["method"] == "hello")
  }

  @Test func `an endless line is skipped in bounded memory`() throws {
    let daemon = try TestDaemon { $0.limits.lineBytes.max = 10_000 }
    let client = try daemon.client()
    client.send(Array(#"{"jsonrpc":"2.0","id":1,"method":"status","params":{"x":""#.utf8))
    let chunk = [UInt8](repeating: 0x61, count: 60_000)
    for _ in 0..<200 { client.send(chunk) }
    let held = daemon.daemon.connections.all.first?.partial.count ?? -1
    #expect(held == 0)
    client.send("\"}}")
    let error = try client.read()
    #expect(error["id"] == .null && error["error"]?["data"]?["limit"] == "lineBytes")
    #expect(try client.call("session.list")["count"] == 0)
    #expect(daemon.daemon.counters.limitsReached["lineBytes"] == 1)
  }

  @Test func `above the bytes of all clients the largest is disconnected`() throws {
    let daemon = try TestDaemon { $0.limits.clientBytes.max = 250_000 }
    let clients = [try daemon.client(), try daemon.client(), try daemon.client()]
    for (client, count) in zip(clients, [60_000, 120_000, 60_000]) {
      client.send(Array("{\"x\":\"".utf8) + [UInt8](repeating: 0x61, count: count))
    }
    let held = daemon.daemon.connections.heldBytes
    #expect(held > 240_000 && held <= 250_000)
    clients[2].send([UInt8](repeating: 0x61, count: 20_000))
    let goodbye = try clients[1].notice("goodbye")
    #expect(goodbye["limit"] == "clientBytes")
    #expect(clients[1].isClosed())
    let status = try daemon.client().call("status")
    #expect(status["clientBytes"]?.intValue ?? 0 > 140_000)
    #expect(status["clientBytes"]?.intValue ?? 0 < 150_000)
    #expect(status["limitsMet"] == ["clientBytes": 1])
    for client in [clients[0], clients[2]] {
      client.send("\"}")
      #expect(try client.read()["error"]?["code"] == -32_600)
    }
    for _ in 0..<10 { daemon.turn() }
    #expect(daemon.daemon.connections.heldBytes == 0)
  }

  @Test func `unsent output of all clients is limited too`() throws {
    let daemon = try TestDaemon { $0.limits.clientBytes.max = 2_000_000 }
    let clients = [try daemon.client(), try daemon.client(), try daemon.client()]
    let line = Array((#"{"jsonrpc":"2.0","id":1,"method":"describe"}"# + "\n").utf8)
    for _ in 0..<400 {
      for client in clients { _ = posixSend(client.descriptor, line[...]) }
      daemon.turn()
      #expect(daemon.daemon.connections.heldBytes <= 2_000_000)
    }
    let other = try daemon.client()
    #expect(try other.call("session.list")["count"] == 0)
    for client in clients { client.close() }
    for _ in 0..<100 { daemon.turn() }
    #expect(daemon.daemon.connections.heldBytes == 0)
  }

  @Test func `an unfinished line has a deadline`() throws {
    let daemon = try TestDaemon { $0.limits.lineMilliseconds.max = 1 }
    let (client, skipping, other) = (
      try daemon.client(), try daemon.client(), try daemon.client()
    )
    skipping.send([UInt8](repeating: 0x61, count: 1_200_000))
    client.send(Array("{".utf8))
    for client in [client, skipping] {
      #expect(try client.notice("goodbye")["limit"] == "lineMilliseconds")
      #expect(client.isClosed())
    }
    #expect(try other.call("session.list")["count"] == 0)
  }

  @Test(arguments: [9_998, 9_999, 10_000, 10_001, 10_002])
  func `a line of exactly the limit is read`(count: Int) throws {
    let daemon = try TestDaemon { $0.limits.lineBytes.max = 10_000 }
    let client = try daemon.client()
    let start = #"{"jsonrpc":"2.0","id":1,"method":"nope"}"#
    client.send(start + String(repeating: " ", count: count - start.utf8.count) + "\r")
    let code = try client.read()["error"]?["code"]
    #expect(code == (count <= 10_000 ? -32_601 : -32_002))
  }

  @Test func `sessions, names and subscriptions are limited`() throws {
    let daemon = try TestDaemon {
      $0.limits.sessions.max = 2
      $0.limits.subscriptions.max = 1
    }
    let client = try daemon.client()
    func limit(_ answer: JSON) -> JSON? { answer["data"]?["limit"] }
    let long = JSON.string(String(repeating: "x", count: 129))
    #expect(limit(try client.call("session.create", ["name": long])) == "sessionNameBytes")
    #expect(try client.call("session.create", ["name": ""])["code"] == -32_602)
    _ = try client.call("session.create", ["name": "a"])
    #expect(try client.call("session.create", ["name": "a"])["code"] == -32_001)
    let chosen = try client.call("session.create")["session"]?.stringValue ?? ""
    #expect(chosen.hasPrefix("session-"))
    #expect(limit(try client.call("session.create")) == "sessions")
    _ = try client.call("subscribe", ["session": "a"])
    #expect(
      limit(try client.call("subscribe", ["session": .string(chosen)])) == "subscriptions")
    _ = try client.call("subscribe", ["session": "a"])
    #expect(
      limit(try client.call("back", ["session": "a", "requestId": long])) == "requestIdBytes")
    #expect(daemon.daemon.counters.limitsReached.count == 4)
  }

  @Test func `a client that sends byte by byte is served and delays no other client`() throws {
    let daemon = try TestDaemon()
    let (slow, other) = (try daemon.client(), try daemon.client())
    for byte in Array(#"{"jsonrpc":"2.0","id":1,"method":"session.list"}"#.utf8) {
      slow.send([byte])
      #expect(try other.call("session.list")["count"] == 0)
    }
    slow.send([0x0A])
    #expect(try slow.read()["id"] == 1)
  }

  @Test(arguments: seeds(50))
  func `garbage is answered with an error, and the next call succeeds`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let client = try TestDaemon().client()
    for _ in 0..<20 {
      client.send(generator.bytes(countBelow: 300))
    }
    client.send("")
    #expect(try client.call("session.list")["count"] == 0)
  }

  @Test func `the daemon stops reading from a client that does not read`() throws {
    let daemon = try TestDaemon { $0.limits.pausedBytesMin = 50_000 }
    let client = try daemon.client()
    let line = #"{"jsonrpc":"2.0","id":1,"method":"describe"}"# + "\n"
    let lines = Array(String(repeating: line, count: 20).utf8)
    for _ in 0..<40 {
      _ = posixSend(client.descriptor, lines[...])
      daemon.turn()
    }
    let waiting = daemon.daemon.connections.all.first?.waitingBytes ?? 0
    #expect(waiting > 50_000 && waiting < 30_000_000)
    #expect(daemon.daemon.connections.count == 1)
    #expect(try client.read()["id"] == 1)
  }

  @Test func `many connections leak no descriptor`() throws {
    let daemon = try TestDaemon()
    let before = openDescriptors()
    for round in 0..<2_000 {
      let client = try TestClient(daemon.folder("socket"), of: daemon)
      if round % 2 == 0 { daemon.turn() }
      if round % 3 == 0 { client.send("{\"half") }
      client.close()
    }
    for _ in 0..<100 { daemon.turn() }
    #expect(daemon.daemon.connections.all.isEmpty)
    #expect(openDescriptors() == before)
  }

  @Test func `without free descriptors the daemon idles and keeps serving`() throws {
    let daemon = try TestDaemon()
    let client = try daemon.client()
    var before = rlimit()
    getrlimit(descriptorsLimit, &before)
    let late = try TestClient(daemon.folder("socket"), of: daemon)
    var none = before
    none.rlim_cur = 0
    setrlimit(descriptorsLimit, &none)
    for _ in 0..<50 { daemon.turn() }
    let isServed = try client.call("session.list")["count"] == 0
    setrlimit(descriptorsLimit, &before)
    #expect(isServed)
    #expect(daemon.daemon.counters.limitsReached["descriptors"] ?? 0 > 0)
    #expect(daemon.daemon.counters.limitsReached["descriptors"] ?? 0 < 40)
    late.close()
    #expect(try daemon.client().greeting["method"] == "hello")
  }

  @Test(arguments: ["open", "command", "source"])
  func `a refusal for the depth of a stack is counted`(method: String) throws {
    let daemon = try TestDaemon(
      TestApp.made { $0.route("/deep/:n", screen: "Deep") { $0.coordinator = "home" } })
    let client = try daemon.client()
    _ = try client.call("session.create", ["name": "a"])
    for number in 0..<70 {
      let link = "/deep/\(number)"
      switch method {
      case "open":
        _ = try client.call(
          "open", ["session": "a", "link": .string(link), "from": "inside"])
      case "command":
        _ = try client.call("command", ["session": "a", "line": .string("open \(link) inside")])
      default:
        _ = try client.call("source", ["session": "a", "script": .string("open \(link) inside")])
      }
    }
    #expect(daemon.daemon.counters.limitsReached["stackDepth"] ?? 0 > 0)
    #expect(daemon.daemon.counters.limitsReached.count == 1)
  }

  @Test func `a client rejected for lack of descriptors learns their number`() throws {
    let daemon = try TestDaemon()
    let late = try TestClient(daemon.folder("socket"), of: daemon)
    let accepted = csystem_accept(daemon.socket.descriptor)
    daemon.daemon.connections.reject(accepted, .limit(daemon.daemon.limits.descriptors))
    closeDescriptor(accepted)
    let goodbye = try late.read()["params"]
    #expect(goodbye?["limit"] == "descriptors")
    let bound = Descriptors.bound
    #expect(goodbye?["message"]?.stringValue == "the limit of \(bound) descriptors is reached")
  }

  @Test func `every listening socket is served, and closed at the end`() throws {
    let daemon = try TestDaemon()
    let other = try ListeningSocket(path: daemon.folder("other"), isStandard: false)
    try daemon.daemon.listen(on: other.descriptor)
    for path in ["socket", "other", "socket"] {
      let client = try TestClient(daemon.folder(path), of: daemon)
      #expect(try client.read()["method"] == "hello")
      #expect(try client.call("session.list")["count"] == 0)
    }
    daemon.close()
    #expect(fcntl(other.descriptor, F_GETFD) < 0)
    other.end(isDescriptorOurs: false)
  }

  private func openDescriptors() -> Int {
    (0..<4_096).filter { fcntl(Int32($0), F_GETFD) >= 0 }.count
  }
}
