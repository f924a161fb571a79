import Navigation
import TestSupport
import Testing

extension SmallWorld {
  /// Every state that so many events can lead to, once each, from a warm start and a cold one.
  /// `apply` is pure, so a state that was seen need not be left twice.
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

  /// Every state that the sequences of five events go through.
  static let states = states(eventsMax: 5)
}

struct SmallWorldTests {
  @Test func `every sequence of five events keeps the invariants`() {
    #expect(SmallWorld.states.count > 1_000)
    for state in SmallWorld.states {
      #expect(state.violations(in: SmallWorld.definition) == [])
    }
  }

  // Goal: design §5.5, by what a person can see and nothing else. Method: go back from every state
  // until nothing is left, and look at each screen on the way.
  @Test func `no screen that is seen or that back reveals demands a closed gate`() {
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

  @Test func `what is refused changes nothing and tells no transition`() {
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

  // Goal: design §5.4, a link from outside leads to the same visible stack of the same coordinator
  // from every state with the same facts.
  @Test(arguments: SmallWorld.links)
  func `a link from outside leads to the same visible stack`(link: String) {
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
