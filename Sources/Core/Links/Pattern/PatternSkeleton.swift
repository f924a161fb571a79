import Diagnostics
package import Languages

/// A pattern without the names of its parameters: two patterns with equal skeletons match the same
/// paths, types apart.
package struct PatternSkeleton: Hashable, Sendable {
  /// Which differences in the case of literal text are ignored.
  package enum Folding: Sendable {
    case none
    /// Those of ASCII letters, as for routes that are not case-sensitive.
    case ascii
    /// Those that Unicode maps for single characters.
    case unicode
  }

  private enum Atom: Hashable, Sendable {
    case literal([Symbol])
    case parameter, wildcard
    case regex(Expression)
    indirect case repeated(Atom, joint: [Symbol])
  }

  /// One list of segments for each variant.
  private let variants: [[[Atom]]]

  package init(_ pattern: Pattern, folding: Folding) {
    variants = pattern.variants.map { variant in
      variant.segments.map { atoms in atoms.map { Self.atom($0, folding) } }
    }
  }

  private static func atom(_ atom: PatternVariant.Atom, _ folding: Folding) -> Atom {
    switch atom {
    case .literal(let symbols): return .literal(folded(symbols, folding))
    case .single(let part): return core(part)
    case .repeated(let part):
      let joint = part.suffix + part.prefix
      return .repeated(core(part), joint: folded(joint, folding))
    }
  }

  private static func core(_ part: PatternPart) -> Atom {
    switch part.kind {
    case .text: .literal([])
    case .segment: .parameter
    case .wildcard: .wildcard
    case .regex(let expression): .regex(expression)
    }
  }

  private static func folded(_ symbols: [Symbol], _ folding: Folding) -> [Symbol] {
    switch folding {
    case .none: symbols
    case .ascii:
      symbols.map { $0 < separator ? Symbol(UInt8(truncatingIfNeeded: $0).folded) : $0 }
    case .unicode: lowercased(symbols)
    }
  }

  /// The lower case of each character between separators.
  package static func lowercased(_ symbols: [Symbol]) -> [Symbol] {
    symbols.split(separator: separator, omittingEmptySubsequences: false).map { piece in
      let text = String(decoding: piece.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
      let lower = text.unicodeScalars.map { $0.properties.lowercaseMapping }.joined()
      return lower.utf8.map { Symbol($0) }
    }.joined(separator: [separator]).map { $0 }
  }
}
