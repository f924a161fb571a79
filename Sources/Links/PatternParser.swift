import Diagnostics

/// Reads a pattern into parts (WHATWG URL Pattern, "parse a pattern string"), where the prefix of a
/// parameter outside a group is the `/` right before it.
struct PatternParser {
  let text: String
  let position: SourcePosition?
  private(set) var parts: [PatternPart] = []
  private(set) var names: [String] = []
  private var tokens: [PatternToken] = []
  private var index = 0
  private var literal: [Literal] = []
  private var unnamed = 0

  /// A scalar of literal text; an escaped one begins no `%XX`.
  private struct Literal {
    let scalar: Unicode.Scalar
    let isEscaped: Bool
    let offset: Int
  }

  /// What a parameter stands for, before it has its prefix and suffix.
  private struct Core {
    let kind: PatternPart.Kind
    let name: String?
  }

  init(text: String, position: SourcePosition?) {
    self.text = text
    self.position = position
  }

  mutating func parse() throws(PatternError) {
    var tokenizer = PatternTokenizer(text)
    do {
      tokens = try tokenizer.tokens()
    } catch {
      switch error.reason {
      case .syntax(let reason): throw syntax(reason, error.offset)
      case .regex(let reason): throw regex(reason, error.offset)
      }
    }
    while try parsePart() {}
    try appendLiteral()
  }

  private func syntax(_ reason: PatternError.Syntax, _ offset: Int) -> PatternError {
    .syntax(reason, pattern: text, column: offset + 1, at: position)
  }

  private func regex(_ reason: PatternError.Regex, _ offset: Int) -> PatternError {
    .regex(reason, pattern: text, column: offset + 1, at: position)
  }

  private var token: PatternToken {
    index < tokens.count ? tokens[index] : PatternToken(kind: .end, offset: 0)
  }

  /// Reads one piece; false at the end.
  private mutating func parsePart() throws(PatternError) -> Bool {
    switch token.kind {
    case .character(let scalar):
      let before = Literal(scalar: scalar, isEscaped: false, offset: token.offset)
      index += 1
      guard scalar == "/", let core = try parseCore() else {
        literal.append(before)
        return true
      }
      try appendLiteral()
      try append(core, prefix: [separator], suffix: [], modifier: parseModifier())
    case .name, .regex, .asterisk:
      guard let core = try parseCore() else { return true }
      try appendLiteral()
      try append(core, prefix: [], suffix: [], modifier: parseModifier())
    case .escaped(let scalar):
      literal.append(Literal(scalar: scalar, isEscaped: true, offset: token.offset))
      index += 1
    case .open: try parseGroup()
    case .close: throw syntax(.unexpected("}"), token.offset)
    case .modifier(let scalar): throw syntax(.unexpected(String(scalar)), token.offset)
    case .end: return false
    }
    return true
  }

  /// A name, an expression or both, or a wildcard.
  private mutating func parseCore() throws(PatternError) -> Core? {
    var name: String?
    if case .name(let text) = token.kind {
      name = text
      index += 1
    }
    switch token.kind {
    case .regex(let scalars):
      let start = token.offset + 1
      index += 1
      return Core(kind: try kind(of: scalars, start: start), name: name)
    case .asterisk where name == nil:
      index += 1
      return Core(kind: .wildcard, name: nil)
    default:
      return name.map { Core(kind: .segment, name: $0) }
    }
  }

  /// `.*` is a wildcard and `[^/]+?` a plain parameter, as in the standard.
  private func kind(of scalars: [Unicode.Scalar], start: Int) throws(PatternError)
    -> PatternPart.Kind
  {
    if scalars == Array(".*".unicodeScalars) { return .wildcard }
    if scalars == Array("[^/]+?".unicodeScalars) { return .segment }
    let expression: Expression
    do {
      expression = try RegexParser.parse(scalars)
    } catch {
      throw regex(error.reason, start + error.offset)
    }
    guard expression.stateCount(limit: Limits.regexStatesMax) <= Limits.regexStatesMax else {
      throw .tooLarge(.states, pattern: text, limit: Limits.regexStatesMax, at: position)
    }
    return .regex(expression)
  }

