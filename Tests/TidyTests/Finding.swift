/// A breach of a rule of the house, and where.
struct Finding: Hashable, CustomStringConvertible {
  let path: String
  let line: Int
  let text: String

  var description: String { "\(path):\(line): \(text)" }
}
