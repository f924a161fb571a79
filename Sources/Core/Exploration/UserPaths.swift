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

  /// Whether a user can reach a state that fits; `nil` if more than `statesMax` would have to be
  /// visited.
  ///
  /// - Parameter reveals: Called with the states before and after an event. Returns whether a
  ///   fitting state is known to be reachable from the latter; `nil` to continue from it.
  func reach(
    _ fits: (NavigationState) -> Bool, from start: NavigationState,
    reveals: (_ before: NavigationState, _ after: NavigationState) -> Bool? = { _, _ in nil }
  ) -> Bool? {
    if fits(start) { return true }
    var seen: Set<StateShape> = [StateShape(start)]
    var edge = [start]
    while let state = edge.popLast() {
      let taps = state.visibleEntry(in: definition).flatMap(definition.screen(of:))?.taps ?? []
      for event in moves + taps.map({ .tap($0.name) }) {
        var next = state
        guard !next.apply(event, in: definition).transitions.isEmpty else { continue }
        if fits(next) { return true }
        switch reveals(state, next) {
        case true?: return true
        case false?: continue
        case nil: break
        }
        guard seen.insert(StateShape(next)).inserted else { continue }
        guard seen.count <= statesMax else { return nil }
        edge.append(next)
      }
    }
    return false
  }
}

/// The most states that are visited for one question.
private let statesMax = 1_000
