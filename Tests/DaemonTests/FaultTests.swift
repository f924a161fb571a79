import Commands
import Diagnostics
import FileAccess
import JSONCodec
import Journal
import Navigation
import Sessions
import TestSupport
import Testing

import CLibrary
@testable import Daemon

/// A disk that fails and recovers: what was acknowledged remains, and nothing is lost.
@MainActor struct FaultTests {
  private static let full = JournalError.failed(
    path: "x", doing: "write", reason: "no space", isFull: true)

  /// A daemon with sessions `a` and `b`, each after one change, whose journal writes nothing more.
  private func faulty() throws -> (TestDaemon, TestClient, TestClient) {
    let daemon = try TestDaemon(durability: .always)
    let (client, other) = (try daemon.client(), try daemon.client())
    for name in ["a", "b"] as [JSON] {
      _ = try client.call("session.create", ["name": name])
      _ = try client.call("open", ["session": name, "link": "/movies/1"])
    }
    daemon.daemon.persistence.holdsRecords = true
    return (daemon, client, other)
  }

  private func repair(_ daemon: TestDaemon, by client: TestClient) throws {
    daemon.daemon.persistence.holdsRecords = false
    #expect(try client.call("mode.writable") == ["readOnly": false])
  }

  @Test func `sessions that were unreadable after a fault return with the disk`()
    throws
  {
    let (daemon, client, _) = try faulty()
    client.request("open", ["session": "a", "link": "/movies/2"])
    #expect(client.isQuiet())
    daemon.daemon.persistence.journal?.close()  // So that nothing can be read.
    daemon.daemon.becomeReadOnly(Self.full)
    let error = try #require(try client.read()["error"])
    #expect(error["code"] == -32_003)
    // No command of the shell calls a method.
    #expect(error["data"]?["advice"] == "Free space on the disk, then restart the daemon.")
    #expect(try client.call("stack", ["session": "a"])["code"] == -32_006)
    #expect(try client.call("stack", ["session": "b"])["seq"] == 1)
    // Not yet: the folder may be changed by others.
    let data = daemon.folder("data")
    try #require(chmod(data, 0o777) == 0)
    #expect(try client.call("mode.writable")["code"] == -32_003)
    #expect(try client.call("stack", ["session": "a"])["code"] == -32_006)
    #expect(try client.call("back", ["session": "b"])["code"] == -32_003)
    try #require(chmod(data, 0o700) == 0)
    try repair(daemon, by: client)
    #expect(try client.call("stack", ["session": "a"])["seq"] == 1)
    #expect(try client.call("open", ["session": "a", "link": "/movies/2"])["seq"] == 2)
    #expect(try client.call("session.list")["count"] == 2)
  }

  @Test func `undo still works after the disk recovers`() throws {
    let (daemon, client, _) = try faulty()
    daemon.daemon.persistence.holdsRecords = false
    // As many as make a snapshot: after a restart nothing could be undone.
    for number in 2...Journal.snapshotEvents {
      _ = try client.call("open", ["session": "b", "link": .string("/movies/\(number)")])
    }
    daemon.daemon.persistence.holdsRecords = true
    client.request("open", ["session": "a", "link": "/movies/2"])
    #expect(client.isQuiet())
    daemon.daemon.becomeReadOnly(Self.full)
    _ = try client.read()
    try repair(daemon, by: client)
    #expect(try client.call("undo", ["session": "b"])["seq"] == 257)
  }

  @Test func `a close that was rolled back can be repeated`() throws {
    let (daemon, client, _) = try faulty()
    let end: JSON = ["session": "a", "requestId": "e"]
    client.request("session.close", end)
    #expect(client.isQuiet())
    daemon.daemon.becomeReadOnly(Self.full)
    #expect(try client.read()["error"]?["code"] == -32_003)
    try repair(daemon, by: client)
    #expect(try client.call("stack", ["session": "a"])["seq"] == 1)
    #expect(try client.call("session.close", end) == ["session": "a", "seq": 1])
    #expect(try client.call("stack", ["session": "a"])["code"] == -32_000)
    #expect(try client.call("session.close", end) == ["session": "a", "seq": 1])
  }

