/// A violation of a rule, with its place.
struct Finding: Hashable, CustomStringConvertible {
  let path: String
  let line: Int
  let text: String

  var description: String { "\(path):\(line): \(text)" }
}
