/// The model of all three patterns: a person with a first and a last name.
struct Person: Hashable, Sendable {
  let first: String
  let last: String

  /// Both names, or the one that is not empty.
  var fullName: String {
    [first, last].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
