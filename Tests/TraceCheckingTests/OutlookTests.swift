import Diagnostics
import Navigation
import TestSupport
import Testing

@testable import TraceChecking
import Traces

/// Unobserved events that are not applied, since they cannot matter.
struct OutlookTests {
  /// Every fourth app is the bundled one.
  private func definition(_ seed: UInt64, _ random: inout SplitMix64) -> AppDefinition {
    seed.isMultiple(of: 4) ? BundledApp.definition : RandomApp.definition(&random)
  }

  private func event(
    in state: NavigationState, _ definition: AppDefinition, _ random: inout SplitMix64
  ) -> Event {
    let taps = state.visibleEntry(in: definition).flatMap(definition.screen(of:))?.taps ?? []
    guard !taps.isEmpty, random.chance(40) else { return RandomApp.event(&random, in: definition) }
    return .tap(random.pick(taps).name)
  }

  @Test(arguments: seeds(100))
  func `an event that shows the next screen, or leaves the visible one, is not skipped`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let definition = definition(seed, &random)
    let unobserved = UnobservedEvents(of: definition, under: LogRules(logged: [.screen]))
    let lines = definition.screens.map { Observation.screen(ObservedScreen($0.name)) }
    let next = lines.enumerated().map { TraceEntry(line: $0.offset + 1, $0.element) }
    let links = next.flatMap { unobserved.links(to: $0.observation).links }
    func screen(in state: NavigationState) -> Identifier<ScreenDefinition>? {
      state.visibleEntry(in: definition).flatMap { definition.screen(shownBy: $0.route) }
    }
    var state = NavigationState(of: definition)
    for _ in 0..<40 {
      _ = state.apply(event(in: state, definition, &random), in: definition)
      for candidate in unobserved.events(in: state, opening: links) {
        var after = state
        switch after.apply(candidate.event, in: definition).outcome {
        case .refused, .duplicated, .outside, .queued: continue
        case .moved, .deferred, .blocked, .asked: break
        }
        let shown = screen(in: after) == screen(in: state) ? nil : screen(in: after)
        let outlook = Outlook(of: state, ahead: shown, in: definition)
        #expect(outlook?.admits(candidate) ?? true, "\(candidate.event)")
      }
    }
  }

  /// Logs of random apps with random faults.
  @Test(arguments: seeds(100))
  func `sessions are explained as if all events were applied`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = definition(seed, &random)
    let kinds = ObservedKind.allCases.filter { _ in random.chance(30) }
    let rules = LogRules(logged: LogRules.always.union(kinds))
    var recorder = TraceRecorder(definition, logged: rules.logged)
    for _ in 0..<20 { _ = recorder.perform(event(in: recorder.state, definition, &random)) }
    var entries: [TraceEntry] = []
    for observation in recorder.observations where random.chance(97) {
      let other = Observation.screen(ObservedScreen(random.pick(definition.screens).name))
      entries.append(
        TraceEntry(line: entries.count + 1, random.chance(97) ? observation : other))
    }
    let unobserved = UnobservedEvents(of: definition, under: rules)
    func answer(appliesAll: Bool) -> [String] {
      var search = SessionSearch(entries, of: definition, under: rules, unobserved)
      search.appliesAll = appliesAll
      let (explained, last) = search.run()
      return ["\(explained) lines, cut: \(search.isCut)"]
        + last.map { "\($0.logged) after \(search.ways.events(of: $0.way))" }
    }
    #expect(answer(appliesAll: false) == answer(appliesAll: true))
  }
}
