import Diagnostics
import Languages

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

  /// A number that is equal for patterns with equal skeletons, however they are folded.
  package static func digest(of pattern: Pattern) -> UInt64 {
    var digest = FNV()
    for variant in pattern.variants {
      for segment in variant.segments {
        digest.add(segmentMark)
        for atom in segment { add(atom, to: &digest) }
      }
      digest.add(variantMark)
    }
    return digest.value
  }

  private static func add(_ atom: PatternVariant.Atom, to digest: inout FNV) {
    switch atom {
    case .literal(let symbols): add(symbols, to: &digest)
    case .single(let part): digest.add(mark(of: part))
    case .repeated(let part):
      digest.add(repetitionMark)
      digest.add(mark(of: part))
      add(part.suffix, to: &digest)
      add(part.prefix, to: &digest)
    }
  }

  private static func add(_ symbols: [Symbol], to digest: inout FNV) {
    guard symbols.contains(where: { (0x80...0xFF).contains($0) }) else {
      for symbol in symbols {
        digest.add(
          UInt64(symbol < separator ? Symbol(UInt8(truncatingIfNeeded: symbol).folded) : symbol))
      }
      return
    }
    for symbol in lowercased(symbols) { digest.add(UInt64(symbol)) }
  }

  private static func mark(of part: PatternPart) -> UInt64 {
    switch part.kind {
    case .text: textMark
    case .segment: parameterMark
    case .wildcard: wildcardMark
    // Unequal expressions need not differ.
    case .regex: regexMark
    }
  }

  private static let segmentMark: UInt64 = 1 << 32
  private static let variantMark: UInt64 = 1 << 33
  private static let repetitionMark: UInt64 = 1 << 34
  private static let textMark: UInt64 = 1 << 35
  private static let parameterMark: UInt64 = 1 << 36
  private static let wildcardMark: UInt64 = 1 << 37
  private static let regexMark: UInt64 = 1 << 38

  private static func lowercased(_ symbols: [Symbol]) -> [Symbol] {
    symbols.split(separator: separator, omittingEmptySubsequences: false).map { piece in
      let text = String(decoding: piece.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
      let lower = text.unicodeScalars.map { $0.properties.lowercaseMapping }.joined()
      return lower.utf8.map { Symbol($0) }
    }.joined(separator: [separator]).map { $0 }
  }
}

extension Pattern {
  /// The literal texts between separators and parameters, decoded, variant by variant.
  package var literalTexts: [String] {
    variants.flatMap { $0.segments }.joined().flatMap { atom -> [String] in
      guard case .literal(let symbols) = atom else { return [] }
      return symbols.split(separator: separator).map { piece in
        String(decoding: piece.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
      }
    }
  }
}
