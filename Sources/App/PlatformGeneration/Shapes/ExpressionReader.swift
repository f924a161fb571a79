import Languages

/// Translates a regular expression into pieces, if it is a sequence of literal text, of short
/// lists of texts, and of characters of classes.
struct ExpressionReader {
  let name: String
  /// The texts that the pieces take and the expression does not: clauses.
  private(set) var gaps: [String] = []

  /// The most texts of a list, and the most characters of a fixed count.
  private static let listedMax = 64

  /// The pieces; `nil` if the expression has another form.
  mutating func pieces(of expression: Expression) -> [TextPiece]? {
    if Self.isAnyText(expression) { return [.rest] }
    if let characters = Self.characters(of: expression) { return [Self.piece(characters)] }
    if let texts = expression.texts(max: Self.listedMax, omitsRepeats: true) {
      // An empty text would make the segment empty, so no link has it.
      let valid = texts.filter { !$0.isEmpty && String(validating: $0, as: UTF8.self) != nil }
      return valid.isEmpty
        ? nil : valid.count == 1 ? [.text(valid[0])] : [.choice(name: name, valid)]
    }
    switch expression {
    case .capture(_, let part): return pieces(of: part)
    case .sequence(let parts):
      var result: [TextPiece] = []
      for part in parts {
        guard let more = pieces(of: part), more != [.rest] else { return nil }
        result += more
      }
      return result
    case .repeated(let part, let least, let most, _):
      return repetition(of: part, least: least, most: most)
    case .symbols, .choice: return nil
    }
  }

  private mutating func repetition(
    of part: Expression, least: Int, most: Int?
  ) -> [TextPiece]? {
    guard let characters = Self.characters(of: part) else { return nil }
    func run(canBeEmpty: Bool) -> TextPiece {
      .run(CharacterRun(name: "text", characters: characters, canBeEmpty: canBeEmpty))
    }
    if let most {
      guard !characters.includesOthers, most == least, least <= Self.listedMax else {
        gaps.append("a value is longer or shorter than its expression says")
        return [run(canBeEmpty: least == 0)]
      }
      return Array(repeating: Self.piece(characters), count: least)
    }
    guard least > 1 else { return [run(canBeEmpty: least == 0)] }
    guard !characters.includesOthers, least <= Self.listedMax else {
      gaps.append("a value is shorter than its expression says")
      return [run(canBeEmpty: false)]
    }
    return Array(repeating: Self.piece(characters), count: least - 1) + [run(canBeEmpty: false)]
  }

  private static func piece(_ characters: CharacterClass) -> TextPiece {
    characters.ascii.count == 1 && !characters.includesOthers
      ? .text(characters.ascii) : .symbol(characters)
  }

  /// The class of an expression for one character within a segment; `nil` for any other.
  private static func characters(of expression: Expression) -> CharacterClass? {
    switch expression {
    case .symbols(let set):
      return set.isEmpty || set.hasSeparator || set.includesOthers ? nil : set
    case .sequence(let parts):
      guard parts.count == 2, case .symbols(let first) = parts[0], !first.hasSeparator,
        case .repeated(.symbols(let more), 0, nil, _) = parts[1],
        more == SymbolSet(0x80...0xBF), (0xC2...0xF4).allSatisfy({ first.contains($0 as UInt8) })
      else { return nil }
      return first.intersection(.printable).union(.others)
    case .capture(_, let part): return characters(of: part)
    case .choice, .repeated: return nil
    }
  }

  /// Whether an expression matches every text that is not empty, also across segments.
  private static func isAnyText(_ expression: Expression) -> Bool {
    guard case .repeated(let part, 0...1, nil, _) = expression,
      case .sequence(let parts) = part, parts.count == 2, case .symbols(let first) = parts[0],
      first.hasSeparator
    else { return false }
    return CharacterClass.printable.subtracting(first).isEmpty
      && (0xC2...0xF4).allSatisfy { first.contains($0 as UInt8) }
  }
}
