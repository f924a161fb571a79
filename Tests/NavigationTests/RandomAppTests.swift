import Diagnostics
import Navigation
import SignalboxTesting
import TestSupport
import Testing

struct RandomAppTests {
  @Test func `the random apps include switches inside tabs with gated starts`() {
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
    #expect(found > 5)
  }

  // A stack without its first screen would show nothing.
  @Test func `a start cannot be presented`() {
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
        (error as? DiagnosticList)?.diagnostics.contains { $0.code == .coordinatorStart } ?? false
      }
    }
    #expect(refused > 10)
  }

  // Goal: in 200 random apps, 300 random events keep the invariants, refused events change nothing,
  // and replaying the events gives the same states.
  @Test(arguments: seeds(200))
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

  // Goal: a link from outside shows the same stack whatever came before, in the same apps.
  @Test(arguments: seeds(200))
  func `a link from outside always shows the same visible stack`(seed: UInt64) {
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
      // A link to a coordinator that a switch hides is refused and keeps the visible stack.
      let shown = probe.app.stack
      let stack = probe.outcome.hasPrefix("refused") ? probe.outcome : shown
      let gates = walk.state.openGates.members.map(\.index)
      let key = "\(text) \(gates) \(walk.state.accounts(in: definition).map { $0?.text ?? "" })"
      if let known = seen[key], known != stack { Issue.record("\(key): \(known), then \(stack)") }
      seen[key] = stack
    }
  }

  // Goal: a link is refused as hidden only if it is hidden once its gates are open; a challenge is
  // never what a switch hides. Method: in the same apps, open the gates of each refused link.
  @Test(arguments: seeds(200))
  func `a switch never hides a challenge when its gate is asked for`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    var walk = Walk(definition)
    for _ in 0..<150 {
      walk.apply(RandomApp.event(&random, in: definition))
      guard let route = definition.routes.randomElement(using: &random) else { continue }
      let link = route.pattern.replacing(":id", with: "1")
      var probe = walk
      probe.apply(.open(link, from: .outside))
      guard probe.outcome == "refused(not-shown)" else { continue }
      for gate in definition.gatesOnTheWay(to: route).members {
        probe.apply(.satisfy(gate: definition[gate].name, subject: nil))
      }
      probe.apply(.open(link, from: .outside))
      if case .blocked = probe.last.outcome { probe.apply(.confirm) }
      if probe.outcome != "refused(not-shown)" { Issue.record("\(link): \(probe.outcome)") }
    }
  }

  // Goal: reloading the same app changes nothing visible; reloading another app keeps the
  // invariants.
  @Test(arguments: seeds(100))
  func `a reload keeps the invariants`(seed: UInt64) {
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
