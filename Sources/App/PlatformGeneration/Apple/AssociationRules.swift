import Navigation

/// Translates shapes into rules; the first rule that matches decides.
///
/// `*` and `?*` match slashes too, so a rule for two segments also matches links with three. The
/// rules are therefore in this order:
///
/// 1. Shapes whose patterns match exactly their links: those without a parameter of variable length
///    ahead of a rest, unless one of another kind below comes before them in the router.
/// 2. For each number of segments, from the largest: an exclude of everything with more segments,
///    if a pattern that follows would match such links; then the shapes of that many segments. A
///    rest takes part in each with as many segments as there are, and ahead of all others for any
///    larger number.
///
/// Links that no rule matches stay in the browser, so the last exclude is left out.
///
/// A run such as the digits of a number is claimed by two rules: an exclude of the texts with
/// another character, and an include of all texts. This requires that no later rule claims such a
/// text; otherwise one rule claims every text that begins like the run.
struct AssociationRules {
  private(set) var rules: [AssociationRule] = []
  private(set) var notes: [GenerationNote] = []
  var pattern = AssociationPattern()
  private let definition: AppDefinition

  init(_ definition: AppDefinition) {
    self.definition = definition
  }

  /// Appends the rules for shapes of one space, in the router's order.
  mutating func append(_ list: ShapeList, in space: LinkSpace) {
    let shapes = list.shapes
    var areEarly = [Bool](repeating: false, count: shapes.count)
    let index = SegmentIndex(shapes)
    for (number, shape) in shapes.enumerated() where Self.isExact(shape) {
      areEarly[number] = !index.candidates(for: shape).contains { other in
        other < number && !areEarly[other] && shapes[other].isClaimed != shape.isClaimed
          && shapes[other].mayOverlap(shape)
      }
    }
    appendEarly(shapes.indices.filter { areEarly[$0] }.map { shapes[$0] }, in: space)
    appendByDepth(shapes.indices.filter { !areEarly[$0] }.map { shapes[$0] }, in: space)
  }

  /// Notes what a rule cannot express about a route.
  mutating func note(_ difference: GenerationNote.Difference, _ route: Int, _ gap: String) {
    notes.append(GenerationNote(difference, route, of: definition, gap))
  }

  /// Whether a pattern ahead of all other rules matches only the links of its shape.
  private static func isExact(_ shape: LinkShape) -> Bool {
    shape.segments.allSatisfy { pieces in
      pieces.allSatisfy { piece in
        switch piece {
        case .text, .choice: true
        case .symbol(let characters): !characters.includesOthers
        case .run: false
        case .rest: true
        }
      }
    }
  }

  // MARK: Rules that need no order of depths

  private mutating func appendEarly(_ shapes: [LinkShape], in space: LinkSpace) {
    var run: [AssociationRule] = []
    var isRunExcluded = false
    for shape in shapes {
      let rule = rule(for: shape, in: space)
      if rule.isExcluded != isRunExcluded {
        append(contentsOf: &run)
        isRunExcluded = rule.isExcluded
      }
      run.append(rule)
    }
    append(contentsOf: &run)
  }

  /// Appends rules with the same decision in the order of their text.
  private mutating func append(contentsOf run: inout [AssociationRule]) {
    for rule in run.sorted(by: { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }) {
      append(rule)
    }
    run = []
  }

  /// Appends a rule, unless the same links are decided already.
  private mutating func append(_ rule: AssociationRule) {
    guard !rules.contains(where: { $0.matchesSame(as: rule) }) else { return }
    rules.append(rule)
  }

  // MARK: Rules by depth

  private mutating func appendByDepth(_ shapes: [LinkShape], in space: LinkSpace) {
    let depthMax = shapes.map(\.segments.count).max() ?? 0
    let rests = shapes.filter(\.hasRest)
    for shape in rests { appendRest(shape, depth: depthMax + 1, in: space) }
    for depth in stride(from: depthMax, to: 0, by: -1) {
      let level = shapes.filter {
        $0.segments.count == depth || $0.hasRest && $0.segments.count < depth
      }
      let guards = level.indices.map { number in
        guardedSegments(of: level[number], followers: level[(number + 1)...], in: space)
      }
      let crosses = level.indices.contains { number in
        level[number].isClaimed && !level[number].hasRest
          && level[number].segments.indices.contains { segment in
            level[number].segments[segment].contains(where: \.isRun)
              && !guards[number].contains(segment)
          }
      }
      if crosses { excludeAll(depth: depth + 1, in: space) }
      for number in level.indices {
        append(level[number], at: number, of: level, depth: depth, in: space)
      }
    }
  }

