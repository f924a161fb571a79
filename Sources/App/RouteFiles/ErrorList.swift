import Diagnostics

/// The errors of one file, limited in number.
struct ErrorList {
  private var errors = BoundedDiagnostics(
    max: FileLimits.errorsMax, overflow: Diagnostic.tooManyErrors)
  /// The number of errors, including discarded ones, and of parts that were left out because of an
  /// earlier error.
  private(set) var faultCount = 0

  var first: Diagnostic? { errors.found.first }
  /// In file order, with the error for too many errors last.
  var inOrder: [Diagnostic] { errors.inOrder }
  /// Whether further errors would be discarded, so that their advice need not be computed.
  var isFull: Bool { errors.isFull }

  /// Appends an error; the first one beyond the limit is replaced by one that says so.
  mutating func append(_ error: Diagnostic) {
    faultCount += 1
    errors.append(error)
  }

  /// Counts a part that is left out because of an error that is already in the list.
  mutating func countLeftOut() { faultCount += 1 }
}
