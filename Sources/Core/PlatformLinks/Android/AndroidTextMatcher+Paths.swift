extension AndroidTextMatcher {
  /// Whether a path of a link, which is empty or begins with a slash, matches.
  ///
  /// - Complexity: O(states × boundaries)
  package var matchesAnyPath: Bool {
    if isAccepting(start) { return true }
    let units = Set(boundaries + [0]).sorted()
    var seen: Set<Int> = []
    var pending = [step(start, UInt16(UInt8(ascii: "/")))]
    while let state = pending.popLast() {
      guard state != deadState, seen.insert(state).inserted else { continue }
      if isAccepting(state) { return true }
      pending += units.map { step(state, $0) }
    }
    return false
  }
}
