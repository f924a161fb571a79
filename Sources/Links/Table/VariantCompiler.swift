import Diagnostics

/// Makes matchers, automata and the rank of each variant of a route.
///
/// A rank is a list of numbers, compared from the left, smaller first: one for each segment (class,
/// then literal bytes, more first), the end, then the required query items, more first. So a
/// variant that goes on where another has ended comes first. Classes are those of design §4,
/// Precedence; the loosest piece of a segment decides.
struct VariantCompiler {
  let route: Int
  let specification: RouteSpecification
  /// A type for each parameter of the pattern.
  let types: [ValueType]

  private enum RankClass: UInt32 { case literal, typed, free, repeated, wildcard }

  /// One variant, or the error that it is too large.
  ///
  /// - Parameters:
  ///   - rank: What `rank(of:)` tells of the variant.
  ///   - segments: Those of the table's variants so far; this one's are noted there.
  func compile(
    _ variant: PatternVariant, number: Int, rank: [UInt32], _ segments: inout SegmentNumbers
  ) throws(PatternError) -> TableVariant {
    var matchers = TableVariant.Matchers()
    let firstCrossing = variant.segments.firstIndex { $0.contains(where: \.canCrossSegments) }
    let fixed = variant.segments[..<(firstCrossing ?? variant.segments.count)]
    matchers.segments.reserveCapacity(fixed.count)
    for (index, atoms) in fixed.enumerated() {
      let matcher = try matcher(of: atoms, index: index, captures: &matchers.captures)
      matchers.segments.append(segments.append(matcher))
    }
    matchers.rest = try rest(
      of: Array(variant.segments[fixed.count...]), captures: &matchers.captures)
    return TableVariant(
      route: route, number: number, matchers: matchers, rank: rank,
      language: language(of: variant.segments))
  }

  private func language(of segments: [[PatternVariant.Atom]]) -> VariantLanguage {
    VariantLanguage(
      segments: segments, types: types, isCaseSensitive: specification.isCaseSensitive)
  }

  private func matcher(
    of atoms: [PatternVariant.Atom], index: Int, captures: inout [TableVariant.Capture]
  ) throws(PatternError) -> SegmentMatcher {
    if atoms.count == 1, case .literal(let text) = atoms[0] {
      let bytes = text.map { UInt8(truncatingIfNeeded: $0) }
      return specification.isCaseSensitive
        ? .literal(bytes) : .foldedLiteral(bytes.map(\.folded))
    }
    if atoms.count == 1, case .single(let part) = atoms[0], case .segment = part.kind,
      let parameter = part.parameter
    {
      captures.append(TableVariant.Capture(parameter: parameter, source: .segment(index)))
      return types[parameter] == .string ? .free : .typed(types[parameter])
    }
    let expression = language(of: [atoms]).withinSegment
    let program = try program(of: expression)
    for (capture, parameter) in program.captures.enumerated() {
      captures.append(
        TableVariant.Capture(
          parameter: parameter, source: .piece(segment: index, capture: capture)))
    }
    return .piece(expression, program)
  }

  private func rest(
    of segments: [[PatternVariant.Atom]], captures: inout [TableVariant.Capture]
  ) throws(PatternError) -> TableVariant.Rest? {
    guard !segments.isEmpty else { return nil }
    if segments.count == 1, segments[0].count == 1, let parameter = takesAll(segments[0][0]) {
      captures.append(TableVariant.Capture(parameter: parameter, source: .all))
      return .all
    }
    let program = try program(of: language(of: segments).expression)
    for (capture, parameter) in program.captures.enumerated() {
      captures.append(
        TableVariant.Capture(
          parameter: parameter, source: .rest(capture: capture, isRaw: isRaw(parameter))))
    }
    return .program(program)
  }

  /// The parameter of a piece that stands alone and takes whatever segments there are.
  private func takesAll(_ atom: PatternVariant.Atom) -> Int? {
    switch atom {
    case .literal: return nil
    case .single(let part):
      guard case .wildcard = part.kind else { return nil }
      return part.parameter
    case .repeated(let part):
      guard case .segment = part.kind, let parameter = part.parameter else { return nil }
      let joint = part.suffix + part.prefix
      return types[parameter] == .string && joint == [separator] ? parameter : nil
    }
  }

  /// Repeated parameters and wildcards keep the path as it stood; a value of an expression is the
  /// text that the expression matched.
  private func isRaw(_ parameter: Int) -> Bool {
    guard let part = specification.pattern.parts.first(where: { $0.parameter == parameter }) else {
      return false
    }
    if case .wildcard = part.kind { return true }
    return part.isRepeated
  }

  private func program(of expression: Expression) throws(PatternError) -> Program {
    let limit = Limits.regexStatesMax
    guard expression.stateCount(limit: limit) <= limit else {
      throw .tooLarge(
        .states, pattern: specification.pattern.text, limit: limit, at: specification.position)
    }
    return Program(expression)
  }

  // MARK: Precedence

  /// The precedence of a variant.
  func rank(of variant: PatternVariant) -> [UInt32] {
    var rank: [UInt32] = []
    rank.reserveCapacity(variant.segments.count + 2)
    for atoms in variant.segments { rank.append(self.rank(of: atoms)) }
    let required = specification.query.filter { !$0.isOptional }.count
    rank.append(UInt32.max)
    rank.append(UInt32.max - UInt32(clamping: required))
    return rank
  }

  private func rank(of atoms: [PatternVariant.Atom]) -> UInt32 {
    var loosest = RankClass.literal.rawValue
    var literalBytes: UInt32 = 0
    for atom in atoms {
      if case .literal(let text) = atom { literalBytes += UInt32(clamping: text.count) }
      loosest = max(loosest, rankClass(of: atom).rawValue)
    }
    let literalMax: UInt32 = 0xFFFFFF  // patterns are much shorter
    return loosest << 24 | (literalMax - min(literalBytes, literalMax))
  }

  private func rankClass(of atom: PatternVariant.Atom) -> RankClass {
    switch atom {
    case .literal: return .literal
    case .single(let part), .repeated(let part):
      switch part.kind {
      case .wildcard: return .wildcard
      case .regex: return part.isRepeated ? .repeated : .typed
      case .text: return .repeated
      case .segment:
        if part.isRepeated { return .repeated }
        return part.parameter.map { types[$0] == .string } ?? true ? .free : .typed
      }
    }
  }
}
