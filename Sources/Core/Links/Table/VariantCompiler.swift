import Diagnostics
import Languages

/// Compiles the matchers, automata and rank of each variant of a route.
///
/// A rank is a list of numbers, compared from the left, smaller first: one for each segment (class,
/// then literal bytes, more first, then type), the end, then the required query items, more first.
/// A variant that continues where another ends comes first. Classes and types are in the order of
/// docs/route-files.md; the loosest piece of a segment decides each.
struct VariantCompiler: ~Copyable {
  /// The parts of the pattern.
  let parts: [PatternPart]
  /// A type for each parameter of the pattern.
  let types: [ValueType]
  let isCaseSensitive: Bool
  /// The number of query items without which no link opens the route.
  let requiredItems: Int

  /// An expression of the pattern needs more states than the limit.
  struct TooManyStates: Error {
    let limit: Int
  }

  private enum RankClass: UInt32 { case literal, typed, free, repeated, wildcard }

  /// Appends one variant's segments, captures and rest to a table's rows, and sets `rank` to its
  /// precedence.
  ///
  /// - Returns: The index of its rest; -1 if it has none.
  func compile(
    _ variant: PatternVariant, into rows: inout TableRows, _ numbers: inout SegmentInterner,
    rank: inout [UInt32]
  ) throws(TooManyStates) -> Int32 {
    rank.removeAll(keepingCapacity: true)
    var restNumber: Int32 = -1
    for (index, atoms) in variant.segments.enumerated() {
      rank.append(self.rank(of: atoms))
      guard restNumber < 0 else { continue }
      if atoms.contains(where: { $0.canCrossSegments }) {
        restNumber = Int32(row: rows.rests.count)
        rows.rests.append(
          try rest(of: Array(variant.segments[index...]), captures: &rows.captures))
      } else {
        rows.segments.append(try number(of: atoms, index: index, &rows.captures, &numbers))
      }
    }
    rank.append(UInt32.max)
    rank.append(UInt32.max - UInt32(clamping: requiredItems))
    return restNumber
  }

  private func language(of segments: [[PatternVariant.Atom]]) -> VariantLanguage {
    VariantLanguage(
      segments: segments, types: types, isCaseSensitive: isCaseSensitive)
  }

  private func number(
    of atoms: [PatternVariant.Atom], index: Int, _ captures: inout [TableVariant.Capture],
    _ numbers: inout SegmentInterner
  ) throws(TooManyStates) -> Int32 {
    if atoms.count == 1, case .literal(let text) = atoms[0] {
      return numbers.number(of: text, isFolded: !isCaseSensitive)
    }
    if atoms.count == 1, case .single(let part) = atoms[0], case .segment = part.kind,
      let parameter = part.parameter
    {
      captures.append(TableVariant.Capture(parameter: parameter, source: .segment(index)))
      return numbers.number(of: types[parameter])
    }
    let expression = language(of: [atoms]).withinSegment
    let program = try program(of: expression)
    for (capture, parameter) in program.captures.enumerated() {
      captures.append(
        TableVariant.Capture(
          parameter: parameter, source: .piece(segment: index, capture: capture)))
    }
    return numbers.number(of: expression, program)
  }

  private func rest(
    of segments: [[PatternVariant.Atom]], captures: inout [TableVariant.Capture]
  ) throws(TooManyStates) -> TableVariant.Rest {
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

  /// The parameter of a piece that alone takes all remaining segments.
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

  /// A value that can span segments keeps the path as written.
  private func isRaw(_ parameter: Int) -> Bool {
    parts.first { $0.parameter == parameter }.map {
      $0.isRepeated || $0.canCrossSegments
    } ?? false
  }

  private func program(of expression: Expression) throws(TooManyStates) -> Program {
    let limit = Limits.regexStatesMax
    guard expression.stateCount(limit: limit) <= limit else { throw TooManyStates(limit: limit) }
    return Program(expression)
  }

  // MARK: Precedence

  private func rank(of atoms: [PatternVariant.Atom]) -> UInt32 {
    // Most segments are one literal: shorter than the loop below.
    if atoms.count == 1, case .literal(let text) = atoms[0] {
      return Self.rank(RankClass.literal.rawValue, UInt32(clamping: text.count), type: 0)
    }
    var loosest = RankClass.literal.rawValue
    var loosestType: UInt32 = 0
    var literalBytes: UInt32 = 0
    for atom in atoms {
      if case .literal(let text) = atom { literalBytes += UInt32(clamping: text.count) }
      loosest = max(loosest, rankClass(of: atom).rawValue)
      loosestType = max(loosestType, typeRank(of: atom))
    }
    return Self.rank(loosest, literalBytes, type: loosestType)
  }

  private static func rank(
    _ rankClass: UInt32, _ literalBytes: UInt32, type: UInt32
  ) -> UInt32 {
    let literalMax: UInt32 = 0xFFFFFF  // patterns are much shorter
    return rankClass << 28 | (literalMax - min(literalBytes, literalMax)) << 4 | type
  }

  /// At most 15.
  private func typeRank(of atom: PatternVariant.Atom) -> UInt32 {
    switch atom {
    case .literal: return 0
    case .single(let part), .repeated(let part):
      switch part.kind {
      case .segment: return part.parameter.map { types[$0].rank } ?? ValueType.string.rank
      case .regex: return ValueType.expressionRank
      case .wildcard, .text: return ValueType.string.rank
      }
    }
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

extension ValueType {
  /// The place of the type among all types, narrower ones first, from 1.
  fileprivate var rank: UInt32 {
    switch self {
    case .oneOf: 1
    case .bool: 2
    case .uint: 3
    case .int: 4
    case .number: 5
    case .date: 6
    case .uuid: 7
    case .slug: 8
    case .expression: Self.expressionRank
    case .string: Self.expressionRank + 1
    }
  }

  /// The place of a parameter with an expression.
  fileprivate static let expressionRank: UInt32 = 9
}

/// The texts that segments of a pattern accept, as expressions. These are large compared to the
/// pattern, so they are created on demand.
struct VariantLanguage: Sendable {
  let segments: [[PatternVariant.Atom]]
  /// A type for each parameter of the pattern.
  let types: [ValueType]
  let isCaseSensitive: Bool

  /// The texts of whole segments, each after a separator.
  var expression: Expression {
    .sequence(
      segments.map { atoms in
        .sequence([.symbols(SymbolSet(separator))] + atoms.map(expression(of:)))
      })
  }

  /// The texts of the first segment alone, without a separator.
  var withinSegment: Expression {
    .sequence((segments.first ?? []).map(expression(of:)))
  }

  private func expression(of atom: PatternVariant.Atom) -> Expression {
    switch atom {
    case .literal(let text): return literal(text)
    case .single(let part):
      guard let parameter = part.parameter else { return literal(part.prefix) }
      return .capture(parameter, core(of: part, parameter))
    case .repeated(let part):
      guard let parameter = part.parameter else { return again(literal(part.prefix)) }
      let core = core(of: part, parameter)
      let joint = literal(part.suffix + part.prefix)
      return .capture(parameter, .sequence([core, again(.sequence([joint, core]))]))
    }
  }

  private func again(_ part: Expression) -> Expression {
    .repeated(part, least: 0, most: nil, isLazy: false)
  }

  private func literal(_ text: [Symbol]) -> Expression {
    .literal(text, isFolded: !isCaseSensitive)
  }

  private func core(of part: PatternPart, _ parameter: Int) -> Expression {
    switch part.kind {
    case .text: .empty
    case .segment: types[parameter].expression(inPath: true)
    case .wildcard: .anything
    case .regex(let expression): expression
    }
  }
}
