import Diagnostics
import Languages
import Links

/// All variants of a table, indexed by the texts of their segments. Finds the variants that could
/// share a path with a given one, without comparing all pairs.
///
/// A class, because it is indexed only when first asked for variants.
package final class OverlapIndex {
  private let variants: [TableVariant]
  private let ranks: [Int]
  private let rows: TableRows
  private lazy var byText = VariantsByText(variants)
  /// The neighbours of variants that were asked for; those with the same segments have the same.
  private var known: [Shape: [Int]] = [:]
  private var knownCount = 0

  private struct Shape: Hashable {
    let segments: ArraySlice<Int32>
    let hasRest: Bool
  }

  init(_ table: RouteTable) {
    variants = table.variants
    ranks = table.ranks
    rows = table.shared.rows
  }

  /// Every variant that could share a path with one of this table, including that one. Some share
  /// none, which only a search over automata can show.
  ///
  /// - Parameters:
  ///   - maxOrder: Variants of a greater order are left out.
  ///   - stepsLeft: Reduced by the work; the answer is complete even if none are left.
  package func neighbours(
    of index: Int, maxOrder: Int = .max, _ stepsLeft: inout Int
  ) -> [Int] {
    let shape = Shape(
      segments: rows.segments[rows.segments(of: index)], hasRest: variants[index].hasRest)
    let all: [Int]
    if let known = known[shape] {
      all = known
    } else {
      all = neighbours(of: variants[index], &stepsLeft)
      knownCount += all.count
      if knownCount > knownMax { (known, knownCount) = ([:], all.count) }
      known[shape] = all
    }
    stepsLeft -= all.count / 4
    return maxOrder == .max ? all : all.filter { ranks[$0] <= maxOrder }
  }

  /// The same for a variant of any table.
  func neighbours(of variant: TableVariant, _ stepsLeft: inout Int) -> [Int] {
    let near = variants(near: variant)
    stepsLeft -= near.count
    var met = near.filter { variant.mayMeet(variants[$0]) }
      .map { (rank: visitRank(of: $0, meeting: variant), index: $0) }
    met.sort { left, right in
      if left.rank == right.rank { return left.index < right.index }
      return left.rank.lexicographicallyPrecedes(right.rank)
    }
    return met.map { $0.index }
  }

  /// Whether two variants of this table accept the same segments ahead of their rests, if they have
  /// one.
  func areAlike(_ one: Int, _ other: Int) -> Bool {
    variants[one].hasRest == variants[other].hasRest
      && rows.segments[rows.segments(of: one)] == rows.segments[rows.segments(of: other)]
  }

  /// The variants that `neighbours` compares with a variant, unordered: those that share a text
  /// with it in the segment where the fewest do.
  func variants(near variant: TableVariant) -> [Int] {
    byText.variants(meeting: variant.segments.map { $0.fewTexts }) ?? Array(variants.indices)
  }

  /// The variants that could accept a path of some segments, in ascending order. Some accept none,
  /// which only a search over automata can show.
  ///
  /// - Parameters:
  ///   - segments: The text of each segment; nil for any text.
  ///   - isWhole: Whether no more segments follow.
  func variants(accepting segments: [[UInt8]?], isWhole: Bool) -> [Int] {
    let texts = segments.map { $0.map { Set([$0.map { $0.folded }]) } }
    return (byText.variants(meeting: texts) ?? Array(variants.indices))
      .filter { variants[$0].mayAccept(segments, isWhole: isWhole) }.ascending()
  }

  /// The position of a variant in the order of visits, as in a walk through a tree of segments:
  /// variants that end at a node, then rests that begin there, then its children. Literals come
  /// first where the other variant does not accept every segment.
  private func visitRank(of index: Int, meeting variant: TableVariant) -> [Int] {
    var rank: [Int] = []
    for (depth, matcher) in rows.segments[rows.segments(of: index)].enumerated() {
      var group = 2
      if depth < variant.segments.count, !variant.segments[depth].isFree {
        switch variants[index].segments[depth] {
        case .literal: break
        case .foldedLiteral: group = 3
        case .free, .typed, .piece: group = 4
        }
      }
      rank += [group, Int(matcher)]
    }
    return rank + [variants[index].hasRest ? 1 : 0]
  }
}