  @Test func `subscribers learn of a close when it is durable, not if it is rolled back`() throws {
    let (daemon, client, other) = try faulty()
    for name in ["a", "b"] as [JSON] {
      _ = try other.call("subscribe", ["session": name, "fromSeq": 0])
      _ = try client.call("subscribe", ["session": name])
      #expect(try other.notice("event")["seq"] == 1)
    }
    other.request("session.close", ["session": "b"])
    client.request("session.close", ["session": "a"])
    client.request("session.create", ["name": "a"])
    client.request("subscribe", ["session": "a"])
    #expect(client.isQuiet() && other.isQuiet())
    #expect(daemon.daemon.records.subscriptionCount == 1)
    daemon.daemon.becomeReadOnly(Self.full)
    for _ in 0..<3 { #expect(try client.read()["error"]?["code"] == -32_003) }
    #expect(try other.read()["error"]?["code"] == -32_003)
    try repair(daemon, by: client)
    for name in ["a", "b"] as [JSON] {
      _ = try client.call("open", ["session": name, "link": "/movies/2"])
    }
    for peer in [client, other] {
      var events: [JSON?] = []
      while events.count < 2 {
        let line = peer.notices.isEmpty ? try peer.read() : peer.notices.removeFirst()
        if line["method"] == "event" { events.append(line["params"]?["seq"]) }
        #expect(line["method"] != "unsubscribed")
      }
      #expect(events == [2, 2])
    }
    #expect(daemon.daemon.records.subscriptionCount == 4)
    _ = try client.call("session.close", ["session": "a"])
    #expect(
      try other.notice("unsubscribed") == ["session": "a", "seq": 2, "reason": "closed"])
    #expect(
      daemon.daemon.sessions.closingCount == 0 && daemon.daemon.records.subscriptionCount == 2)
  }

  @Test func `a client that leaves before a close is rolled back is forgotten`()
    throws
  {
    let (daemon, client, other) = try faulty()
    _ = try other.call("subscribe", ["session": "a"])
    client.request("session.close", ["session": "a"])
    other.close()
    for _ in 0..<10 { daemon.turn() }
    daemon.daemon.becomeReadOnly(Self.full)
    #expect(try client.read()["error"]?["code"] == -32_003)
    #expect(daemon.daemon.records.subscriptionCount == 0)
    #expect(try client.call("stack", ["session": "a"])["seq"] == 1)
  }

  @Test func `subscribers learn of a change that reached the disk despite the fault`() throws {
    let (daemon, client, other) = try faulty()
    _ = try other.call("subscribe", ["session": "a"])
    _ = try client.call("subscribe", ["session": "a"])
    client.request("open", ["session": "a", "link": "/movies/2"])
    #expect(client.isQuiet() && other.isQuiet())
    daemon.daemon.becomeReadOnly(Self.full)
    let refused = try client.read()
    #expect(refused["error"]?["code"] == -32_003)
    try commit("a", "open /movies/2", seq: 2, of: daemon)
    try repair(daemon, by: client)
    #expect(try client.call("stack", ["session": "a"])["seq"] == 2)
    _ = try client.call("back", ["session": "a"])
    for peer in [client, other] {
      #expect(try peer.notice("event")["event"] == ["line": "open /movies/2"])
      #expect(try peer.notice("event")["seq"] == 3)
      #expect(peer.isQuiet())
    }
  }

  /// Writes a change to the journal without the daemon.
  private func commit(_ name: String, _ line: String, seq: Int64, of daemon: TestDaemon) throws {
    let live = try #require(daemon.daemon.sessions[name])
    let kept = try #require(daemon.daemon.persistence.journal)
    let served = daemon.daemon.engine.served
    var session = live.session
    let event = try #require(
      try? Event(command: line, nowMilliseconds: session.state.nowMilliseconds))
    let applied = session.apply(event)
    var answer = ByteBuffer()
    daemon.daemon.engine.outcomes.write(applied, changes: session.changes, into: &answer)
    kept.close()
    let journal = try Journal.open(folder: daemon.folder("data"), durability: .always) {}
    defer { journal.close() }
    journal.append(
      [
        JournalRecord(
          Change(.event, line, seq: seq, answer: [UInt8](answer)), of: live.number,
          under: journal.define(digest: served.digest, files: served.files))
      ])
  }

  @Test func `a replayed change queued after a lost answer is still sent`() throws {
    let (daemon, client, other) = try faulty()
    daemon.daemon.persistence.holdsRecords = false
    for number in 0..<20 {
      _ = try client.call("open", ["session": "b", "link": .string("/movies/\(number)")])
    }
    daemon.daemon.persistence.holdsRecords = true
    other.request("open", ["session": "a", "link": "/movies/2"])
    other.request("subscribe", ["session": "b", "fromSeq": 0])
    #expect(other.isQuiet())
    daemon.daemon.becomeReadOnly(Self.full)
    for seq in 1...21 { #expect(try other.notice("event")["seq"]?.intValue == Int64(seq)) }
  }

  // Method: the answers that wait for the disk exceed the limit of the queue.
  @Test func `a client that is disconnected gets no answer that waits for the disk`() throws {
    let daemon = try TestDaemon(durability: .always) { $0.limits.queuedBytes.max = 3_000 }
    let client = try daemon.client()
    _ = try client.call("session.create", ["name": "a"])
    daemon.daemon.persistence.holdsRecords = true
    for number in 0..<20 {
      client.request("open", ["session": "a", "link": .string("/movies/\(number)")])
    }
    #expect(try client.read()["params"]?["limit"] == "queuedBytes")
    #expect(client.isClosed())
  }

  @Test func `a fault leaves no partial line`() throws {
    let (daemon, client, _) = try faulty()
    let describe = (0..<40).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"describe"}"# }
    let open =
      #"{"jsonrpc":"2.0","id":40,"method":"open","params":{"session":"a","link":"/movies/2"}}"#
    client.send((describe + [open]).joined(separator: "\n"))
    try #require(daemon.holdsOutput(), "the socket takes it all: ask more")
    daemon.daemon.becomeReadOnly(Self.full)
    for id in 0...40 {
      var answer = try client.read()
      if answer["id"] == nil { answer = try client.read() }
      #expect(answer["id"]?.intValue == Int64(id))
    }
  }
}
