extension AndroidTextMatcher {
  /// Whether a path of a link, which is empty or begins with a slash, matches.
  ///
  /// - Complexity: O(states × boundaries)
  package var matchesAnyPath: Bool { isAccepting(start) || matchesAny(after: "/") }

  /// Whether any text that begins with some ASCII characters matches.
  ///
  /// - Complexity: O(states × boundaries)
  package func matchesAny(after beginning: String) -> Bool {
    let units = Set(boundaries + [0]).sorted()
    var seen: Set<Int> = []
    var pending = [beginning.utf16.reduce(start) { step($0, $1) }]
    while let state = pending.popLast() {
      guard state != deadState, seen.insert(state).inserted else { continue }
      if isAccepting(state) { return true }
      pending += units.map { step(state, $0) }
    }
    return false
  }
}
