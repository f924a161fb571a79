import JSONCodec
import Journal
import TestSupport
import Testing

import CLibrary
@testable import Daemon

/// Clients that shut down their side, as `printf … | socat - …` does, or are lost.
@MainActor struct EndingTests {
  private static let describe = #"{"jsonrpc":"2.0","id":1,"method":"describe"}"#

  private func open(_ number: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(number),"method":"open","params":"#
      + #"{"session":"a","link":"/movies/\#(number)"}}"#
  }

  private func turns(_ daemon: TestDaemon) {
    for _ in 0..<20 { daemon.turn() }
  }

  @Test(arguments: [Durability.always, .none])
  func `a client that shuts down its side still gets its answers`(durability: Durability) throws {
    let daemon = try TestDaemon(durability: durability)
    let first = try daemon.client()
    _ = try first.call("session.create", ["name": "a"])
    for number in 1...20 {
      let client = try daemon.client()
      client.send(open(number))
      shutdown(client.descriptor, Int32(SHUT_WR))
      let answer = try client.read()
      #expect(answer["id"]?.intValue == Int64(number))
      #expect(answer["result"]?["seq"]?.intValue == Int64(number))
      #expect(client.isClosed())
    }
    let client = try daemon.client()
    client.send(Array(repeating: Self.describe, count: 60).joined(separator: "\n"))
    client.send(Array(#"{"jsonrpc":"2.0","id":1,"method":"status"}"#.utf8))  // No line.
    shutdown(client.descriptor, Int32(SHUT_WR))
    turns(daemon)
    for _ in 0..<60 { #expect(try client.read()["result"]?["methods"] != nil) }
    #expect(client.isClosed())
    #expect(daemon.daemon.connections.count == 1)
  }

  @Test func `answers to a client that shut down its side wait for the disk`() throws {
    for isFaulty in [false, true] {
      let daemon = try TestDaemon(durability: .always)
      let client = try daemon.client()
      _ = try client.call("session.create", ["name": "a"])
      daemon.daemon.persistence.holdsRecords = true
      client.send(open(1))
      shutdown(client.descriptor, Int32(SHUT_WR))
      turns(daemon)
      #expect(daemon.daemon.connections.count == 1)
      if isFaulty {
        daemon.daemon.becomeReadOnly(.failed(path: "x", doing: "write", reason: "", isFull: true))
        #expect(try client.read()["error"]?["code"] == -32_003)
      } else {
        daemon.daemon.persistence.holdsRecords = false
        daemon.daemon.persistence.flush()
        #expect(try client.read()["result"]?["seq"] == 1)
      }
      #expect(client.isClosed())
    }
  }

  @Test func `a lost client is forgotten, and one that never reads within a limit`() throws {
    let daemon = try TestDaemon(durability: .always) { $0.limits.finishingMilliseconds = 100 }
    let clients = [try daemon.client(), try daemon.client(), try daemon.client()]
    _ = try clients[0].call("session.create", ["name": "a"])
    let lines = Array(repeating: Self.describe, count: 60).joined(separator: "\n")
    // Nothing is left of these, while the answers of one wait for the disk.
    daemon.daemon.persistence.holdsRecords = true
    clients[0].send(open(1))
    clients[0].close()
    clients[1].send(lines)
    clients[1].close()
    turns(daemon)
    daemon.daemon.persistence.holdsRecords = false
    daemon.daemon.persistence.flush()
    clients[2].send(Array(repeating: Self.describe, count: 20).joined(separator: "\n"))
    shutdown(clients[2].descriptor, Int32(SHUT_WR))
    #expect(daemon.holdsOutput())
    for left in [1, 0] {
      let isReached = waits {
        daemon.turn()
        return daemon.daemon.connections.count <= left
      }
      #expect(isReached)
    }
  }
}
