import Links

/// The variants of a table by the texts that their segments can be, for every place in a path:
/// finds the few that can share a path with one whose segments are few texts, however many
/// expressions stand side by side.
struct VariantsByText {
  private struct Place {
    /// In lower case.
    var few: [[UInt8]: [Int]] = [:]
    /// Variants with more texts here, and those whose rest has begun.
    var others: [Int] = []
  }

  private var places: [Place] = []

  init(_ variants: [TableVariant]) {
    let depth = variants.map(\.segments.count).max() ?? 0
    places = [Place](repeating: Place(), count: depth)
    for (index, variant) in variants.enumerated() {
      for (place, matcher) in variant.segments.enumerated() {
        if let texts = matcher.fewTexts {
          for text in texts { places[place].few[text, default: []].append(index) }
        } else {
          places[place].others.append(index)
        }
      }
      guard variant.rest != nil else { continue }
      for place in variant.segments.count..<depth { places[place].others.append(index) }
    }
  }

  /// All variants that can share a path with one of these texts, and others, each once; nil if the
  /// texts do not tell.
  ///
  /// - Parameter segments: For each segment its texts in lower case; nil for more than a few.
  func variants(meeting segments: [Set<[UInt8]>?]) -> [Int]? {
    var fewest: (lists: [[Int]], count: Int)?
    for (texts, place) in zip(segments, places) {
      guard let texts else { continue }
      let lists = [place.others] + texts.compactMap { place.few[$0] }
      let count = lists.reduce(0) { $0 + $1.count }
      if count < fewest?.count ?? .max { fewest = (lists, count) }
    }
    guard let lists = fewest?.lists else { return nil }
    // A variant of several texts may stand in several of their lists.
    return lists.count > 2 ? Array(Set(lists.joined())) : lists.flatMap { $0 }
  }
}

extension SegmentMatcher {
  /// All texts that fit, in lower case; nil for more than a few.
  var fewTexts: Set<[UInt8]>? {
    switch self {
    case .literal(let text), .foldedLiteral(let text): [text.map(\.folded)]
    case .typed(.oneOf(let texts)) where texts.count <= textsMax:
      Set(texts.map { $0.utf8.map(\.folded) })
    case .piece(let expression, _):
      expression.fewTexts.map { Set($0.map { $0.map(\.folded) }) }
    case .free, .typed: nil
    }
  }
}

extension Expression {
  /// All texts that match, if they are few and short and lie within a segment.
  fileprivate var fewTexts: [[UInt8]]? {
    switch self {
    case .symbols(let set):
      guard !set.hasSeparator, set.count <= textsMax else { return nil }
      return set.members.map { [UInt8(truncatingIfNeeded: $0)] }
    case .sequence(let parts):
      return parts.reduce([[]]) { texts, part in texts.flatMap { $0.followed(by: part.fewTexts) } }
    case .choice(let parts):
      return parts.reduce([]) { texts, part in
        guard let texts, let more = part.fewTexts else { return nil }
        return texts.count + more.count <= textsMax ? texts + more : nil
      }
    case .repeated(let part, let least, let most, _):
      guard let most, most <= textsMax, let texts = part.fewTexts else { return nil }
      var last: [[UInt8]]? = [[]]
      var all: [[UInt8]]? = least == 0 ? last : []
      for count in 0..<max(0, most) {
        last = last?.followed(by: texts)
        guard let last, let before = all else { return nil }
        if count + 1 >= least { all = before + last }
        guard (all?.count ?? 0) <= textsMax else { return nil }
      }
      return all
    case .capture(_, let part): return part.fewTexts
    }
  }
}

extension [[UInt8]] {
  /// Each of these before each of those; nil if that makes too many, or too long ones.
  fileprivate func followed(by others: Self?) -> Self? {
    guard let others, count * others.count <= textsMax else { return nil }
    let result = flatMap { text in others.map { text + $0 } }
    return result.allSatisfy { $0.count <= textBytesMax } ? result : nil
  }
}

/// Texts of a segment that are few.
private let textsMax = 16
/// Bytes of a text that is short.
private let textBytesMax = 256