extension TableVariant {
  /// False if two variants cannot share a path; true does not prove that they do.
  fileprivate func mayMeet(_ other: TableVariant) -> Bool {
    let own = segments.count
    let others = other.segments.count
    // A rest takes one or more segments.
    if own < others, !hasRest { return false }
    if own > others, !other.hasRest { return false }
    if own == others, hasRest != other.hasRest { return false }
    return (0..<min(own, others)).allSatisfy { segments[$0].mayMeet(other.segments[$0]) }
  }
}

extension TableVariant {
  /// False if a variant accepts no path of these segments; true does not prove that it does.
  fileprivate func mayAccept(_ texts: [[UInt8]?], isWhole: Bool) -> Bool {
    if !hasRest, texts.count > segments.count { return false }
    if isWhole, texts.count < segments.count { return false }
    return zip(segments, texts).allSatisfy { matcher, text in
      text.map { matcher.accepts($0[...]) } ?? true
    }
  }
}

extension SegmentMatcher {
  fileprivate var isFree: Bool {
    if case .free = self { true } else { false }
  }

  /// False if two cannot accept the same text; true does not prove that they do.
  fileprivate func mayMeet(_ other: SegmentMatcher) -> Bool {
    switch (self, other) {
    case (.free, _), (_, .free): true
    case (.literal(let text), _): other.accepts(text[...])
    case (_, .literal(let text)): accepts(text[...])
    case (.foldedLiteral(let text), .foldedLiteral(let others)): text == others
    case (.piece(_, let program), .piece(_, let other)): program.prefilter.mayMeet(other.prefilter)
    // A piece may accept some spellings of a text and not others.
    case (.foldedLiteral, _), (.typed, _), (.piece, _): true
    }
  }
}

/// The variants of a table by the texts that their segments accept, for every position in a path.
/// Finds the few that can share a path with a variant whose segments accept few texts, however many
/// sibling expressions there are.
private struct VariantsByText {
  private struct Position {
    /// By text in lower case.
    var few: [[UInt8]: [Int]] = [:]
    /// Variants with many texts here, and those whose rest includes this position.
    var others: [Int] = []
  }

  private var positions: [Position] = []

  init(_ variants: [TableVariant]) {
    let depth = variants.map { $0.segments.count }.max() ?? 0
    positions = [Position](repeating: Position(), count: depth)
    for (index, variant) in variants.enumerated() {
      for (position, matcher) in variant.segments.enumerated() {
        if let texts = matcher.fewTexts {
          for text in texts { positions[position].few[text, default: []].append(index) }
        } else {
          positions[position].others.append(index)
        }
      }
      guard variant.hasRest else { continue }
      for position in variant.segments.count..<depth { positions[position].others.append(index) }
    }
  }

  /// A superset of the variants that can share a path with segments of these texts, each variant
  /// once; nil if no segment has few texts.
  ///
  /// - Parameter segments: For each segment its texts in lower case; nil for many.
  func variants(meeting segments: [Set<[UInt8]>?]) -> [Int]? {
    var fewest: (lists: [[Int]], count: Int)?
    for (texts, position) in zip(segments, positions) {
      guard let texts else { continue }
      let lists = [position.others] + texts.compactMap { position.few[$0] }
      let count = lists.reduce(0) { $0 + $1.count }
      if count < fewest?.count ?? .max { fewest = (lists, count) }
    }
    guard let lists = fewest?.lists else { return nil }
    // A variant that accepts several texts is in the list of each.
    return lists.count > 2 ? Array(Set(lists.joined())) : lists.flatMap { $0 }
  }
}

extension SegmentMatcher {
  /// All texts that match, in lower case; nil for many.
  var fewTexts: Set<[UInt8]>? {
    switch self {
    case .literal(let text), .foldedLiteral(let text): [text.map { $0.folded }]
    case .typed(.oneOf(let texts)) where texts.count <= textsMax:
      Set(texts.map { $0.utf8.map { $0.folded } })
    case .piece(let expression, _):
      expression.texts(max: textsMax, bytesMax: textBytesMax).map { texts in
        Set(texts.map { $0.map { $0.folded } })
      }
    case .free, .typed: nil
    }
  }
}

/// The neighbours that are remembered, as many as take 32 MB.
private let knownMax = 4_000_000

/// At most this many texts are few.
private let textsMax = 16
/// A text of at most this many bytes is short.
private let textBytesMax = 256
