/// The model of all three patterns: somebody with a first and a last name.
struct Person: Hashable, Sendable {
  let first: String
  let last: String

  /// Both names; one if the other is missing.
  var fullName: String {
    [first, last].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