  private mutating func excludeAll(depth: Int, in space: LinkSpace) {
    let segments = Array(repeating: [TextPiece.free], count: depth)
    append(rule(pattern.path(segments, in: space.part), in: space, isExcluded: true))
  }

  /// Appends the rules of a shape for links with a number of segments.
  ///
  /// - Parameter level: All shapes with such links, this one at an index.
  private mutating func append(
    _ shape: LinkShape, at number: Int, of level: [LinkShape], depth: Int, in space: LinkSpace
  ) {
    guard !shape.hasRest else { return appendRest(shape, depth: depth, in: space) }
    let followers = level[(number + 1)...]
    let guarded = guardedSegments(of: shape, followers: followers, in: space)
    for segment in guarded {
      let shared = sharedGuard(of: shape, segment, level, followers)
      pattern.clearGaps()
      let text = pattern.path((shared ?? shape).segments, in: space.part) { number in
        number == segment ? .complement : guarded.contains(number) ? .guarded : .open
      }
      append(
        rule(text, in: space, isExcluded: true, isCaseSensitive: isCaseSensitive(shared ?? shape)))
    }
    append(rule(for: shape, in: space, guarded: guarded))
  }

  private mutating func appendRest(_ shape: LinkShape, depth: Int, in space: LinkSpace) {
    for slashes in Self.slashes(of: shape, depth: depth) {
      if shape.segments.contains(where: { $0.contains(where: \.isRun) }) {
        note(
          shape.isClaimed ? .claimsMore : .claimsLess, shape.route,
          "a slash is part of a value ahead of the rest")
      }
      append(rule(for: shape, in: space, slashes: slashes))
    }
  }

  // MARK: Guards

  /// The segments of a shape whose other texts are excluded by rules of their own.
  private func guardedSegments(
    of shape: LinkShape, followers: ArraySlice<LinkShape>, in space: LinkSpace
  ) -> [Int] {
    guard shape.isClaimed, !shape.hasRest else { return [] }
    return shape.segments.indices.filter { number in
      let pieces = shape.segments[number]
      let runs = pieces.compactMap { piece in if case .run(let run) = piece { run } else { nil } }
      guard runs.count == 1, let run = runs.first, run.characters != .any,
        pieces.allSatisfy({ $0.isRun || $0.hasFixedLength }),
        AssociationPattern.hasComplement(run, space.part),
        shape.isCaseSensitive || run.characters.ignoresCase
      else { return false }
      return canExclude(shape, otherTextsIn: number, followers)
    }
  }

  /// Whether no shape that follows claims a link of this one with another text in a segment.
  private func canExclude(
    _ shape: LinkShape, otherTextsIn number: Int, _ followers: ArraySlice<LinkShape>
  ) -> Bool {
    var wider = shape
    wider.segments[number] = [.free]
    return !followers.contains { other in
      other.isClaimed && wider.mayOverlap(other) && !shape.covers(other, inSegment: number)
    }
  }

  /// The shape with any text after a guarded segment, if another shape begins like it, so that one
  /// rule excludes the other texts for both, and nothing else.
  private func sharedGuard(
    of shape: LinkShape, _ segment: Int, _ level: [LinkShape], _ followers: ArraySlice<LinkShape>
  ) -> LinkShape? {
    let start = shape.segments[...segment]
    let sharing = level.count { other in
      other.isClaimed && other.isCaseSensitive == shape.isCaseSensitive && !other.hasRest
        && other.segments.starts(with: start)
    }
    guard sharing > 1, segment < shape.segments.count - 1 else { return nil }
    var shared = shape
    for later in (segment + 1)..<shape.segments.count { shared.segments[later] = [.free] }
    return canExclude(shared, otherTextsIn: segment, followers) ? shared : nil
  }

  /// The numbers of slashes in each rest that add up to a number of segments.
  private static func slashes(of shape: LinkShape, depth: Int) -> [[Int]] {
    let count = shape.segments.joined().count { $0 == .rest }
    let extra = max(0, depth - shape.segments.count)
    // All in the last rest, if there are too many ways.
    guard count > 1, extra * count <= restSlashesMax else {
      return [Array(repeating: 0, count: count - 1) + [extra]]
    }
    func ways(_ count: Int, _ extra: Int) -> [[Int]] {
      guard count > 1 else { return [[extra]] }
      return (0...extra).flatMap { first in ways(count - 1, extra - first).map { [first] + $0 } }
    }
    return ways(count, extra)
  }

  /// The largest product of rests and slashes for which all distributions of the slashes are
  /// written.
  private static let restSlashesMax = 12
}

extension AssociationRule {
  /// The sort key for readable files.
  fileprivate var sortKey: [UInt8] {
    Array((path + "#" + (fragment ?? "")).utf8) + query.flatMap { $0.name.utf8 }
  }
}