  private mutating func parseModifier() -> PatternPart.Modifier {
    switch token.kind {
    case .asterisk:
      index += 1
      return .zeroOrMore
    case .modifier(let scalar):
      index += 1
      return scalar == "?" ? .optional : .oneOrMore
    default: return .none
    }
  }

  private mutating func parseGroup() throws(PatternError) {
    let start = token.offset
    index += 1
    let prefix = takeText()
    let core = try parseCore()
    let suffix = takeText()
    guard case .close = token.kind else { throw syntax(.unclosedGroup, start) }
    index += 1
    let modifier = parseModifier()
    guard core != nil || modifier != .none else {
      literal += prefix + suffix
      return
    }
    try appendLiteral()
    if let core {
      try append(core, prefix: symbols(prefix), suffix: symbols(suffix), modifier: modifier)
    } else if !prefix.isEmpty {
      parts.append(
        PatternPart(
          kind: .text, prefix: try symbols(prefix), suffix: [], parameter: nil, modifier: modifier))
    }
  }

  private mutating func takeText() -> [Literal] {
    var result: [Literal] = []
    while true {
      switch token.kind {
      case .character(let scalar):
        result.append(Literal(scalar: scalar, isEscaped: false, offset: token.offset))
      case .escaped(let scalar):
        result.append(Literal(scalar: scalar, isEscaped: true, offset: token.offset))
      default: return result
      }
      index += 1
    }
  }

  private mutating func append(
    _ core: Core, prefix: [Symbol], suffix: [Symbol], modifier: PatternPart.Modifier
  ) throws(PatternError) {
    let name = core.name ?? String(unnamed)
    if core.name == nil { unnamed += 1 }
    guard !names.contains(where: { sameBytes($0, name) }) else {
      throw .duplicateParameter(name: name, pattern: text, at: position)
    }
    names.append(name)
    parts.append(
      PatternPart(
        kind: core.kind, prefix: prefix, suffix: suffix, parameter: names.count - 1,
        modifier: modifier))
  }

  private mutating func appendLiteral() throws(PatternError) {
    guard !literal.isEmpty else { return }
    let text = try symbols(literal)
    literal = []
    parts.append(
      PatternPart(kind: .text, prefix: text, suffix: [], parameter: nil, modifier: .none))
  }

  /// The bytes of a literal text, `%XX` decoded; a `/` is a separator and a `%2F` is not.
  private func symbols(_ literal: [Literal]) throws(PatternError) -> [Symbol] {
    var result: [Symbol] = []
    var check = UTF8Check()
    var index = 0
    while index < literal.count {
      let next = literal[index]
      var bytes = Array(String(Character(next.scalar)).utf8)
      var length = 1
      if let byte = escapedByte(in: literal, at: index) {
        bytes = [byte]
        length = 3
      }
      for byte in bytes {
        switch check.take(byte) {
        case .fine: break
        case .controlCharacter: throw syntax(.controlCharacter, next.offset)
        case .invalid: throw syntax(.invalidUTF8, next.offset)
        }
        result.append(length == 1 && byte == UInt8(ascii: "/") ? separator : Symbol(byte))
      }
      index += length
    }
    guard check.isComplete else { throw syntax(.invalidUTF8, literal.last?.offset ?? 0) }
    return result
  }

  /// The byte of a `%XX` of unescaped characters; a `%` with anything else after it means itself.
  private func escapedByte(in literal: [Literal], at index: Int) -> UInt8? {
    guard index + 2 < literal.count, literal[index].scalar == "%" else { return nil }
    let triple = literal[index...(index + 2)]
    guard !triple.contains(where: \.isEscaped),
      let high = UInt8(exactly: literal[index + 1].scalar.value)?.hexValue,
      let low = UInt8(exactly: literal[index + 2].scalar.value)?.hexValue
    else { return nil }
    return high << 4 | low
  }
}
