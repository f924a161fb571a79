import Diagnostics
import EventLoops
import FileAccess
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import DaemonClient

/// Connections to a daemon that each test scripts.
@MainActor struct SessionConnectionTests {
  @Test func `a missing session is created, and a call is answered`() throws {
    let folder = try TemporaryFolder()
    let daemon = try FakeDaemon(
      folder("s"),
      [
        { daemon in
          daemon.greet()
          guard let stack = daemon.next() else { return }
          daemon.refuse(stack, "daemon/unknown-session")
          guard let create = daemon.next() else { return }
          daemon.answer(create, ["session": "demo", "seq": 0])
          guard let command = daemon.enter() else { return }
          let id = command.params?["requestId"]?.stringValue ?? ""
          daemon.answer(command, ["text": .string(id), "seq": 1])
          _ = daemon.next()
        }
      ])
    let connection = try SessionConnection(
      path: folder("s"), session: "demo", client: "attach", subscribes: true)
    #expect(connection.isNew)
    #expect(connection.greeting.version == "9.9")
    let answer = try connection.change("command", [.init("line", "x")], line: "x")
    let id = try #require(answer["text"]?.stringValue)
    #expect(id.wholeMatch(of: /attach\.[0-9a-z]+-1/) != nil, "\(id)")
    #expect(connection.seq == 1)
    connection.close()
    daemon.wait()
  }

  struct Fate: Sendable {
    let name: String
    /// What the two greetings say: instance and journal.
    let first: [String?]
    let second: [String?]
    /// The session's changes after the reconnect.
    var seq: Int64 = 4
    var isOneChange = true
    let isSentAgain: Bool
  }

  nonisolated static let fates = [
    Fate(name: "the same run", first: ["a", nil], second: ["a", nil], isSentAgain: true),
    Fate(name: "the same journal", first: ["a", "j"], second: ["b", "j"], isSentAgain: true),
    Fate(
      name: "another run, no journal", first: ["a", nil], second: ["b", nil], isSentAgain: false),
    Fate(name: "another journal", first: ["a", "j"], second: ["b", "k"], isSentAgain: false),
    Fate(
      name: "a daemon that identifies nothing", first: [nil, nil], second: [nil, nil],
      isSentAgain: false),
    Fate(
      name: "a journal that was put back", first: ["a", "j"], second: ["b", "j"], seq: 3,
      isSentAgain: false),
    Fate(
      name: "as many changes of others as are remembered", first: ["a", "j"], second: ["a", "j"],
      seq: 4 + rememberedChangesMax, isSentAgain: true),
    Fate(
      name: "more changes of others than are remembered", first: ["a", "j"], second: ["a", "j"],
      seq: 5 + rememberedChangesMax, isSentAgain: false),
    Fate(
      name: "a script, of which nothing was done", first: ["a", "j"], second: ["b", "j"],
      isOneChange: false, isSentAgain: true),
    Fate(
      name: "a script that may be half done", first: ["a", "j"], second: ["b", "j"], seq: 5,
      isOneChange: false, isSentAgain: false),
    Fate(
      name: "a script in the same run", first: ["a", "j"], second: ["a", "j"], seq: 5,
      isOneChange: false, isSentAgain: true),
  ]

