import Diagnostics

/// A regular expression over symbols, the common form of patterns, the regular expressions in them,
/// and value types.
package indirect enum Expression: Hashable, Sendable {
  case symbols(SymbolSet)
  case sequence([Expression])
  /// The first alternative that leads to a match decides what is captured.
  case choice([Expression])
  /// `most` is nil if unbounded. A lazy repetition tries to stop first.
  case repeated(Expression, least: Int, most: Int?, isLazy: Bool)
  /// The text that becomes the value of the parameter with this index.
  case capture(Int, Expression)

  package static let empty = Expression.sequence([])

  /// One scalar of a segment's text, which may be a decoded slash.
  package static let scalar = ScalarSet.all.expression(separating: false)
  /// One well-formed scalar of bytes that need not be UTF-8 (Unicode, table 3-7).
  package static let wellFormedScalar = ScalarSet.all.expression(
    separating: false, isInUTF8: false)
  /// Any text, slashes included; prefers the longest.
  package static let anything = Expression.repeated(
    ScalarSet.all.expression(separating: true), least: 0, most: nil, isLazy: false)

  package static func literal(_ symbols: [Symbol], isFolded: Bool = false) -> Expression {
    .sequence(symbols.map { .symbols(symbolSet($0, isFolded: isFolded)) })
  }

  private static func symbolSet(_ symbol: Symbol, isFolded: Bool) -> SymbolSet {
    var set = SymbolSet(symbol)
    if isFolded, symbol < separator, UInt8(symbol).isLetter { set.insert(symbol ^ 0x20) }
    return set
  }

  /// Whether a matching text can contain a separator, and so span several segments.
  package var canCrossSegments: Bool {
    switch self {
    case .symbols(let set): set.hasSeparator
    case .sequence(let parts), .choice(let parts): parts.contains { $0.canCrossSegments }
    case .repeated(let part, _, let most, _): most != 0 && part.canCrossSegments
    case .capture(_, let part): part.canCrossSegments
    }
  }

  /// The symbols that every matching text begins with, ASCII letters in lower case. Two expressions
  /// share no text if neither prefix begins with the other.
  package var literalPrefix: [Symbol] {
    var prefix: [Symbol] = []
    _ = appendLiterals(to: &prefix, fromEnd: false)
    return prefix
  }

  /// The symbols that every matching text ends with, the last one first, ASCII letters in lower
  /// case. Two expressions share no text if neither suffix begins with the other.
  package var literalSuffix: [Symbol] {
    var suffix: [Symbol] = []
    _ = appendLiterals(to: &suffix, fromEnd: true)
    return suffix
  }

  /// Appends the prefix or suffix, and returns whether the whole expression is literal text, so
  /// that the next part continues it.
  private func appendLiterals(to literals: inout [Symbol], fromEnd: Bool) -> Bool {
    switch self {
    case .symbols(let set):
      guard let symbol = set.single else { return false }
      literals.append(symbol)
      return true
    case .sequence(let parts):
      return fromEnd
        ? parts.reversed().allSatisfy { $0.appendLiterals(to: &literals, fromEnd: true) }
        : parts.allSatisfy { $0.appendLiterals(to: &literals, fromEnd: false) }
    case .capture(_, let part): return part.appendLiterals(to: &literals, fromEnd: fromEnd)
    case .choice, .repeated: return false
    }
  }

  /// The expression with some parts replaced.
  ///
  /// - Parameter replacement: Asked for every part, from the outside in; nil leaves the part, and
  ///   its own parts are asked for.
  package func replacing(_ replacement: (Expression) -> Expression?) -> Expression {
    if let replaced = replacement(self) { return replaced }
    return switch self {
    case .symbols: self
    case .sequence(let parts): .sequence(parts.map { $0.replacing(replacement) })
    case .choice(let parts): .choice(parts.map { $0.replacing(replacement) })
    case .repeated(let part, let least, let most, let isLazy):
      .repeated(part.replacing(replacement), least: least, most: most, isLazy: isLazy)
    case .capture(let number, let part): .capture(number, part.replacing(replacement))
    }
  }

  /// The number of instructions of its program; counting stops soon after `limit`.
  package func stateCount(limit: Int) -> Int {
    switch self {
    case .symbols: return 1
    case .sequence(let parts): return Self.sum(parts, extra: 0, limit: limit)
    case .choice(let parts): return Self.sum(parts, extra: 2, limit: limit)
    case .capture(_, let part): return min(limit + 1, part.stateCount(limit: limit) + 2)
    case .repeated(let part, let least, let most, _):
      // Each factor is at most limit + 1, so that nothing overflows.
      let one = part.stateCount(limit: limit)
      let tail = most.map { min(max(0, $0 - least), limit + 1) * (one + 1) } ?? one + 2
      return min(limit + 1, min(least, limit + 1) * one + tail)
    }
  }

  private static func sum(_ parts: [Expression], extra: Int, limit: Int) -> Int {
    var total = 0
    for part in parts where total <= limit { total += part.stateCount(limit: limit) + extra }
    return min(limit + 1, total)
  }
}
