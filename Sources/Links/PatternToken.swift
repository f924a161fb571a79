/// A token of a pattern (WHATWG URL Pattern, "tokenizing").
struct PatternToken {
  enum Kind {
    case character(Unicode.Scalar)
    /// A scalar after `\`, which means itself.
    case escaped(Unicode.Scalar)
    case name(String)
    case regex([Unicode.Scalar])
    case asterisk
    /// `?` or `+`.
    case modifier(Unicode.Scalar)
    case open
    case close
    case end
  }

  let kind: Kind
  /// How many scalars precede it.
  let offset: Int
}

/// Cuts a pattern into tokens.
struct PatternTokenizer {
  struct Fault: Error {
    enum Reason { case syntax(PatternError.Syntax), regex(PatternError.Regex) }
    let reason: Reason
    let offset: Int

    init(_ reason: Reason, _ offset: Int) {
      self.reason = reason
      self.offset = offset
    }
  }

  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  mutating func tokens() throws(Fault) -> [PatternToken] {
    var result: [PatternToken] = []
    while index < scalars.count {
      let offset = index
      result.append(PatternToken(kind: try next(scalars[index]), offset: offset))
    }
    return result + [PatternToken(kind: .end, offset: index)]
  }

  private mutating func next(_ scalar: Unicode.Scalar) throws(Fault) -> PatternToken.Kind {
    index += 1
    switch scalar {
    case "*": return .asterisk
    case "?", "+": return .modifier(scalar)
    case "{": return .open
    case "}": return .close
    case "\\":
      guard index < scalars.count else { throw Fault(.syntax(.danglingEscape), index - 1) }
      index += 1
      return .escaped(scalars[index - 1])
    case ":": return .name(try name())
    case "(": return .regex(try regex())
    default: return .character(scalar)
    }
  }

  private mutating func name() throws(Fault) -> String {
    var name = String.UnicodeScalarView()
    while index < scalars.count, Self.isNamePart(scalars[index], isFirst: name.isEmpty) {
      name.append(scalars[index])
      index += 1
    }
    guard !name.isEmpty else { throw Fault(.syntax(.missingName), index - 1) }
    return String(name)
  }

  /// Identifiers of ECMAScript.
  static func isNamePart(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    if scalar == "$" || scalar == "_" { return true }
    if isFirst { return scalar.properties.isIDStart }
    return scalar.properties.isIDContinue || scalar == "\u{200C}" || scalar == "\u{200D}"
  }

  /// The text up to the closing bracket; brackets inside must be groups that do not capture, or
  /// escaped.
  private mutating func regex() throws(Fault) -> [Unicode.Scalar] {
    let start = index
    var depth = 1
    while index < scalars.count {
      switch scalars[index] {
      case "\\": index += 1
      case "(":
        depth += 1
        guard index + 1 < scalars.count, scalars[index + 1] == "?" else {
          throw Fault(.regex(.capturingGroup), index)
        }
      case ")":
        depth -= 1
        if depth == 0 {
          index += 1
          return Array(scalars[start..<(index - 1)])
        }
      default: break
      }
      index += 1
    }
    throw Fault(.syntax(.unclosedRegex), start - 1)
  }
}
