import Diagnostics
import Navigation
import SignalboxTesting
import TestSupport
import Testing

struct RandomAppTests {
  // Goal: the apps below have what they are to have.
  @Test func `the random apps have switches inside tabs, and gated starts in them`() {
    var found = 0
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let app = RandomApp.definition(&random)
      let isFound = app.coordinators.contains { coordinator in
        coordinator.kind == .switch
          && coordinator.parent.map { app[$0].kind == .tabs } ?? false
          && coordinator.children.contains { child in
            app[child].start.map { !app[$0.route].gates.isSubset(of: app[child].gates) } ?? false
          }
      }
      found += isFound ? 1 : 0
    }
    #expect(found > 10)
  }

  // Goal: a stack without its first screen shows nothing.
  @Test func `a start that is presented is refused`() {
    var refused = 0
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let app = RandomApp.draft(&random)
      let starts = app.coordinators.compactMap { $0.start?.value }
      let isPresented = app.routes.contains { route in
        starts.contains(route.path.value) && [.sheet, .cover].contains(route.presentation)
      }
      guard isPresented else { continue }
      refused += 1
      #expect("seed \(seed)") {
        try AppDefinition(plugins: [app])
      } throws: { error in
        (error as? DefinitionErrors)?.errors.contains { $0.code == .coordinatorStart } ?? false
      }
    }
    #expect(refused > 10)
  }

  // Goal: in 200 random apps, 300 random events each keep the invariants, a refused event changes
  // nothing, and the same events give the same state again.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `random events keep the invariants`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    var walk = Walk(definition, isReady: random.next() % 4 != 0)
    var again = walk
    for _ in 0..<300 {
      let event = RandomApp.event(&random, in: definition)
      walk.apply(event)
      again.app.apply(event)
      if walk.state != again.state { Issue.record("\(event) gave two states") }
    }
  }

  // Goal: design §5.4 in the same apps: whatever came before, a link from outside shows one stack.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a link from outside leads to the same visible stack`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    var seen: [String: String] = [:]
    var walk = Walk(definition)
    for _ in 0..<300 {
      walk.apply(RandomApp.event(&random, in: definition))
      let link = definition.routes.randomElement(using: &random)?.pattern ?? "/"
      let text = link.replacing(":id", with: "1")
      var probe = walk
      probe.apply(.open(text, from: .outside))
      if case .blocked = probe.last.outcome { probe.apply(.confirm) }
      // A coordinator that a switch hides is refused, which leaves the stack that was there.
      let shown = probe.app.stack
      let stack = probe.outcome.hasPrefix("refused") ? probe.outcome : shown
      let key = "\(text) \(walk.state.openGates.members.map(\.index))"
      if let known = seen[key], known != stack { Issue.record("\(key): \(known), then \(stack)") }
      seen[key] = stack
    }
  }

  // Goal: a reload to the same app changes nothing that is shown; to another app it never breaks.
  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a state survives a reload`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    var walk = Walk(definition)
    for _ in 0..<50 { walk.apply(RandomApp.event(&random, in: definition)) }
    let same = walk.state.migrated(to: definition, from: definition)
    #expect(same.transitions == [])
    #expect(same.state == walk.state)
    let other = RandomApp.definition(&random)
    let moved = walk.state.migrated(to: other, from: definition).state
    #expect(moved.violations(in: other) == [])
  }
}
