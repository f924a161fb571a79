import Navigation

/// What a user can reach from a state without links from outside, by taps, `back`, `dismiss`,
/// `cancel` and tabs.
struct UserPaths {
  private let definition: AppDefinition
  private let moves: [Event]

  init(of definition: AppDefinition) {
    self.definition = definition
    moves = [.back, .dismiss, .cancel] + definition.tabs.map { .select(tab: $0) }
  }

  /// Whether a user can reach a state that fits; `nil` if that takes more than `stepsMax` steps.
  ///
  /// - Parameters:
  ///   - steps: Increased by those of the events that are applied.
  ///   - reveals: Called with the states before and after an event. Returns whether a fitting state
  ///     is known to be reachable from the latter; `nil` to continue from it.
  ///   - leads: Called with each state of the way that was found.
  func reach(
    _ fits: (NavigationState) -> Bool, from start: NavigationState, _ steps: inout Int,
    reveals: (_ before: NavigationState, _ after: NavigationState) -> Bool? = { _, _ in nil },
    leads: (StateShape) -> Void = { _ in }
  ) -> Bool? {
    if fits(start) { return true }
    // Each with the state before it.
    var seen: [StateShape: StateShape?] = [StateShape(start, in: definition): StateShape?.none]
    var edge = [start]
    let end = steps + stepsMax
    while let state = edge.popLast() {
      let taps = state.visibleEntry(in: definition).flatMap(definition.screen(of:))?.taps ?? []
      for event in moves + taps.map({ .tap($0.name) }) {
        guard steps < end else { return nil }
        var next = state
        let applied = next.apply(event, in: definition)
        steps += applied.steps
        guard !applied.transitions.isEmpty else { continue }
        switch fits(next) ? true : reveals(state, next) {
        case true?:
          var last: StateShape? = StateShape(state, in: definition)
          while let shape = last {
            leads(shape)
            last = seen[shape] ?? nil
          }
          return true
        case false?: continue
        case nil: break
        }
        let shape = StateShape(next, in: definition)
        guard seen[shape] == nil else { continue }
        seen[shape] = .some(StateShape(state, in: definition))
        edge.append(next)
      }
    }
    return false
  }
}

extension Applied {
  /// The work of an event, which bounds proofs and searches: each transition takes about as long as
  /// an event without any.
  var steps: Int { 1 + transitions.count }
}

/// The most steps for one question.
private let stepsMax = 20_000
