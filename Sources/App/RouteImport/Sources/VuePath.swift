/// Cuts a path of Vue Router into tokens.
struct VuePath {
  enum Token {
    case slash
    case text(String)
    /// A `*` of version 3: any text, also with slashes.
    case wildcard
    /// The same at the end of a path, with the slash ahead of it.
    case rest
    case parameter(String, expression: String, modifier: String, isInText: Bool)
  }

  private let characters: [Unicode.Scalar]
  private var index = 0
  private let isVersion3: Bool

  init(_ path: String, isVersion3: Bool = false) {
    characters = Array(path.unicodeScalars)
    self.isVersion3 = isVersion3
  }

  mutating func next() -> Token? {
    guard index < characters.count else { return nil }
    let isRest = characters[index...].elementsEqual("/*".unicodeScalars) || characters == ["*"]
    if isVersion3, isRest {
      index = characters.count
      return .rest
    }
    switch characters[index] {
    case "/":
      index += 1
      return .slash
    case ":": return parameter()
    case "*" where isVersion3:
      index += 1
      return .wildcard
    default: return .text(text())
    }
  }

  private mutating func text() -> String {
    var text = String.UnicodeScalarView()
    while index < characters.count, characters[index] != "/", characters[index] != ":",
      characters[index] != "*" || !isVersion3
    {
      if characters[index] == "\\", index + 1 < characters.count { index += 1 }
      text.append(characters[index])
      index += 1
    }
    return String(text)
  }

  private mutating func parameter() -> Token {
    let start = index
    index += 1
    let name = take { $0 == "_" || $0.isASCII && isParameterName("a" + String($0)) }
    var expression = ""
    if index < characters.count, characters[index] == "(" {
      let open = index
      index += 1
      while index < characters.count, characters[index] != ")" {
        index += characters[index] == "\\" ? 2 : 1
      }
      index = min(index + 1, characters.count)
      // An escaped bracket is one that ends a group.
      expression = String(String.UnicodeScalarView(characters[open..<index]))
        .replacingBytes("\\)", with: ")")
    }
    let modifier = index < characters.count && "?+*".unicodeScalars.contains(characters[index])
    if modifier { index += 1 }
    // A modifier includes the slash only if the parameter has a segment to itself.
    let isAlone =
      (start == 0 || characters[start - 1] == "/")
      && (index == characters.count || characters[index] == "/")
    return .parameter(
      name, expression: expression, modifier: modifier ? String(characters[index - 1]) : "",
      isInText: !isAlone)
  }

  private mutating func take(while isTaken: (Unicode.Scalar) -> Bool) -> String {
    let start = index
    while index < characters.count, isTaken(characters[index]) { index += 1 }
    return String(String.UnicodeScalarView(characters[start..<index]))
  }
}
