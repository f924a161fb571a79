import Languages
import Links

extension CodeRoute {
  /// A way to write and to read the path of a route: a variant of its pattern.
  struct Way {
    let pieces: [Path.Piece]
    /// Variants are tried in ascending order of it.
    let turn: (rank: Int, level: Int, variant: Int)
    private let segments: [[PatternVariant.Atom]]

    init(
      _ variant: PatternVariant, _ parameters: [Parameter],
      turn: (rank: Int, level: Int, variant: Int)
    ) {
      self.turn = turn
      segments = variant.segments
      var pieces: [Path.Piece] = []
      var text: [Symbol] = []
      func flush() {
        if !text.isEmpty { pieces.append(.text(SymbolText.path(text))) }
        text = []
      }
      for atoms in segments {
        text.append(separator)
        for atom in atoms {
          switch atom {
          case .literal(let literal): text += literal
          case .single(let part), .repeated(let part):
            flush()
            pieces.append(Self.piece(of: part, parameters))
          }
        }
      }
      flush()
      self.pieces = pieces.isEmpty ? [.text("/")] : pieces
    }

    private static func piece(of part: PatternPart, _ parameters: [Parameter]) -> Path.Piece {
      guard let index = part.parameter else { return .repeatedText }
      let isLongest: Bool? =
        switch (part.kind, parameters[index].type) {
        case _ where part.isRepeated: nil
        case (.wildcard, _): true
        case (.segment, .string): false
        // As the expressions of `ValueType` repeat.
        case (.segment, .slug), (.segment, .number): true
        default: nil
        }
      return .value(index, crosses: part.canCrossSegments, isLongest: isLongest)
    }

    var parameters: [Int] {
      pieces.compactMap { if case .value(let index, _, _) = $0 { index } else { nil } }
    }

    /// Whether the code can write it.
    var isWritable: Bool {
      !pieces.contains { if case .repeatedText = $0 { true } else { false } }
    }

    /// Whether a path has only one reading in this way.
    var isUnambiguous: Bool {
      segments.allSatisfy { $0.count { !$0.isLiteral } < 2 }
        && segments.joined().count(where: \.canCrossSegments) < 2
    }

    /// Whether it can read paths that are written in another way, as far as literal segments show.
    func canRead(_ other: Way) -> Bool {
      for (atoms, others) in zip(segments, other.segments) {
        if (atoms + others).contains(where: \.canCrossSegments) { return true }
        if case .literal(let text)? = atoms.first, case .literal(let wanted)? = others.first,
          atoms.count == 1, others.count == 1, !sameWord(text, wanted)
        {
          return false
        }
      }
      return segments.count == other.segments.count
    }
  }
}

extension PatternVariant.Atom {
  fileprivate var isLiteral: Bool { if case .literal = self { true } else { false } }
}

/// Whether two texts differ in the case of ASCII letters at most.
private func sameWord(_ text: [Symbol], _ other: [Symbol]) -> Bool {
  text.count == other.count
    && zip(text, other).allSatisfy { $0 == $1 || ($0 | 0x20) == ($1 | 0x20) }
}
