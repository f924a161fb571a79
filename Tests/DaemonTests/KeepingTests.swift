import Commands
import Diagnostics
import FileAccess
import JSONCodec
import Journal
import Navigation
import Service
import Sessions
import TestSupport
import Testing

@testable import Daemon

@MainActor struct KeepingTests {
  @Test(arguments: [Durability.always, .interval])
  func `a restart restores every session`(durability: Durability) throws {
    let folder = try TemporaryFolder()
    var trees: [JSON] = []
    let lines = [
      "open /movies/1", "open /library", "login alice", "open /movies/2", "back", "undo",
      "open /movies/3", "redo", "logout", "dirty on", "wait 5m",
    ]
    var first: TestDaemon? = try TestDaemon(folder: folder, durability: durability)
    if let client = try first?.client() {
      for count in 0...lines.count {
        let name = JSON.string("s\(count)")
        _ = try client.call("session.create", ["name": name, "cold": .bool(count % 4 == 3)])
        for line in lines.prefix(count) {
          _ = try client.call("command", ["session": name, "line": .string(line)])
        }
        trees.append(try client.call("tree", ["session": name]))
      }
      _ = try client.call("session.create", ["name": "closed"])
      _ = try client.call("session.close", ["session": "closed"])
    }
    first = nil
    let again = try TestDaemon(folder: folder, durability: durability)
    let client = try again.client()
    #expect(try client.call("session.list")["count"]?.intValue == Int64(lines.count + 1))
    for (count, tree) in trees.enumerated() {
      #expect(try client.call("tree", ["session": .string("s\(count)")]) == tree)
    }
    #expect(try client.call("stack", ["session": "closed"])["code"] == -32_000)
    #expect(try client.call("session.create", ["name": "closed"])["seq"] == 0)
  }

  // Goal: a daemon that is killed has lost nothing of what it answered.
  // Method: its files are copied as soon as an answer arrives.
  @Test(arguments: [Durability.always, .interval])
  func `an answer comes when the system has the change`(durability: Durability) throws {
    let daemon = try TestDaemon(durability: durability)
    let client = try daemon.client()
    _ = try client.call("session.create", ["name": "a"])
    for number in 1...20 as ClosedRange<Int64> {
      _ = try client.call("open", ["session": "a", "link": .string("/movies/\(number)")])
      let copy = try TemporaryFolder()
      try copyJournal(of: daemon, into: copy.path)
      let found = try Journal.open(folder: copy.path, durability: .always) {}
      defer { found.close() }
      #expect(found.durableNumber == number + 1)
    }
  }

  @Test func `what a crash cut from the journal is logged`() throws {
    let copy = try TemporaryFolder()
    do {
      let daemon = try TestDaemon(durability: .always)
      let client = try daemon.client()
      _ = try client.call("session.create", ["name": "a"])
      _ = try client.call("open", ["session": "a", "link": "/movies/1"])
      try copyJournal(of: daemon, into: copy.folder("data"), bytesCut: 100)
    }
    let again = try TestDaemon(folder: copy, durability: .always)
    let entry = try #require(again.log.entries.first { $0.kind == "journal/cut" })
    #expect(entry.level == .warning && entry.message.hasSuffix("ends with record 1"))
    #expect(try again.client().call("stack", ["session": "a"])["seq"] == 0)
  }

  /// Copies the files of a daemon's journal, as they are.
  private func copyJournal(
    of daemon: TestDaemon, into folder: String, bytesCut: Int = 0
  ) throws {
    for name in ["journal.sqlite", "journal.sqlite-wal"] {
      let bytes = try readFile(daemon.folder("data/" + name), bytesMax: 10_000_000)
      let kept = bytes.count - (name.hasSuffix("wal") ? bytesCut : 0)
      try writeFile(folder + "/" + name, Array(bytes[..<kept]), mode: 0o600)
    }
  }

