import Navigation
import TestSupport
import Testing

extension SmallWorld {
  /// All states that `eventsMax` events can reach from a warm or a cold start. `apply` is pure, so
  /// each state is expanded only once.
  static func states(eventsMax: Int) -> Set<NavigationState> {
    var edge = Set([true, false].map { NavigationState(of: definition, isReady: $0) })
    var reached = edge
    for _ in 0..<eventsMax {
      var next: Set<NavigationState> = []
      for state in edge {
        for event in events {
          var moved = state
          _ = moved.apply(event, in: definition)
          if reached.insert(moved).inserted { next.insert(moved) }
        }
      }
      edge = next
    }
    return reached
  }

  static let states = states(eventsMax: 5)
}

struct SmallWorldTests {
  @Test func `every sequence of five events keeps the invariants`() {
    #expect(SmallWorld.states.count > 1_000)
    for state in SmallWorld.states {
      #expect(state.violations(in: SmallWorld.definition) == [])
    }
  }

  // Goal: the gate rule, judged by what the user can see. Method: go back from every state until
  // nothing is left, and check each visible screen.
  @Test func `no visible screen, and none that back reveals, requires a closed gate`() {
    let definition = SmallWorld.definition
    var gated = 0
    for start in SmallWorld.states where start.isReady {
      var state = start
      var isLast = false
      while !isLast {
        let coordinator = definition[state.visibleCoordinator(in: definition)].name
        let isGated = coordinator == "two"
        gated += isGated ? 1 : 0
        let isOpen = !state.openGates.members.isEmpty
        if isGated && !isOpen { Issue.record("two is shown, and login is closed: \(start)") }
        var outcome = state.apply(.back, in: definition).outcome
        if case .blocked = outcome { outcome = state.apply(.confirm, in: definition).outcome }
        if case .refused = outcome { isLast = true }
      }
    }
    #expect(gated > 100)
  }

  @Test func `a refused event changes nothing and has no transitions`() {
    var refused = 0
    for state in SmallWorld.states {
      for event in SmallWorld.events {
        var moved = state
        let applied = moved.apply(event, in: SmallWorld.definition)
        guard case .refused = applied.outcome else { continue }
        refused += 1
        if moved != state || !applied.transitions.isEmpty {
          Issue.record("refused \(event) changed something")
        }
      }
    }
    #expect(refused > 1_000)
  }

  // Goal: with the same facts, a link from outside shows the same stack of the same coordinator
  // from every state.
  @Test(arguments: SmallWorld.links)
  func `a link from outside always shows the same visible stack`(link: String) {
    let definition = SmallWorld.definition
    var seen: [GateSet: Set<String>] = [:]
    for state in SmallWorld.states where state.isReady {
      var moved = state
      let applied = moved.apply(.open(link, from: .outside), in: definition)
      if case .blocked = applied.outcome { _ = moved.apply(.confirm, in: definition) }
      let stack = moved.visibleStack(in: definition).map { definition.name(of: $0) }
      let shown = stack.joined(separator: " > ")
      seen[state.openGates, default: []].insert(shown)
    }
    #expect(seen.count == 2)
    for stacks in seen.values { #expect(stacks.count == 1, "\(stacks)") }
  }
}
