import Diagnostics
import Languages

/// Reads a pattern into parts (WHATWG URL Pattern, "parse a pattern string"), where the prefix of a
/// parameter outside a group is the `/` right before it.
struct PatternParser: ~Copyable {
  let text: String
  let position: SourcePosition?
  private(set) var parts: [PatternPart] = []
  private(set) var parameters: [Pattern.ParameterName] = []
  private let scalars: [Unicode.Scalar]
  private var tokens: [PatternToken] = []
  private var index = 0
  /// Text that is not yet part of anything else.
  private var literal: [PatternToken] = []
  private var unnamed = 0
  /// The usual prefix of a parameter.
  static let slash = [separator]

  /// A parameter before it has its prefix and suffix.
  private struct Core {
    let kind: PatternPart.Kind
    let name: String?
  }

  init(text: String, position: SourcePosition?) {
    self.text = text
    self.position = position
    scalars = Array(text.unicodeScalars)
  }

  mutating func parse() throws(Diagnostic) {
    var tokenizer = PatternTokenizer(scalars)
    do {
      tokens = try tokenizer.tokens()
    } catch {
      throw syntax(error.fault, error.offset)
    }
    while try parsePart() {}
    try appendLiteral()
  }

  private func syntax(_ fault: PatternFault, _ offset: Int) -> Diagnostic {
    .syntax(fault, pattern: text, column: offset + 1, at: position)
  }

  /// The current token. The last one is the end, which the parser never passes.
  private var token: PatternToken { tokens[index] }

  /// Reads one piece; false at the end.
  private mutating func parsePart() throws(Diagnostic) -> Bool {
    let first = token
    switch first.kind {
    case .slash:
      index += 1
      guard let core = try parseCore() else {
        literal.append(first)
        return true
      }
      try appendLiteral()
      try append(core, prefix: Self.slash, suffix: [], modifier: parseModifier())
    case .name, .regex, .asterisk:
      guard let core = try parseCore() else { return true }
      try appendLiteral()
      try append(core, prefix: [], suffix: [], modifier: parseModifier())
    case .text, .escaped:
      literal.append(first)
      index += 1
    case .open: try parseGroup()
    case .close, .modifier: throw syntax(.unexpected(string(first.content)), first.offset)
    case .end: return false
    }
    return true
  }

  /// A name, an expression or both, or a wildcard.
  private mutating func parseCore() throws(Diagnostic) -> Core? {
    var name: String?
    if token.kind == .name {
      name = string(token.content)
      index += 1
    }
    switch token.kind {
    case .regex:
      let content = token.content
      index += 1
      let kind = try kind(of: Array(scalars[content]), start: content.lowerBound)
      return Core(kind: kind, name: name)
    case .asterisk where name == nil:
      index += 1
      return Core(kind: .wildcard, name: nil)
    default:
      return name.map { Core(kind: .segment, name: $0) }
    }
  }

  private func string(_ range: Range<Int>) -> String {
    scalars[range].reduce(into: "") { $0.unicodeScalars.append($1) }
  }

  /// `.*` is a wildcard and `[^/]+?` a plain parameter, as in the URL Pattern standard.
  private func kind(of scalars: [Unicode.Scalar], start: Int) throws(Diagnostic)
    -> PatternPart.Kind
  {
    if scalars == Array(".*".unicodeScalars) { return .wildcard }
    if scalars == Array("[^/]+?".unicodeScalars) { return .segment }
    let expression: Expression
    do {
      expression = try RegexParser.parse(scalars)
    } catch {
      throw syntax(error.fault, start + error.offset)
    }
    guard expression.stateCount(limit: Limits.regexStatesMax) <= Limits.regexStatesMax else {
      throw .tooLarge(.states, pattern: text, limit: Limits.regexStatesMax, at: position)
    }
    return .regex(expression)
  }

  private mutating func parseModifier() -> PatternPart.Modifier {
    let modifier: PatternPart.Modifier
    switch token.kind {
    case .asterisk: modifier = .zeroOrMore
    case .modifier: modifier = scalars[token.offset] == "?" ? .optional : .oneOrMore
    default: return .none
    }
    index += 1
    return modifier
  }

