import Diagnostics
import Navigation
@testable import Sessions
import TestSupport
import Testing

struct SessionTests {
  /// Goal: `goto`, undo and redo restore exactly the state of each position.
  /// Method: random events; the states are recorded and compared after random jumps.
  @Test(arguments: seeds(20))
  func `every position restores its state`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var session = Session(definition: RandomEvents.definition, isReady: seed % 3 > 0)
    var states = [session.state]
    for _ in 0..<300 {
      let event = RandomEvents.event(&generator, nowMilliseconds: session.state.nowMilliseconds)
      let before = session.position
      _ = session.apply(event)
      if session.position > before { states.append(session.state) }
    }
    #expect(session.count == states.count - 1)
    for _ in 0..<100 {
      let position = Int.random(in: states.indices, using: &generator)
      try session.goto(position)
      #expect(session.state == states[position], "seed \(seed), position \(position)")
      if position > 0 {
        _ = try session.undo()
        #expect(session.state == states[position - 1], "seed \(seed), undone \(position)")
        _ = try session.redo()
        #expect(session.state == states[position], "seed \(seed), redone \(position)")
      }
    }
  }

  /// Goal: events after an undo replace the undone ones, checkpoints included.
  @Test(arguments: seeds(5))
  func `events after a jump back replace the undone ones`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var session = Session(definition: RandomEvents.definition)
    var states = [session.state]
    for _ in 0..<3 {
      let position = generator.below(states.count)
      try session.goto(position)
      states.removeSubrange((position + 1)...)
      while states.count < 300 {
        let event = RandomEvents.event(&generator, nowMilliseconds: session.state.nowMilliseconds)
        if session.apply(event).outcome.kind != "refused" { states.append(session.state) }
      }
    }
    for position in stride(from: states.count - 1, through: 0, by: -7) {
      try session.goto(position)
      #expect(session.state == states[position], "seed \(seed), position \(position)")
    }
  }

  @Test(arguments: seeds(20))
  func `replaying the script produces the same state`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var session = Session(definition: RandomEvents.definition, isReady: seed % 3 > 0)
    for _ in 0..<200 {
      let now = session.state.nowMilliseconds
      _ = session.apply(RandomEvents.event(&generator, nowMilliseconds: now))
    }
    if seed % 2 == 0 { try session.goto(session.count / 2) }
    var lines = try session.script().split(separator: "\n").map(String.init)
    let isCold = lines.first == "cold"
    #expect(isCold == session.isCold)
    if isCold { lines.removeFirst() }
    var other = Session(definition: RandomEvents.definition, isReady: !isCold)
    for line in lines {
      let event = try Event(command: line, nowMilliseconds: other.state.nowMilliseconds)
      let outcome = other.apply(event).outcome
      #expect(outcome.kind != "refused", "seed \(seed): \(line)")
    }
    #expect(other.state == session.state, "seed \(seed)")
  }

  @Test func `the log holds the transitions of every event`() {
    var generator = SplitMix64(seed: 7)
    var session = Session(definition: RandomEvents.definition)
    var recorded: [Transition] = []
    for _ in 0..<700 {
      let now = session.state.nowMilliseconds
      recorded += session.apply(RandomEvents.event(&generator, nowMilliseconds: now)).transitions
    }
    for count in [0, 1, 17, 200, recorded.count, recorded.count + 5] {
      #expect(session.transitions(countMax: count) == Array(recorded.suffix(count)))
    }
    #expect(session.transitions(countMax: -1) == [])
  }

  @Test func `a new event discards the undone ones`() throws {
    var session = Session(definition: RandomEvents.definition)
    _ = session.apply(.open("/items/1", from: .outside))
    _ = session.apply(.open("/items/2", from: .outside))
    #expect(try session.undo() == .open("/items/2", from: .outside))
    _ = session.apply(.open("/items/3", from: .outside))
    #expect(session.count == 2)
    #expect(throws: Diagnostic.nothingToRedo) { _ = try session.redo() }
    #expect(throws: Diagnostic.noPosition(3, floor: 0, count: 2, why: .beginning)) {
      try session.goto(3)
    }
    #expect(throws: Diagnostic.noPosition(-1, floor: 0, count: 2, why: .beginning)) {
      try session.goto(-1)
    }
  }

  @Test func `a refused event is not recorded`() {
    var session = Session(definition: RandomEvents.definition)
    let before = session.state
    _ = session.apply(.open("/nowhere", from: .outside))
    #expect(session.count == 0)
    #expect(session.state == before)
  }

  @Test func `dropped events are counted in the message`() {
    #expect(
      Diagnostic.scriptIncomplete(dropped: 1).message
        == "the first event of this session is no longer kept")
    #expect(
      Diagnostic.scriptIncomplete(dropped: 2).message
        == "the first 2 events of this session are no longer kept")
  }

  @Test func `the oldest events are dropped and cannot be reached`() throws {
    var session = Session(definition: RandomEvents.definition)
    for number in 0..<(Limits.historyEventsMax + 2 * Limits.checkpointEvents) {
      _ = session.apply(.open("/items/\(number)", from: .outside))
    }
    let first = session.floor
    #expect(first > 0)
    #expect(session.count - first <= Limits.historyEventsMax)
    #expect(throws: Diagnostic.scriptIncomplete(dropped: first)) { _ = try session.script() }
    #expect(throws: Diagnostic.self) { try session.goto(first - 1) }
    try session.goto(first)
    #expect(session.transitions(countMax: 5) == [])
    #expect(throws: Diagnostic.nothingToUndo(floor: first, why: .bound)) {
      _ = try session.undo()
    }
    let top = session.state.stacks[1]  // home; coordinators are sorted by name.
    #expect(top.last?.values == ["\(first - 1)"])
  }

  @Test func `the history is bounded by bytes too`() {
    var session = Session(definition: RandomEvents.definition)
    let long = "/items/" + String(repeating: "a", count: 8_000)
    for number in 0..<1_000 { _ = session.apply(.open(long + "\(number)", from: .outside)) }
    #expect((session.count - session.floor) * 8_000 <= Limits.historyBytesMax)
  }
}
