/// The result of a case.
enum Verdict {
  case holds
  /// The case fails, with the actual result.
  case fails(String)
  /// The row is not about paths, or incomplete.
  case outOfScope

  /// `holds` if the condition is true.
  init(_ holds: Bool, otherwise found: @autoclosure () -> String) {
    self = holds ? .holds : .fails(found())
  }
}
