import Diagnostics
import EventLoops
import FileAccess
import HTTPServing
import JSONCodec
import Service
import TestSupport
import Testing

@testable import Inspector

/// Clients that crowd, trickle and send garbage.
@MainActor struct FaultTests {
  @Test func `a thousand silent connections delay a page, and are closed in time`() throws {
    Descriptors.raise(to: 4_096)
    let test = try TestInspector { $0.limits.http.newcomerMillisecondsMax = 400 }
    let crowd = try (0..<1_000).map { _ in try test.client() }
    for client in crowd.prefix(300) { client.trySend("GET / HTTP/1.1\r\nHost: ") }
    #expect(try test.call("status")["result"] != nil)
    #expect(crowd.allSatisfy { $0.isClosed() })
    #expect(try test.call("status")["result"] != nil)
  }

  @Test(arguments: seeds(200))
  func `garbage ends its connection, not the server`(seed: UInt64) throws {
    let test = try TestInspector(startsDaemon: false)
    var random = SplitMix64(seed: seed)
    var bytes = Array(test.post("{\"method\":\"status\",\"params\":{}}").utf8)
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      default: bytes.removeSubrange(place...)
      }
      if bytes.isEmpty { break }
    }
    let client = try test.client()
    client.send(bytes)
    for _ in 0..<20 { test.loop.turn() }
    client.close()
    #expect(try test.answer(to: test.head("GET", "/")).status == 200)
  }

  @Test func `a page that leaves while its call runs is forgotten`() throws {
    let test = try TestInspector(startsDaemon: false) { $0.limits.callMillisecondsMax = 200 }
    let silent = try SilentSocket(test.folder("socket"))
    for _ in 0..<20 {
      let client = try test.client()
      client.send(test.post("{\"method\":\"status\"}"))
      for _ in 0..<5 { test.loop.turn() }
      client.close()
    }
    #expect(
      waits {
        test.loop.turn(); return !test.inspector.calls.isBusy
      })
    #expect(try test.answer(to: test.head("GET", "/")).status == 200)
    withExtendedLifetime(silent) {}
  }

  @Test func `an inspector with streams and calls that wait can be closed`() throws {
    let test = try TestInspector()
    let viewer = try test.viewer("session=a")
    _ = try viewer.event("daemon")
    test.stopDaemon()
    let silent = try SilentSocket(test.folder("socket"))
    let caller = try test.client()
    caller.send(test.post("{\"method\":\"status\"}"))
    for _ in 0..<20 { test.loop.turn() }
    #expect(test.inspector.calls.isBusy)
    test.inspector.close()
    #expect(viewer.isClosed())
    #expect(caller.isClosed())
    withExtendedLifetime(silent) {}
  }
}
