import Diagnostics
import Exploration
import Navigation
import TestSupport
import Testing
import TraceChecking
import Traces

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

  /// Leaves out a second user whose gates are not in the log, and results and times, which this
  /// log does not have.
  private static func isKept(_ event: Event, _ logged: Set<ObservedKind>) -> Bool {
    switch event {
    case .satisfy(_, let subject): subject == "a"
    case .finish(let result): result == nil
    case .tick: false
    default: true
    }
  }

  @Test(arguments: seeds(100))
  func `a walk with all its events conforms`(seed: UInt64) {
    let rules = LogRules.complete
    let trace = walk(seed, logged: rules.logged)
    let verdict = TraceChecker(BundledApp.definition, rules).verdict(on: trace)
    #expect(verdict.divergence == nil, "\(verdict.divergence?.diagnostic.summary ?? "")")
  }

  @Test(arguments: seeds(100))
  func `a walk without the user's gestures conforms`(seed: UInt64) {
    let rules = LogRules(logged: Self.facts)
    let trace = walk(seed, logged: rules.logged)
    let verdict = TraceChecker(BundledApp.definition, rules).verdict(on: trace)
    #expect(verdict.divergence == nil, "\(verdict.divergence?.diagnostic.summary ?? "")")
  }

  @Test(arguments: seeds(30))
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
    #expect(verdict.divergence == nil, "\(verdict.divergence?.diagnostic.summary ?? "")")
  }

  /// A screen that must follow an event, the line of which is changed in some way.
  @Test(arguments: seeds(100))
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
    #expect(
      verdict.explained == expected, "\(verdict.divergence?.diagnostic.summary ?? "conforms")")
  }

  /// A log of random lines, most of which nothing explains.
  @Test(arguments: seeds(100))
  func `the events of a verdict explain the lines that it says they do`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    var recorder = TraceRecorder(definition, logged: LogRules.complete.logged)
    for _ in 0..<30 { _ = recorder.perform(RandomApp.event(&random, in: definition)) }
    var trace = SessionTrace(file: "random")
    for observation in recorder.observations where random.chance(90) {
      let screen = ObservedScreen(random.pick(definition.screens).name)
      trace.entries.append(
        TraceEntry(
          line: trace.entries.count + 1, random.chance(95) ? observation : .screen(screen)))
    }
    let rules = LogRules(
      logged: random.chance(50) ? LogRules.always : LogRules.complete.logged,
      isSampled: random.chance(50))
    let verdict = TraceChecker(definition, rules).verdict(on: trace)
    let explained = Explanation(verdict, of: trace, in: definition, rules).explained
    #expect(
      explained.contains(verdict.explained),
      "\(explained), \(rules), \(trace.entries.prefix(4).map(\.observation.text)), \(verdict)")
  }
}
