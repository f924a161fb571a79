import Diagnostics
import Links

extension AssociationRules {
  /// The rule for the links of a shape. Notes what it cannot express.
  ///
  /// - Parameters:
  ///   - guarded: The segments whose other texts are excluded by rules ahead of this one.
  ///   - slashes: The minimum number of slashes of each rest.
  mutating func rule(
    for shape: LinkShape, in space: LinkSpace, guarded: [Int] = [], slashes: [Int] = []
  ) -> AssociationRule {
    pattern.clearGaps()
    let path = pattern.path(shape.segments, in: space.part, slashes: slashes) { number in
      guarded.contains(number) ? .guarded : .open
    }
    var gaps = shape.gaps + pattern.gaps
    if guarded.contains(where: { shape.segments[$0].contains(where: \.isRun) }) {
      gaps.append("a value contains '*'")
    }
    var rule = rule(
      path, in: space, isExcluded: !shape.isClaimed, isCaseSensitive: isCaseSensitive(shape))
    for item in shape.query {
      if let condition = condition(for: item, &gaps) { rule.query.append(condition) }
    }
    gaps += caseGaps(of: shape)
    for gap in gaps { note(shape.isClaimed ? .claimsMore : .claimsLess, shape.route, gap) }
    return rule
  }

  /// A rule for a path, or for a path in the fragment.
  func rule(
    _ text: String, in space: LinkSpace, isExcluded: Bool, isCaseSensitive: Bool = true
  ) -> AssociationRule {
    switch space {
    case .path:
      return AssociationRule(
        path: text, isCaseSensitive: isCaseSensitive, isExcluded: isExcluded)
    case .fragment(let path):
      let prefix = path.map { "/" + WrittenPart.path.written($0) }.joined()
      return AssociationRule(
        path: prefix.isEmpty ? "/" : prefix, fragment: text, isCaseSensitive: isCaseSensitive,
        isExcluded: isExcluded)
    }
  }

  /// Whether a rule must compare the case of letters: also for a shape that ignores it, if it has
  /// no letters.
  func isCaseSensitive(_ shape: LinkShape) -> Bool {
    shape.isCaseSensitive
      || !shape.segments.dropFirst(shape.prefixCount).joined().contains { piece in
        if case .text(let bytes) = piece { bytes.contains { $0.isLetter } } else { false }
      }
  }

  /// The links that a rule matches only because it ignores case.
  private func caseGaps(of shape: LinkShape) -> [String] {
    guard !isCaseSensitive(shape) else { return [] }
    var gaps: [String] = []
    for piece in shape.segments.joined() {
      switch piece {
      case .choice(_, let texts) where texts.joined().contains { $0.isLetter }:
        gaps.append("a listed value has another case")
      case .symbol,
        .run where !piece.ignoresCase:
        gaps.append("a value has another case")
      default: break
      }
    }
    let prefix = shape.segments.prefix(shape.prefixCount).joined()
    if prefix.contains(where: {
      if case .text(let text) = $0 { text.contains { $0.isLetter } } else { false }
    }) {
      gaps.append("the path of the base has another case")
    }
    if !shape.requiredItems.isEmpty { gaps.append("a query item has another case") }
    return gaps
  }

  /// The pattern of a query item; `nil` if links need not have it.
  private mutating func condition(
    for item: QueryParameter, _ gaps: inout [String]
  ) -> AssociationRule.Item? {
    let name = WrittenPart.query.written(item.name.utf8).replacing("=", with: "%3D")
    if item.isOptional, item.type == .string { return nil }
    var reader = PieceReader(types: [], names: [])
    let pieces = reader.pieces(of: item)
    if item.isOptional {
      guard let texts = TextPiece.texts(of: pieces) else {
        gaps.append("the query item '\(item.name)' does not fit its type")
        return nil
      }
      pattern.clearGaps()
      let text = pattern.optionalValue(item.name, texts)
      gaps += pattern.gaps
      return AssociationRule.Item(name: name, pattern: text)
    }
    pattern.clearGaps()
    let text = pattern.value(pieces)
    gaps += (reader.gaps + pattern.gaps).map { "\($0), in the query item '\(item.name)'" }
    return AssociationRule.Item(name: name, pattern: text)
  }
}
