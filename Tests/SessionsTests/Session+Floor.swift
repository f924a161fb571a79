import Sessions

extension Session {
  /// The first position that `goto` can reach, taken from its refusal.
  var floor: Int {
    var copy = self
    do throws(SessionError) {
      try copy.goto(-1)
    } catch {
      if case .noPosition(_, let floor, _, _) = error { return floor }
    }
    return -1
  }
}
