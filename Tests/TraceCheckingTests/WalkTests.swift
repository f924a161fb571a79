import Diagnostics
import Exploration
import Navigation
import TestSupport
import Testing
import TraceChecking

/// Logs of random walks through the bundled app.
struct WalkTests {
  private static let alphabet = Alphabet(of: BundledApp.definition)
  private static let facts = LogRules.always

  /// The log of a walk with a line for each of these kinds of events.
  private func walk(_ seed: UInt64, logged: Set<ObservedKind>) -> SessionTrace {
    var random = SplitMix64(seed: seed)
    var recorder = TraceRecorder(BundledApp.definition, logged: logged)
    for _ in 0..<40 {
      let own =
        Self.alphabet.events(in: recorder.state, of: recorder.definition)
        + [.dirty(true), .confirm, .cancel]
      let event = random.pick(random.chance(40) ? Self.alphabet.events : own)
      if Self.isKept(event, logged) { _ = recorder.perform(event) }
    }
    var trace = SessionTrace(file: "walk")
    for observation in recorder.observations {
      trace.entries.append(TraceEntry(line: trace.entries.count + 1, observation))
    }
    return trace
  }

  /// Leaves out events that a log cannot hold although it has all of their kind, and a second user
  /// whose gates are not in the log.
  private static func isKept(_ event: Event, _ logged: Set<ObservedKind>) -> Bool {
    switch event {
    case .root, .popTo: !logged.contains(.back)
    case .cancel: !logged.contains(.dismiss)
    case .satisfy(_, let subject): subject == "a"
    case .finish(let result): result == nil
    default: true
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a walk with all its events conforms`(seed: UInt64) {
    let rules = LogRules.complete
    let trace = walk(seed, logged: rules.logged)
    let verdict = TraceChecker(BundledApp.definition, rules).verdict(on: trace)
    #expect(verdict.divergence == nil, "\(verdict.divergence?.summary ?? "")")
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a walk without the user's gestures conforms`(seed: UInt64) {
    let rules = LogRules(logged: Self.facts)
    let trace = walk(seed, logged: rules.logged)
    let verdict = TraceChecker(BundledApp.definition, rules).verdict(on: trace)
    #expect(verdict.divergence == nil, "\(verdict.divergence?.summary ?? "")")
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `a walk of which every third screen is in the log conforms`(seed: UInt64) {
    let rules = LogRules(logged: Set(ObservedKind.allCases), isSampled: true)
    var trace = walk(seed, logged: rules.logged)
    var count = 0
    trace.entries.removeAll { entry in
      guard case .screen = entry.observation else { return false }
      count += 1
      return !count.isMultiple(of: 3)
    }
    let verdict = TraceChecker(BundledApp.definition, rules).verdict(on: trace)
    #expect(verdict.divergence == nil, "\(verdict.divergence?.summary ?? "")")
  }

  /// A screen that must follow an event, the line of which is changed in some way.
  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a changed screen is found at its line`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var trace = walk(seed, logged: LogRules.complete.logged)
    let places = trace.entries.indices.dropFirst(2).filter { index in
      if case .screen = trace.entries[index].observation,
        case .event = trace.entries[index - 1].observation,
        // What the screen replaced is not the same screen.
        trace.entries[index - 2].observation != trace.entries[index].observation
      {
        true
      } else {
        false
      }
    }
    try #require(!places.isEmpty)
    let place = random.pick(places)
    guard case .screen(let screen) = trace.entries[place].observation else { return }
    let others = BundledApp.definition.screens.map(\.name).filter { $0 != screen.name }
    var expected = place
    switch random.next() % 3 {
    case 0:
      trace.entries[place] = TraceEntry(
        line: place + 1, .screen(ObservedScreen(random.pick(others))))
    case 1:
      let value = ObservedScreen.Value("id", "1\(screen.values.first?.text ?? "")")
      trace.entries[place] = TraceEntry(
        line: place + 1, .screen(ObservedScreen(screen.name, values: [value])))
    default:
      trace.entries.remove(at: place)
      guard place < trace.entries.count else { return }
      expected = place
    }
    let verdict = TraceChecker(BundledApp.definition, .complete).verdict(on: trace)
    #expect(verdict.explained == expected, "\(verdict.divergence?.summary ?? "conforms")")
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `any log ends, and its prefix conforms`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    var trace = SessionTrace(file: "random")
    for number in 1...30 {
      let event = RandomApp.event(&random, in: definition)
      let screen = ObservedScreen(random.pick(definition.screens).name)
      let isEvent = random.chance(50) && ObservedKind(event) != nil
      trace.entries.append(TraceEntry(line: number, isEvent ? .event(event) : .screen(screen)))
    }
    let checker = TraceChecker(
      definition, LogRules(logged: LogRules.always, isSampled: random.chance(50)))
    let verdict = checker.verdict(on: trace)
    trace.entries.removeSubrange(verdict.explained...)
    let again = checker.verdict(on: trace)
    #expect(again.divergence == nil && again.events == verdict.events)
  }
}
