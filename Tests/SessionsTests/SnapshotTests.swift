import Diagnostics
import Navigation
@testable import Sessions
@testable import Snapshots
import TestSupport
import Testing

struct SnapshotTests {
  static let codec = SnapshotCodec(RandomEvents.definition)

  /// A session after random events; one in five starts cold.
  static func session(
    seed: UInt64, events: Int, of definition: AppDefinition = RandomEvents.definition
  ) -> Session {
    var generator = SplitMix64(seed: seed)
    var session = Session(definition: definition, isReady: seed % 5 != 0)
    for _ in 0..<events {
      let event = RandomEvents.event(&generator, nowMilliseconds: session.state.nowMilliseconds)
      _ = session.apply(event)
    }
    return session
  }

  @Test(arguments: seeds(300))
  func `a snapshot restores the state byte for byte`(seed: UInt64) throws {
    for definition in [RandomEvents.definition, RandomEvents.lapsing] {
      let codec = SnapshotCodec(definition)
      let session = Self.session(seed: seed, events: Int(seed % 40), of: definition)
      let bytes = codec.bytes(of: session)
      let (restored, transitions) = try codec.session(from: bytes, isSame: true)
      #expect(restored.state == session.state)
      #expect(transitions.isEmpty)
      #expect(restored.position == session.position)
      #expect(restored.isCold == session.isCold)
      #expect(codec.bytes(of: restored) == bytes)
    }
  }

  @Test func `a snapshot keeps the place to which the user returns`() throws {
    let codec = SnapshotCodec(RandomEvents.lapsing)
    var session = Session(definition: RandomEvents.lapsing)
    let events: [Event] = [
      .satisfy(gate: "login", subject: "a"), .satisfy(gate: "premium", subject: nil),
      .open("/library", from: .outside), .open("/extras", from: .outside), .background,
      .tick(milliseconds: 200_000), .foreground,
    ]
    for event in events { _ = session.apply(event) }
    #expect(session.state.deferred.first?.place != nil)
    var restored = try codec.session(from: codec.bytes(of: session), isSame: true).session
    _ = restored.apply(.satisfy(gate: "login", subject: "a"))
    // The other gate is closed.
    let names = { (state: NavigationState) in
      state.visibleStack(in: RandomEvents.lapsing).map { RandomEvents.lapsing.name(of: $0) }
    }
    #expect(names(restored.state) == ["Home"])
    _ = restored.apply(.select(tab: "library"))
    #expect(names(restored.state) == ["Library"])
  }

  // Version 1 ends with the blocked event, without the gate that its link waited for, and like
  // version 2 lacks the starters of waiting links.
  @Test(arguments: seeds(300))
  func `a snapshot of version 1 is read`(seed: UInt64) throws {
    let session = Self.session(seed: seed, events: Int(seed % 40))
    let question = session.state.pendingLeave
    guard question?.gate == nil, session.state.deferred.isEmpty,
      session.state.backgroundMilliseconds == nil
    else { return }
    var bytes = Self.codec.bytes(of: session)
    bytes[0] = 1
    bytes.remove(at: try Self.placeOfEarlierTabs(in: bytes, of: session))
    if question != nil { bytes.removeLast() }
    let (restored, transitions) = try Self.codec.session(from: bytes, isSame: true)
    #expect(restored.state == session.state)
    #expect(transitions.isEmpty)
  }

  // Version 3 lacks the earlier tabs.
  @Test(arguments: seeds(100))
  func `a snapshot of version 3 is read`(seed: UInt64) throws {
    let session = Self.session(seed: seed, events: Int(seed % 40))
    guard session.state.backgroundMilliseconds == nil else { return }
    var bytes = Self.codec.bytes(of: session)
    bytes[0] = 3
    bytes.remove(at: try Self.placeOfEarlierTabs(in: bytes, of: session))
    let (restored, transitions) = try Self.codec.session(from: bytes, isSame: true)
    #expect(restored.state == session.state)
    #expect(transitions.isEmpty)
  }

