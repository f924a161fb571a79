/// The errors of one file; bounded.
struct ErrorList {
  /// In the order in which they were found.
  private(set) var errors: [RouteFileError] = []
  /// In the order of the file; that there are more stands last.
  var inOrder: [RouteFileError] {
    let kept = errors.prefix(FileLimits.errorsMax).sorted { left, right in
      guard let first = left.position, let second = right.position else { return false }
      return first < second
    }
    return kept + errors.dropFirst(FileLimits.errorsMax)
  }
  /// Whether the next error will not be kept, so that nobody need work out its advice.
  var isFull: Bool { errors.count > FileLimits.errorsMax }

  /// Keeps the error; the first one too many is replaced by a note that says so.
  mutating func append(_ error: RouteFileError) {
    guard !isFull else { return }
    if errors.count == FileLimits.errorsMax, let position = error.position {
      errors.append(.tooManyErrors(at: position))
    } else {
      errors.append(error)
    }
  }
}