  private mutating func parseGroup() throws(Diagnostic) {
    let start = token.offset
    index += 1
    let prefix = takeText()
    let core = try parseCore()
    let suffix = takeText()
    guard token.kind == .close else { throw syntax(.unclosedGroup, start) }
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

  private mutating func takeText() -> [PatternToken] {
    let start = index
    while token.kind == .slash || token.kind == .text || token.kind == .escaped { index += 1 }
    return Array(tokens[start..<index])
  }

  private mutating func append(
    _ core: Core, prefix: [Symbol], suffix: [Symbol], modifier: PatternPart.Modifier
  ) throws(Diagnostic) {
    let name = core.name ?? String(unnamed)
    if core.name == nil { unnamed += 1 }
    guard !parameters.contains(where: { sameBytes($0.name, name) }) else {
      throw .duplicateParameter(name: name, pattern: text, at: position)
    }
    let part = PatternPart(
      kind: core.kind, prefix: prefix, suffix: suffix, parameter: parameters.count,
      modifier: modifier)
    parts.append(part)
    parameters.append(Pattern.ParameterName(name: name, isOptional: part.isOptional))
  }

  private mutating func appendLiteral() throws(Diagnostic) {
    guard !literal.isEmpty else { return }
    let text = try symbols(literal)
    literal.removeAll(keepingCapacity: true)
    parts.append(
      PatternPart(kind: .text, prefix: text, suffix: [], parameter: nil, modifier: .none))
  }

  /// A scalar of literal text; an escaped one does not begin a `%XX`.
  private struct Literal {
    let scalar: Unicode.Scalar
    let isEscaped: Bool
    let offset: Int
  }

  private func literals(of tokens: [PatternToken]) -> [Literal] {
    var result: [Literal] = []
    result.reserveCapacity(scalars.count)
    for token in tokens {
      var offset = token.offset
      for scalar in scalars[token.content] {
        result.append(Literal(scalar: scalar, isEscaped: token.kind == .escaped, offset: offset))
        offset += 1
      }
    }
    return result
  }

  /// The bytes of a literal text, `%XX` decoded; a `/` is a separator and a `%2F` is not.
  private func symbols(_ tokens: [PatternToken]) throws(Diagnostic) -> [Symbol] {
    let literal = literals(of: tokens)
    var result: [Symbol] = []
    result.reserveCapacity(literal.count)
    var check = UTF8Check()
    func take(_ byte: UInt8, as symbol: Symbol, at offset: Int) throws(Diagnostic) {
      switch check.take(byte) {
      case .fine: result.append(symbol)
      case .controlCharacter: throw syntax(.controlCharacter, offset)
      case .invalid: throw syntax(.invalidUTF8, offset)
      }
    }
    var index = 0
    while index < literal.count {
      let next = literal[index]
      if let byte = escapedByte(in: literal, at: index) {
        try take(byte, as: Symbol(byte), at: next.offset)
        index += 3
        continue
      }
      for byte in next.scalar.utf8 {
        try take(byte, as: next.scalar == "/" ? separator : Symbol(byte), at: next.offset)
      }
      index += 1
    }
    guard check.isComplete else { throw syntax(.invalidUTF8, literal.last?.offset ?? 0) }
    return result
  }

  /// The byte of a `%XX` of unescaped characters; a `%` followed by anything else is literal.
  private func escapedByte(in literal: [Literal], at index: Int) -> UInt8? {
    guard index + 2 < literal.count, literal[index].scalar == "%" else { return nil }
    let triple = literal[index...(index + 2)]
    guard !triple.contains(where: { $0.isEscaped }),
      let high = UInt8(exactly: literal[index + 1].scalar.value)?.hexValue,
      let low = UInt8(exactly: literal[index + 2].scalar.value)?.hexValue
    else { return nil }
    return high << 4 | low
  }
}
