/// The kinds of JSON values, as messages name them.
enum JSONKind: String {
  case null
  case boolean = "a boolean"
  case number = "a number"
  case text = "a text"
  case array = "an array"
  case object = "an object"
}
