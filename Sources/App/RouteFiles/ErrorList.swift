/// The errors of one file, limited in number.
struct ErrorList {
  /// In the order found.
  private(set) var errors: [RouteFileError] = []
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
    guard !isFull else { return }
    if errors.count == FileLimits.errorsMax, let position = error.position {
      errors.append(.tooManyErrors(at: position))
    } else {
      errors.append(error)
    }
  }
}
