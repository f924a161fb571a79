import Diagnostics
import Languages
import Links

extension PatternSkeleton {
  /// A number that is equal for patterns with equal skeletons, however they are folded.
  static func digest(of pattern: Pattern) -> UInt64 {
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
}

extension Pattern {
  /// The literal texts between separators and parameters, decoded, variant by variant.
  var literalTexts: [String] {
    variants.flatMap { $0.segments }.joined().flatMap { atom -> [String] in
      guard case .literal(let symbols) = atom else { return [] }
      return symbols.split(separator: separator).map { piece in
        String(decoding: piece.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
      }
    }
  }
}
