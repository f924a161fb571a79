/// The errors of one file, limited in number.
struct ErrorList {
  /// In the order found.
  private(set) var errors: [RouteFileError] = []
  /// The number of errors, including discarded ones, and of parts that were left out because of an
  /// earlier error.
  private(set) var faultCount = 0
  /// In file order, with the error for too many errors last.
  var inOrder: [RouteFileError] {
    let kept = errors.prefix(FileLimits.errorsMax).sorted { left, right in
      guard let first = left.position, let second = right.position else { return false }
      return first < second
    }
    return kept + errors.dropFirst(FileLimits.errorsMax)
  }
  /// Whether further errors would be discarded, so that their advice need not be computed.
  var isFull: Bool { errors.count > FileLimits.errorsMax }

  /// Appends an error; the first one beyond the limit is replaced by one that says so.
  mutating func append(_ error: RouteFileError) {
    faultCount += 1
    guard !isFull else { return }
    if errors.count == FileLimits.errorsMax, let position = error.position {
      errors.append(.tooManyErrors(at: position))
    } else {
      errors.append(error)
    }
  }

  /// Counts a part that is left out because of an error that is already in the list.
  mutating func countLeftOut() { faultCount += 1 }
}
