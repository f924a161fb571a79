/// Whether a case holds here.
enum Verdict {
  case holds
  /// What came instead of what the case expects.
  case fails(String)
  /// The row is not about paths, or does not say enough to be run.
  case outOfScope

  /// `holds` if it is so.
  init(_ holds: Bool, otherwise found: @autoclosure () -> String) {
    self = holds ? .holds : .fails(found())
  }
}