  /// Where the number of earlier tabs is in a snapshot that has none: with one, the bytes differ
  /// there first.
  private static func placeOfEarlierTabs(in bytes: [UInt8], of session: Session) throws -> Int {
    var stored = session.state.stored(by: RouteNames(codec.definition))
    stored.tree.earlierTabs = [try #require(stored.tree.selections.first).child]
    let other = SnapshotWriter.bytes(
      of: stored, position: session.position, isCold: session.isCold)
    return try #require(bytes.indices.dropFirst().first { bytes[$0] != other[$0] })
  }

  @Test func `a snapshot keeps the earlier tabs`() throws {
    var app = PluginDraft("app")
    app.tabs("root", ["a", "b", "c"], back: .history)
    for tab in ["a", "b", "c"] {
      app.stack(tab, start: "/" + tab)
      app.route("/" + tab, screen: tab)
    }
    let codec = SnapshotCodec(try AppDefinition(plugins: [app]))
    var session = Session(definition: codec.definition)
    for tab in ["c", "b"] { _ = session.apply(.select(tab: tab)) }
    let (restored, _) = try codec.session(from: codec.bytes(of: session), isSame: true)
    #expect(restored.state == session.state)
    #expect(restored.state.earlierTabs.map { codec.definition[$0].name } == ["a", "c"])
    // Tabs that keep no history forget it.
    app.coordinators[0].back = .order
    let other = SnapshotCodec(try AppDefinition(plugins: [app]))
    let migrated = try other.session(from: codec.bytes(of: session), isSame: false).session
    #expect(migrated.state.earlierTabs.isEmpty)
    #expect(migrated.state.violations(in: other.definition).isEmpty)
  }

  @Test func `a snapshot keeps the starter of a waiting link`() throws {
    let codec = SnapshotCodec(RandomEvents.definition)
    var session = Session(definition: codec.definition)
    _ = session.apply(.open("/extras", from: .inside))
    try #require(session.state.deferred.map(\.starter) == [1])
    var bytes = codec.bytes(of: session)
    let restored = try codec.session(from: bytes, isSame: true).session
    #expect(restored.state == session.state)
    // Version 2 lacks it; the number follows the time at which the link expires, 600 s.
    let time: [UInt8] = [192, 207, 36]
    let index = try #require(bytes.indices.first { bytes[$0...].starts(with: time) })
    bytes[0] = 2
    bytes.remove(at: try Self.placeOfEarlierTabs(in: bytes, of: session))
    bytes.remove(at: index + time.count)
    let old = try codec.session(from: bytes, isSame: true).session
    #expect(old.state.deferred.map(\.link) == ["/extras"])
    #expect(old.state.deferred.map(\.starter) == [nil])
  }

  @Test func `a snapshot keeps the gate that a blocked link waited for`() throws {
    var app = PluginDraft("app")
    app.gate("login", challenge: "/login")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/mail", screen: "Mail") { $0.gates = ["login"] }
    app.route("/edit", screen: "Edit")
    app.screen("Edit") { $0.leave = .confirm }
    let codec = SnapshotCodec(try AppDefinition(plugins: [app]))
    var session = Session(definition: codec.definition)
    for command in ["open /edit", "dirty on", "open /mail", "confirm", "login"] {
      _ = session.apply(try Event(command: command, nowMilliseconds: 0))
    }
    #expect(session.state.pendingLeave?.gate != nil)
    var (restored, _) = try codec.session(from: codec.bytes(of: session), isSame: true)
    #expect(restored.state == session.state)
    #expect(restored.apply(.cancel).transitions.map(\.word) == ["drop"])
  }

  @Test(arguments: seeds(100))
  func `a restored session continues like the original`(seed: UInt64) throws {
    var session = Self.session(seed: seed, events: 20)
    let bytes = Self.codec.bytes(of: session)
    var (restored, _) = try Self.codec.session(from: bytes, isSame: true)
    var generator = SplitMix64(seed: seed &+ 1_000)
    var commands: [String] = []
    var recorded: [Applied] = []
    for _ in 0..<20 {
      let now = session.state.nowMilliseconds
      let event = RandomEvents.event(&generator, nowMilliseconds: now)
      let applied = session.apply(event)
      if case .refused = applied.outcome { continue }
      commands.append(event.command(nowMilliseconds: now))
      recorded.append(applied)
    }
    for (command, expected) in zip(commands, recorded) {
      try restored.replay(command) { applied, _ in applied == expected }
    }
    #expect(restored.state == session.state)
    #expect(restored.floor == restored.position - commands.count)
    while restored.position > restored.floor { _ = try restored.undo() }
    #expect(Self.codec.bytes(of: restored) == bytes)
    #expect(throws: Diagnostic.nothingToUndo(floor: restored.position, why: .restart)) {
      try restored.undo()
    }
  }

