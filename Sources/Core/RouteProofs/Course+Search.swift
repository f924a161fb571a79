import Links

extension Course {
  /// Looks for links of this course and of another one.
  ///
  /// - Parameter isConfirmed: Asked about the shortest path for each query that is tried, if it has
  ///   one, until it says yes.
  /// - Returns: Whether that was confirmed, or it is proven that there are no such links.
  func search(
    beside other: Course?, stepsLeft: inout Int,
    isConfirmed: (_ path: [Symbol], _ items: [QueryItem]) -> Bool
  ) -> Bool {
    let rivals = rivals + (other?.rivals ?? [])
    var others: [TableRoute] = []
    for route in rivals.compactMap(\.route) where !others.contains(route) {
      others.append(route)
    }
    guard let queries = QueryChoices.all(for: routes + (other?.routes ?? []), against: others)
    else { return false }
    var isDecided = true
    for items in queries {
      let taking = rivals.filter { $0.route?.accepts(items) ?? true }.map(\.automaton)
      var search = WitnessSearch(wanted + (other?.wanted ?? []), rivals: taking)
      switch search.shortest(stepsLeft: &stepsLeft) {
      case .found(let path):
        if isConfirmed(path, items) { return true }
        isDecided = false
      case .none: break
      case .undecided: isDecided = false
      }
    }
    return isDecided
  }
}
