package import Languages

extension ValueType {
  /// The same language as `fits`, for automata: exact for ranges and calendar days.
  ///
  /// - Parameter inPath: Whether the value is part of a path, where it is not empty.
  package func expression(inPath: Bool) -> Expression {
    switch self {
    case .int: .intValue
    case .uint: .uintValue
    case .number: .numberValue
    case .bool: .boolValue
    case .uuid: .uuidValue
    case .date: .dateValue
    case .slug: .slugValue
    case .string: .repeated(.scalar, least: inPath ? 1 : 0, most: nil, isLazy: true)
    case .oneOf(let texts):
      .choice(texts.map { .literal($0.utf8.map { Symbol($0) }) })
    case .expression(let own): own.expression
    }
  }
}

extension Expression {
  // Zero matches in only one way: ambiguity here would multiply the states of automata.
  fileprivate static let intValue = own(
    "-?(?:0+|0*(?:[1-9][0-9]{0,17}|\(atMost("9223372036854775807"))))|-0*9223372036854775808")
  fileprivate static let uintValue = own(
    "0+|0*(?:[1-9][0-9]{0,18}|\(atMost("18446744073709551615")))")
  fileprivate static let numberValue = own("-?[0-9]+(?:\\.[0-9]+)?(?:[eE][+\\-]?[0-9]+)?")
  fileprivate static let boolValue = own("true|false")
  fileprivate static let uuidValue = own("[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
  fileprivate static let slugValue = own("[A-Za-z0-9_\\-]+")
  fileprivate static let dateValue = own(
    "[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"
      + "|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))"
      + "|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29")

  /// An expression for numbers of as many digits as `digits`, at most `digits`, without a leading
  /// zero.
  private static func atMost(_ digits: String) -> String {
    var result = ""
    var rest = digits.utf8.count
    for (index, digit) in digits.utf8.enumerated() {
      rest -= 1
      if index > 0 { result += "(?:" }
      let least: UInt8 = index == 0 ? 0x31 : 0x30
      if digit > least { result += "[\(least - 0x30)-\(digit - 0x31)][0-9]{\(rest)}|" }
      result += String(digit - 0x30)
    }
    return result + String(repeating: ")", count: max(0, digits.utf8.count - 1))
  }

  /// Parses an expression written in this file.
  private static func own(_ text: String) -> Expression {
    guard let result = try? RegexParser.parse(Array(text.unicodeScalars)) else {
      preconditionFailure("the expression of a type does not parse: \(text)")
    }
    return result
  }
}

extension ValueType {
  /// The automaton for texts of this type in a path; nil if it would be too large.
  var automaton: DFA? {
    switch self {
    case .int: Self.intAutomaton
    case .uint: Self.uintAutomaton
    case .number: Self.numberAutomaton
    case .bool: Self.boolAutomaton
    case .uuid: Self.uuidAutomaton
    case .date: Self.dateAutomaton
    case .slug: Self.slugAutomaton
    case .string, .oneOf: makeAutomaton()
    case .expression(let expression): expression.automaton
    }
  }

  // Built when first used: building all takes half of the instructions of starting a small app.
  private static let intAutomaton = int.makeAutomaton()
  private static let uintAutomaton = uint.makeAutomaton()
  private static let numberAutomaton = number.makeAutomaton()
  private static let boolAutomaton = bool.makeAutomaton()
  private static let uuidAutomaton = uuid.makeAutomaton()
  private static let dateAutomaton = date.makeAutomaton()
  private static let slugAutomaton = slug.makeAutomaton()

  private func makeAutomaton() -> DFA? { DFA(NFA(expression(inPath: true))) }
}
