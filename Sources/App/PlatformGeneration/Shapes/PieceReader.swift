import Languages
import Links

/// Translates the atoms of a pattern and the types of values into pieces.
struct PieceReader {
  /// A type for each parameter of the pattern.
  let types: [ValueType]
  let names: [String]
  /// The links that the pieces take and the pattern does not: clauses.
  private(set) var gaps: [String] = []

  mutating func segments(of variant: PatternVariant) -> [[TextPiece]] {
    variant.segments.map { atoms in
      var pieces: [TextPiece] = []
      for atom in atoms { pieces += self.pieces(of: atom, isAlone: atoms.count == 1) }
      return merged(pieces)
    }
  }

  mutating func pieces(of item: QueryParameter) -> [TextPiece] {
    if case .expression(let own) = item.type {
      return pieces(of: ValueType.expression(own).expression(inPath: false), name: item.name)
    }
    return pieces(of: item.type, name: item.name)
  }

  private mutating func pieces(of atom: PatternVariant.Atom, isAlone: Bool) -> [TextPiece] {
    switch atom {
    case .literal(let symbols): return [.text(bytes(symbols))]
    case .single(let part):
      let name = part.parameter.map { names[$0] } ?? ""
      switch part.kind {
      case .text: return []
      case .segment: return pieces(of: part.parameter.map { types[$0] } ?? .string, name: name)
      case .wildcard: return [.rest]
      case .regex(let expression): return pieces(of: expression, name: name)
      }
    case .repeated(let part):
      let crosses = part.canCrossSegments
      let isPlain = part.parameter.map { types[$0] == .string } ?? false
      if case .segment = part.kind, isPlain, isAlone, part.suffix + part.prefix == [separator] {
        return [.rest]
      }
      gaps.append("what repeats is other text than the pattern says")
      return crosses
        ? [.rest] : [.run(CharacterRun(name: "text", characters: .any, canBeEmpty: true))]
    }
  }

  // MARK: Types

  private mutating func pieces(of type: ValueType, name: String) -> [TextPiece] {
    func run(_ name: String, _ characters: CharacterClass, isSigned: Bool = false) -> TextPiece {
      .run(CharacterRun(name: name, characters: characters, isSigned: isSigned))
    }
    switch type {
    case .int:
      gaps.append("a whole number exceeds 64 bits")
      return [run("integer", .digits, isSigned: true)]
    case .uint:
      gaps.append("a whole number exceeds 64 bits")
      return [run("digit", .digits)]
    case .number:
      gaps.append("the characters of a decimal number are in the wrong order")
      return [run("number", .number)]
    case .bool: return [.choice(name: "bool", [Array("false".utf8), Array("true".utf8)])]
    case .uuid:
      return joined(
        [8, 4, 4, 4, 12].map { Array(repeating: .symbol(.hexadecimal), count: $0) }, by: "-")
    case .date:
      gaps.append("a date is no day of the calendar")
      let digit = TextPiece.symbol(.digits)
      let month = [TextPiece.symbol(CharacterClass("01".utf8)), digit]
      let day = [TextPiece.symbol(CharacterClass("0123".utf8)), digit]
      return joined([[digit, digit, digit, digit], month, day], by: "-")
    case .slug: return [run("slug", .slug)]
    case .string: return [.free]
    case .oneOf(let texts): return [.choice(name: name, texts.map { Array($0.utf8) })]
    case .expression(let own):
      return pieces(of: ValueType.expression(own).expression(inPath: true), name: name)
    }
  }

  private func joined(_ groups: [[TextPiece]], by text: String) -> [TextPiece] {
    Array(groups.joined(separator: [.text(Array(text.utf8))]))
  }

  // MARK: Expressions

  private mutating func pieces(of expression: Expression, name: String) -> [TextPiece] {
    var reader = ExpressionReader(name: name)
    if let pieces = reader.pieces(of: expression) {
      gaps += reader.gaps
      return pieces
    }
    gaps.append("a value does not match its expression")
    if expression.canCrossSegments { return [.rest] }
    return [.run(CharacterRun(name: "text", characters: .any, canBeEmpty: true))]
  }

  private func merged(_ pieces: [TextPiece]) -> [TextPiece] {
    pieces.reduce(into: []) { result, piece in
      if case .text(let more) = piece, case .text(let text)? = result.last {
        result[result.count - 1] = .text(text + more)
      } else {
        result.append(piece)
      }
    }
  }
}

private func bytes(_ symbols: [Symbol]) -> [UInt8] {
  symbols.map { UInt8(truncatingIfNeeded: $0) }
}