  @Test func `request ids survive a restart, and subscribers miss nothing`() throws {
    let folder = try TemporaryFolder()
    let call: JSON = ["session": "a", "link": "/movies/1", "requestId": "r"]
    var first: TestDaemon? = try TestDaemon(folder: folder, durability: .always)
    var answer = JSON.null
    if let client = try first?.client() {
      _ = try client.call("session.create", ["name": "a"])
      answer = try client.call("open", call)
      for number in 0..<300 {
        _ = try client.call("open", ["session": "a", "link": .string("/movies/\(number)")])
      }
    }
    first = nil
    let again = try TestDaemon(folder: folder, durability: .always)
    let client = try again.client()
    #expect(try client.call("open", call) == answer)
    let other = try client.call("open", ["session": "a", "link": "/movies", "requestId": "r"])
    #expect(other["data"]?["code"] == "daemon/conflict")
    #expect(try client.call("subscribe", ["session": "a", "fromSeq": 0]) == ["seq": 301])
    _ = try client.call("back", ["session": "a"])
    for seq in 1...302 {
      let event = try client.notice("event")
      #expect(event["seq"]?.intValue == Int64(seq))
      if seq == 1 { #expect(event["event"]?["requestId"] == "r") }
    }
  }

  @Test func `a restart with other routes migrates every session`() throws {
    let folder = try TemporaryFolder()
    var first: TestDaemon? = try TestDaemon(
      TestApp.withMore, folder: folder, durability: .always)
    if let client = try first?.client() {
      _ = try client.call("session.create", ["name": "a"])
      _ = try client.call("open", ["session": "a", "link": "/movies/1"])
      _ = try client.call("open", ["session": "a", "link": "/extras", "from": "inside"])
    }
    first = nil
    for _ in 0..<2 {
      let again = try TestDaemon(folder: folder, durability: .always)
      let client = try again.client()
      let stack = try client.call("stack", ["session": "a"])
      #expect(stack["screens"]?.arrayValue?.map { $0["screen"] } == ["Home", "Movies", "Movie"])
      #expect(stack["seq"] == 3)
    }
  }

  @Test func `reload migrates every session; a broken file changes nothing`() throws {
    let daemon = try TestDaemon(TestApp.withMore, durability: .always)
    let (client, other) = (try daemon.client(), try daemon.client())
    _ = try client.call("session.create", ["name": "a"])
    _ = try client.call("open", ["session": "a", "link": "/extras"])
    _ = try other.call("subscribe", ["session": "a"])
    daemon.app.app = .failure(DiagnosticList([DaemonError.shuttingDown.diagnostic]))
    let error = try client.call("reload")
    #expect(error["code"] == -32_010)
    #expect(try other.notice("routes")["taken"] == false)
    #expect(try client.call("stack", ["session": "a"])["seq"] == 1)
    daemon.app.app = .success(TestApp.served)
    #expect(try client.call("reload")["changed"] == true)
    let event = try other.notice("event")
    #expect(event["event"] == ["line": "reload"] && event["seq"] == 2)
    #expect(try other.notice("routes")["taken"] == true)
    let stack = try client.call("stack", ["session": "a"])
    #expect(stack["screens"]?.arrayValue?.map { $0["screen"] } == ["Home"])
    #expect(try client.call("reload")["changed"] == false)
  }

  @Test func `a conflict of route files names both places`() throws {
    let conflict = Diagnostic(
      .routeConflict, "both match", at: SourcePosition(file: "a.yaml", line: 2, column: 3),
      other: SourcePosition(file: "b.yaml", line: 4, column: 5), witness: "/a/b")
    let daemon = try TestDaemon()
    let (client, other) = (try daemon.client(), try daemon.client())
    daemon.app.app = .failure(DiagnosticList([conflict]))
    let wanted: JSON = [
      [
        "code": "route/conflict", "severity": "error", "file": "a.yaml", "line": 2, "column": 3,
        "other": ["file": "b.yaml", "line": 4, "column": 5], "message": "both match",
        "witness": "/a/b",
      ]
    ]
    #expect(try client.call("reload")["data"]?["findings"] == wanted)
    #expect(try other.notice("routes")["findings"] == wanted)
  }

  @Test func `repeated reloads leave no unused definitions`() throws {
    let folder = try TemporaryFolder()
    var first: TestDaemon? = try TestDaemon(folder: folder, durability: .always)
    var stack = JSON.null
    if let daemon = first {
      let client = try daemon.client()
      _ = try client.call("session.create", ["name": "a"])
      _ = try client.call("open", ["session": "a", "link": "/movies/1"])
      for number in 0..<30 {
        let app = TestApp.made { $0.route("/extras\(number)", screen: "Extras") }
        daemon.app.app = .success(number == 29 ? TestApp.withMore : app)
        #expect(try client.call("reload")["changed"] == true)
        _ = try client.call("open", ["session": "a", "link": "/movies/2"])
        stack = try client.call("stack", ["session": "a"])
      }
    }
    first = nil
    let summary = try Journal.check(folder: folder("data"))
    #expect(summary.definitions <= 3, "\(summary)")
    let again = try TestDaemon(TestApp.withMore, folder: folder, durability: .always)
    #expect(try again.client().call("stack", ["session": "a"]) == stack)
  }

  @Test func `answers that wait for the disk keep their order`() throws {
    let daemon = try TestDaemon(durability: .always)
    let client = try daemon.client()
    _ = try client.call("session.create", ["name": "a"])
    for number in 0..<50 {
      client.request("open", ["session": "a", "link": .string("/movies/\(number)")])
      client.request("routes", ["filter": "nothing"])
    }
    var last: Int64 = 1
    for _ in 0..<100 {
      let id = try client.read()["id"]?.intValue ?? 0
      #expect(id == last + 1)
      last = id
    }
    let status = try client.call("status")["journal"]
    #expect(status?["durableNumber"] == 51)
  }

  @Test func `each call is measured once, however many subscribers it has`() throws {
    let daemon = try TestDaemon(durability: .always)
    let client = try daemon.client()
    _ = try client.call("session.create", ["name": "a"])
    let others = try (0..<5).map { _ in try daemon.client() }
    for other in others { _ = try other.call("subscribe", ["session": "a"]) }
    for number in 0..<10 {
      _ = try client.call("open", ["session": "a", "link": .string("/movies/\(number)")])
    }
    for other in others {
      for seq in 1...10 { #expect(try other.notice("event")["seq"]?.intValue == Int64(seq)) }
    }
    #expect(daemon.daemon.counters.latency.count == 16)
    #expect(daemon.daemon.counters.requests.reduce(0, +) == 16)
  }

  @Test(arguments: [Durability.always, .none])
  func `answers to one write keep their order, though only some wait for the disk`(
    _ durability: Durability
  ) throws {
    let client = try TestDaemon(durability: durability).client()
    _ = try client.call("session.create", ["name": "a"])
    let lines = (0..<90).map { number in
      (40..<50).contains(number)
        ? #"{"jsonrpc":"2.0","id":\#(number),"method":"open","params":"#
          + #"{"session":"a","link":"/movies/\#(number)"}}"#
        : #"{"jsonrpc":"2.0","id":\#(number),"method":"resolve","params":{"link":"/movies/7"}}"#
    }
    client.send(lines.joined(separator: "\n"))
    for number in 0..<90 { #expect(try client.read()["id"]?.intValue == Int64(number)) }
    #expect(client.isQuiet())
    #expect(try client.call("stack", ["session": "a"])["seq"] == 10)
  }

  @Test func `a disk fault rolls sessions back and notifies every client`() throws {
    let daemon = try TestDaemon(durability: .always)
    let (client, other) = (try daemon.client(), try daemon.client())
    _ = try client.call("session.create", ["name": "a"])
    _ = try client.call("open", ["session": "a", "link": "/movies/1"])
    _ = try other.call("subscribe", ["session": "a"])
    let journal = try #require(daemon.daemon.persistence.journal)
    // A change that never reaches the disk: the journal does not get it.
    daemon.daemon.persistence.holdsRecords = true
    client.request("open", ["session": "a", "link": "/movies/2", "requestId": "r"])
    client.request("session.create", ["name": "b"])
    #expect(client.isQuiet() && other.isQuiet())
    #expect(daemon.daemon.sessions["a"]?.session.changes == 2)
    daemon.daemon.becomeReadOnly(
      .failed(path: "x", doing: "write", reason: "no space", isFull: true))
    let refused = [try client.read(), try client.read()]
    #expect(refused.allSatisfy { $0["error"]?["data"]?["code"] == "daemon/read-only" })
    #expect(try other.notice("mode")["readOnly"] == true)
    #expect(try client.call("stack", ["session": "a"])["seq"] == 1)
    #expect(try client.call("stack", ["session": "b"])["code"] == -32_000)
    let error = try client.call("back", ["session": "a"])
    #expect(error["code"] == -32_003)
    daemon.daemon.persistence.holdsRecords = false
    #expect(try client.call("mode.writable")["readOnly"] == false)
    #expect(try other.notice("mode")["readOnly"] == false)
    #expect(daemon.daemon.persistence.journal !== journal)
    let again = try client.call(
      "open", ["session": "a", "link": "/movies/2", "requestId": "r"])
    #expect(again["seq"] == 2)
    #expect(try other.notice("event")["seq"] == 2)
  }
}