  @Test(arguments: seeds(200))
  func `a snapshot is migrated to a changed definition`(seed: UInt64) throws {
    let session = Self.session(seed: seed, events: 30)
    let changed = RandomEvents.make { app in
      for index in app.routes.indices {
        let path = app.routes[index].path.value
        if path == "/items/:id" { app.routes[index].gates = ["premium"] }
        if path == "/extras" { app.routes[index].gates = [] }
      }
      app.routes.removeAll { seed % 3 == 0 && $0.path.value == "/extras" }
    }
    let codec = SnapshotCodec(changed)
    let bytes = Self.codec.bytes(of: session)
    let (restored, _) = try codec.session(from: bytes, isSame: false)
    #expect(restored.state.violations(in: changed) == [])
    // A reload of the live session has the same result.
    var reloaded = session
    _ = reloaded.reload(changed)
    #expect(
      restored.state.visibleStack(in: changed).map { changed.name(of: $0) }
        == reloaded.state.visibleStack(in: changed).map { changed.name(of: $0) })
  }

  @Test(arguments: seeds(150))
  func `a corrupted snapshot is refused or yields a valid state`(seed: UInt64) throws {
    let definition = seed % 3 == 0 ? RandomEvents.definition : RandomEvents.lapsing
    let codec = SnapshotCodec(definition)
    let bytes = codec.bytes(of: Self.session(seed: seed, events: 25, of: definition))
    var generator = SplitMix64(seed: seed)
    for _ in 0..<200 {
      var changed = bytes
      for _ in 0...generator.below(3) {
        let place = generator.below(changed.count)
        switch generator.below(4) {
        case 0: changed.remove(at: place)
        case 1: changed.insert(UInt8(generator.below(256)), at: place)
        default: changed[place] ^= 1 << UInt8(generator.below(8))
        }
      }
      for isSame in [true, false] {
        guard let found = try? codec.session(from: changed, isSame: isSame) else { continue }
        var state = found.session.state
        #expect(state.violations(in: definition) == [])
        for event in [Event.ready, .satisfy(gate: "login", subject: nil)] {
          _ = state.apply(event, in: definition)
        }
        #expect(state.violations(in: definition) == [])
      }
    }
    for count in bytes.indices {
      #expect(throws: Diagnostic.unreadableSnapshot) {
        try codec.session(from: Array(bytes[..<count]), isSame: true)
      }
    }
  }

  @Test func `a replay that differs from its record is refused`() throws {
    var session = Session(definition: RandomEvents.definition)
    #expect(throws: Diagnostic.noEvent(command: "fly")) {
      try session.replay("fly") { _, _ in true }
    }
    #expect(throws: Diagnostic.refused(command: "back", reason: "nothing-to-pop")) {
      try session.replay("back") { _, _ in true }
    }
    #expect(throws: Diagnostic.differs(command: "open /items/1")) {
      try session.replay("open /items/1") { _, _ in false }
    }
    #expect(throws: Diagnostic.unreadableSnapshot) {
      try Self.codec.session(from: [], isSame: true)
    }
  }
}
