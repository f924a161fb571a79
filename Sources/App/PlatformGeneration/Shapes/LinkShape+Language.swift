import Diagnostics
import Languages
import Links
import RouteProofs

/// How to read letters in a shape that ignores case: parameters can still require the case of their
/// values.
enum CaseReading {
  /// As they are written: no link is added.
  case narrow
  /// In both cases: no link is left out.
  case wide
}

extension LinkShape {
  func covers(_ other: LinkShape) -> Bool {
    guard narrowingItems.allSatisfy(other.query.contains) else { return false }
    if segments == other.segments, isCaseSensitive == other.isCaseSensitive { return true }
    guard mayShareStart(other) else { return false }
    return includes(other, in: segments.indices, other.segments.indices)
  }

  /// Whether the texts of another shape in a segment are all texts of this one there.
  func covers(_ other: LinkShape, inSegment number: Int) -> Bool {
    guard number < other.segments.count,
      !other.segments[...number].contains(where: { $0.contains(.rest) })
    else { return false }
    return includes(other, in: number..<(number + 1), number..<(number + 1))
  }

  /// Whether some path may be one of both shapes; queries are not compared.
  func mayOverlap(_ other: LinkShape) -> Bool {
    guard mayShareStart(other) else { return false }
    var search = OverlapSearch(
      NFA(expression(of: segments.indices, .wide)),
      NFA(other.expression(of: other.segments.indices, .wide)), stepsLeft: comparedStepsMax)
    return search.shortest() != nil || search.stepsLeft <= 0
  }

  /// The items that keep links from matching: those that are required or must fit a type.
  private var narrowingItems: [QueryParameter] {
    query.filter { !$0.isOptional || $0.type != .string }
  }

  /// False if the literal segments at the start differ, which is most common and found at once.
  private func mayShareStart(_ other: LinkShape) -> Bool {
    for (one, another) in zip(segments, other.segments) {
      guard one.count == 1, another.count == 1, case .text(let text) = one[0],
        case .text(let otherText) = another[0]
      else { break }
      guard text.elementsEqual(otherText, by: { $0.folded == $1.folded }) else { return false }
    }
    return true
  }

  /// Whether all paths of another shape's segments are paths of some of this one.
  private func includes(
    _ other: LinkShape, in own: Range<Int>, _ others: Range<Int>
  ) -> Bool {
    var stepsLeft = comparedStepsMax
    return ProductSearch.isEmpty(
      [NFA(other.expression(of: others, .wide))], rivals: [NFA(expression(of: own, .narrow))],
      &stepsLeft)
  }

  private func expression(of numbers: Range<Int>, _ reading: CaseReading) -> Expression {
    .sequence(
      numbers.flatMap { number in
        let isFolded = !isCaseSensitive && number >= prefixCount
        return [.symbols(SymbolSet(separator))]
          + segments[number].map { $0.expression(isFolded: isFolded, reading) }
      })
  }
}

extension TextPiece {
  fileprivate func expression(isFolded: Bool, _ reading: CaseReading) -> Expression {
    let isWide = isFolded && reading == .wide
    func literal(_ text: [UInt8], isFolded: Bool) -> Expression {
      .literal(text.map { Symbol($0) }, isFolded: isFolded)
    }
    switch self {
    case .text(let text): return literal(text, isFolded: isFolded)
    case .choice(_, let texts): return .choice(texts.map { literal($0, isFolded: isWide) })
    case .symbol(let characters): return characters.expression(isFolded: isWide)
    case .run(let run):
      let sign = literal(Array("-".utf8), isFolded: false)
      let character = run.characters.expression(isFolded: isWide)
      return .sequence([
        .repeated(sign, least: 0, most: run.isSigned ? 1 : 0, isLazy: false),
        .repeated(character, least: run.canBeEmpty ? 0 : 1, most: nil, isLazy: false),
      ])
    case .rest: return .anything
    }
  }
}

extension CharacterClass {
  fileprivate func expression(isFolded: Bool) -> Expression {
    guard self != .any else { return .scalar }
    let ranges = (isFolded ? ignoringCase : self).ascii.map { UInt32($0)...UInt32($0) }
    return ScalarSet(ranges + (includesOthers ? [0x80...0x10FFFF] : []))
      .expression(separating: false)
  }
}

/// The limit on the steps of a comparison of two shapes; beyond it they are taken to overlap, and
/// not to cover one another.
private let comparedStepsMax = 20_000
