/// The errors of one file, in the order in which they were found; bounded.
struct ErrorList {
  private(set) var errors: [RouteFileError] = []
  /// Whether the next error will not be kept, so that nobody need work out its advice.
  var isFull: Bool { errors.count > Limits.errorsMax }

  /// Keeps the error; the first one too many is replaced by a note that says so.
  mutating func append(_ error: RouteFileError) {
    guard !isFull else { return }
    if errors.count == Limits.errorsMax, let position = error.position {
      errors.append(.tooManyErrors(at: position))
    } else {
      errors.append(error)
    }
  }
}
