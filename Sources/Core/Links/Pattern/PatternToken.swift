import Diagnostics

/// A token of a pattern (WHATWG URL Pattern, "tokenizing").
struct PatternToken {
  /// A text is scalars that mean themselves, none of them a slash; an escaped one is a scalar after
  /// `\`, which means itself; a modifier is `?` or `+`.
  enum Kind { case slash, text, escaped, name, regex, asterisk, modifier, open, close, end }

  let kind: Kind
  /// How many scalars precede it.
  let offset: Int
  /// Its scalars without syntax: a name without its `:`, an expression without its brackets.
  let content: Range<Int>
}

/// Cuts a pattern into tokens.
struct PatternTokenizer {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  mutating func tokens() throws(PatternFault.Located) -> [PatternToken] {
    var result: [PatternToken] = []
    result.reserveCapacity(tokensUsual)
    while index < scalars.count { result.append(try next()) }
    result.append(PatternToken(kind: .end, offset: index, content: index..<index))
    return result
  }

  private mutating func next() throws(PatternFault.Located) -> PatternToken {
    let offset = index
    let kind = Self.kind(of: scalars[index])
    index += 1
    var content = offset..<index
    switch kind {
    case .text:
      while index < scalars.count, Self.kind(of: scalars[index]) == .text { index += 1 }
      content = offset..<index
    case .escaped:
      guard index < scalars.count else {
        throw .init(fault: .danglingEscape, offset: offset)
      }
      content = index..<(index + 1)
      index += 1
    case .name: content = try name()
    case .regex: content = try regex()
    default: break
    }
    return PatternToken(kind: kind, offset: offset, content: content)
  }

  private static func kind(of scalar: Unicode.Scalar) -> PatternToken.Kind {
    switch scalar {
    case "/": .slash
    case "*": .asterisk
    case "?", "+": .modifier
    case "{": .open
    case "}": .close
    case "\\": .escaped
    case ":": .name
    case "(": .regex
    default: .text
    }
  }

  private mutating func name() throws(PatternFault.Located) -> Range<Int> {
    let start = index
    while index < scalars.count, Self.isNamePart(scalars[index], isFirst: index == start) {
      index += 1
    }
    guard index > start else { throw .init(fault: .missingName, offset: start - 1) }
    return start..<index
  }

  /// Identifiers of ECMAScript.
  static func isNamePart(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    if scalar == "$" || scalar == "_" { return true }
    if scalar.isASCII {
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      return byte.isLetter || byte.isDigit && !isFirst
    }
    if isFirst { return scalar.properties.isIDStart }
    return scalar.properties.isIDContinue || scalar == "\u{200C}" || scalar == "\u{200D}"
  }

  /// The text up to the closing bracket; brackets inside must be groups that do not capture, or
  /// escaped.
  private mutating func regex() throws(PatternFault.Located) -> Range<Int> {
    let start = index
    var depth = 1
    while index < scalars.count {
      switch scalars[index] {
      case "\\": index += 1
      case "(":
        depth += 1
        guard index + 1 < scalars.count, scalars[index + 1] == "?" else {
          throw .init(fault: .capturingGroup, offset: index)
        }
      case ")":
        depth -= 1
        if depth == 0 {
          index += 1
          return start..<(index - 1)
        }
      default: break
      }
      index += 1
    }
    throw .init(fault: .unclosedRegex, offset: start - 1)
  }
}

/// The number of tokens that most patterns do not exceed.
private let tokensUsual = 16