  @Test(arguments: fates)
  func `a change of unknown fate is sent again only if it is executed once`(_ fate: Fate) throws {
    let folder = try TemporaryFolder()
    let note = Notes()
    let daemon = try FakeDaemon(
      folder("s"),
      [
        { daemon in
          daemon.greet(instance: fate.first[0], journal: fate.first[1])
          note.add(daemon.enter(seq: 4))
        },
        { daemon in
          daemon.greet(instance: fate.second[0], journal: fate.second[1])
          guard let call = daemon.enter(seq: fate.seq) else { return }
          note.add(call)
          daemon.answer(call, ["text": "answered", "seq": 5])
          _ = daemon.next()
        },
      ])
    let connection = try SessionConnection(
      path: folder("s"), session: "demo", client: "attach", subscribes: true)
    if fate.isSentAgain {
      #expect(
        try connection.change("command", [], line: "tap buy", isOneChange: fate.isOneChange)["text"]
          == "answered")
    } else {
      #expect(throws: ClientError.unknownFate(line: "tap buy")) {
        try connection.change("command", [], line: "tap buy", isOneChange: fate.isOneChange)
      }
    }
    connection.close()
    daemon.wait()
    let sent = note.calls.map { $0.params?["requestId"]?.stringValue ?? "" }
    #expect(sent.count == (fate.isSentAgain ? 2 : 1))
    #expect(Set(sent).count == 1)
    #expect(sent.first?.isEmpty == false)
  }

  @Test func `a call that changes nothing is repeated on any daemon`() throws {
    let folder = try TemporaryFolder()
    let daemon = try FakeDaemon(
      folder("s"),
      [
        { daemon in
          daemon.greet(instance: "a")
          _ = daemon.enter()
        },
        { daemon in
          daemon.greet(instance: "b")
          guard let call = daemon.enter() else { return }
          daemon.answer(call, ["words": ["open"]])
          _ = daemon.next()
        },
      ])
    let connection = try SessionConnection(
      path: folder("s"), session: "demo", client: "attach", subscribes: false)
    #expect(try connection.look("complete", [])["words"] == ["open"])
    #expect(connection.takeNotices().count == 2)
    connection.close()
    daemon.wait()
  }

  @Test func `a call refused by a daemon that shuts down is sent again`() throws {
    let folder = try TemporaryFolder()
    let daemon = try FakeDaemon(
      folder("s"),
      [
        { daemon in
          daemon.greet(instance: "a")
          if let call = daemon.enter() { daemon.refuse(call, "daemon/shutting-down") }
          daemon.notify("goodbye", ["message": "the daemon ends"])
        },
        { daemon in
          daemon.greet(instance: "b")
          guard let call = daemon.enter() else { return }
          daemon.answer(call, ["text": "done", "seq": 1])
          _ = daemon.next()
        },
      ])
    let connection = try SessionConnection(
      path: folder("s"), session: "demo", client: "attach", subscribes: true)
    #expect(try connection.change("command", [], line: "x")["text"] == "done")
    connection.close()
    daemon.wait()
  }

  @Test func `changes by other clients are reported, our own are not`() throws {
    let folder = try TemporaryFolder()
    func event(_ seq: Int64, _ line: String) -> JSON {
      [
        "session": "demo", "seq": .int(seq), "event": ["line": .string(line)], "outcome": "moved",
      ]
    }
    let (before, own, after) = (event(1, "before"), event(2, "own"), event(3, "after"))
    let daemon = try FakeDaemon(
      folder("s"),
      [
        { daemon in
          daemon.greet()
          guard let call = daemon.enter() else { return }
          daemon.notify("event", before)
          daemon.answer(call, ["text": "done", "seq": 2])
          daemon.notify("event", own)
          daemon.notify("event", after)
          daemon.notify("mode", ["readOnly": true, "reason": "disk full"])
          _ = daemon.next()
        }
      ])
    let connection = try SessionConnection(
      path: folder("s"), session: "demo", client: "attach", subscribes: true)
    var notices: [SessionNotice] = []
    _ = try connection.change("command", [], line: "own")
    connection.onNotice = { connection.loop.stop() }
    for _ in 0..<100 where notices.count < 3 {
      notices += connection.takeNotices()
      if notices.count < 3 { connection.loop.wait() }
    }
    #expect(
      notices == [
        .changed(try #require(change(before))), .changed(try #require(change(after))),
        .mode(isReadOnly: true, reason: "disk full"),
      ])
    connection.close()
    daemon.wait()
  }

  // The new connection announces the change ahead of its answer, since it was executed before.
  @Test(arguments: [true, false])
  func `a change of our own that a new connection announces is reported if its fate was unknown`(
    isKnown: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let note = Notes()
    let daemon = try FakeDaemon(
      folder("s"),
      [
        { daemon in
          daemon.greet(instance: "a")
          note.add(daemon.enter())
        },
        { daemon in
          daemon.greet(instance: isKnown ? "a" : "b")
          guard let stack = daemon.next() else { return }
          daemon.answer(stack, ["seq": 1])
          guard let subscribe = daemon.next() else { return }
          daemon.answer(subscribe, ["seq": 1])
          let id = note.calls.first?.params?["requestId"] ?? .null
          daemon.notify(
            "event",
            [
              "session": "demo", "seq": 1, "event": ["line": "back", "requestId": id],
              "outcome": "moved",
            ])
          guard let call = daemon.next() else { return }
          daemon.answer(call, ["text": "done", "seq": 1])
          _ = daemon.next()
        },
      ])
    let connection = try SessionConnection(
      path: folder("s"), session: "demo", client: "attach", subscribes: true)
    let answer = try? connection.change("command", [], line: "back")
    #expect(answer?["text"] == (isKnown ? "done" : nil))
    connection.onNotice = { connection.loop.stop() }
    var own: [Bool] = []
    for _ in 0..<10 {
      own += connection.takeNotices().compactMap { notice in
        if case .changed(let change) = notice { change.isOwn } else { nil }
      }
      guard !isKnown, own.isEmpty else { break }
      connection.loop.wait()
    }
    #expect(own == (isKnown ? [] : [true]))
    connection.close()
    daemon.wait()
  }

  @Test func `a flood of notifications is bounded, and the answer still arrives`() throws {
    let folder = try TemporaryFolder()
    let daemon = try FakeDaemon(
      folder("s"),
      [
        { daemon in
          daemon.greet()
          guard let call = daemon.enter() else { return }
          for seq in 1...Int64(noticesMax + 10) {
            daemon.notify(
              "event", ["session": "demo", "seq": .int(seq), "event": ["line": "back"]])
          }
          daemon.answer(call, ["seq": 1])
          _ = daemon.next()
        }
      ])
    let connection = try SessionConnection(
      path: folder("s"), session: "demo", client: "attach", subscribes: true)
    #expect(try connection.look("state", [])["seq"] == 1)
    let notices = connection.takeNotices()
    #expect(notices.count == noticesMax / 2 + 11)
    #expect(notices.first == .missed)
    connection.close()
    daemon.wait()
  }

  @Test func `a client reconnects to a restarted daemon and subscribes to missed changes`() throws {
    let folder = try TemporaryFolder()
    let note = Notes()
    let daemon = try FakeDaemon(
      folder("s"),
      [
        { daemon in
          daemon.greet()
          for _ in 0..<2 {
            if let call = daemon.next() { daemon.answer(call, ["seq": 7]) }
          }
          daemon.notify("goodbye", ["message": "the daemon ends"])
        },
        { daemon in
          daemon.greet()
          for _ in 0..<2 {
            guard let call = daemon.next() else { return }
            note.add(call)
            daemon.answer(call, ["seq": 9])
          }
          _ = daemon.next()
        },
      ])
    let connection = try SessionConnection(
      path: folder("s"), session: "demo", client: "attach", subscribes: true)
    var notices: [SessionNotice] = []
    for _ in 0..<100 where notices.count < 2 {
      notices += connection.takeNotices()
      if notices.count < 2 { connection.loop.wait() }
    }
    #expect(
      notices.first == .away(reason: "lost the connection to '\(folder("s"))': the daemon ends"))
    #expect(notices.dropFirst() == [.back])
    #expect(connection.isConnected)
    #expect(note.calls.map(\.method) == ["stack", "subscribe"])
    #expect(note.calls.last?.params?["fromSeq"] == 7)
    connection.close()
    daemon.wait()
  }

  private func change(_ params: JSON) -> SessionNotice.Change? {
    SessionNotice.Change(
      RPCNotification(method: "event", params: params), of: "demo",
      own: RequestIds(client: "attach"))
  }
}

/// Calls that a daemon on another thread has got.
final class Notes: Sendable {
  private let all = Mutex<[RPCRequest]>([])

  var calls: [RPCRequest] { all.withLock { $0 } }

  func add(_ call: RPCRequest?) {
    if let call { all.withLock { $0.append(call) } }
  }
}
