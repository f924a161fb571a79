import Links

/// All variants of a table as a tree over segments, and by the texts of their segments: finds those
/// that could share a path with a given one without comparing each with each.
struct OverlapIndex {
  struct Node {
    var literals: [[UInt8]: Int] = [:]
    /// By the literal in lower case.
    var folded: [[UInt8]: Int] = [:]
    /// Everything else that stays within a segment.
    var pieces: [Piece] = []
    /// Variants that end here.
    var ends: [Int] = []
    /// Variants whose rest begins here: it takes one segment or more.
    var rests: [Int] = []
  }

  struct Piece {
    let matcher: SegmentMatcher
    let child: Int
  }

  private enum Key: Hashable {
    case free, typed(ValueType), piece(Expression)
  }

  private(set) var nodes = [Node()]
  private let variants: [TableVariant]
  private let orders: [Int]
  /// For each variant the nodes of its segments.
  private var ways: [[Int]] = []
  private let byText: VariantsByText

  init(_ table: RouteTable) {
    variants = table.variants
    orders = table.orders
    byText = VariantsByText(table.variants)
    var pieces: [[Key: Int]] = [[:]]
    for index in variants.indices { insert(index, &pieces) }
  }

  private mutating func insert(_ index: Int, _ pieces: inout [[Key: Int]]) {
    var node = 0
    var way: [Int] = []
    for matcher in variants[index].segments {
      node = child(of: node, matcher, &pieces)
      way.append(node)
    }
    ways.append(way)
    if variants[index].rest == nil {
      nodes[node].ends.append(index)
    } else {
      nodes[node].rests.append(index)
    }
  }

  private mutating func child(
    of node: Int, _ matcher: SegmentMatcher, _ pieces: inout [[Key: Int]]
  ) -> Int {
    let key: Key
    switch matcher {
    case .literal(let bytes):
      if let known = nodes[node].literals[bytes] { return known }
      nodes[node].literals[bytes] = nodes.count
      return append(&pieces)
    case .foldedLiteral(let bytes):
      if let known = nodes[node].folded[bytes] { return known }
      nodes[node].folded[bytes] = nodes.count
      return append(&pieces)
    case .free: key = .free
    case .typed(let type): key = .typed(type)
    case .piece(let expression, _): key = .piece(expression)
    }
    if let known = pieces[node][key] { return known }
    pieces[node][key] = nodes.count
    nodes[node].pieces.append(Piece(matcher: matcher, child: nodes.count))
    return append(&pieces)
  }

  private mutating func append(_ pieces: inout [[Key: Int]]) -> Int {
    nodes.append(Node())
    pieces.append([:])
    return nodes.count - 1
  }

  // MARK: Looking up

  /// Calls `body` with every variant that could share a path with the given one, that one
  /// included, until it says no. Some share none: that is for a search over automata to tell.
  ///
  /// - Parameter maxOrder: Variants of a greater order are left out.
  func visit(
    meeting variant: TableVariant, maxOrder: Int = .max, _ body: (Int) -> Bool
  ) {
    let found = variants(near: variant)
      .filter { orders[$0] <= maxOrder && variant.mayMeet(variants[$0]) }
      .map { (index: $0, turn: turn(of: $0, beside: variant)) }
      .sorted { left, right in
        left.turn == right.turn
          ? left.index < right.index : left.turn.lexicographicallyPrecedes(right.turn)
      }
    for (index, _) in found {
      guard body(index) else { return }
    }
  }

  /// What is compared with a variant, in no order: those that share a text with it where the fewest
  /// do.
  func variants(near variant: TableVariant) -> [Int] { near(variant.segments.map(\.fewTexts)) }

  /// All variants that could accept a path, in no order; some do not.
  func variants(near path: LinkPath) -> [Int] {
    near((0..<path.count).map { [path.bytes($0).map(\.folded)] })
  }

  private func near(_ texts: [Set<[UInt8]>?]) -> [Int] {
    byText.variants(meeting: texts) ?? Array(variants.indices)
  }

  /// When a variant has its turn in a walk through the tree that looks for what meets another: what
  /// ends at a node, then the rests that begin there, then its children; where the other takes few
  /// of them, its literals come first.
  private func turn(of index: Int, beside variant: TableVariant) -> [Int] {
    var turn: [Int] = []
    for (depth, node) in ways[index].enumerated() {
      var group = 2
      if depth < variant.segments.count, !variant.segments[depth].isFree {
        switch variants[index].segments[depth] {
        case .literal: break
        case .foldedLiteral: group = 3
        case .free, .typed, .piece: group = 4
        }
      }
      turn += [group, node]
    }
    return turn + [variants[index].rest == nil ? 0 : 1]
  }
}

extension TableVariant {
  /// False if two variants surely share no path.
  fileprivate func mayMeet(_ other: TableVariant) -> Bool {
    let own = segments.count
    let others = other.segments.count
    // A rest takes one segment or more.
    if own < others, rest == nil { return false }
    if own > others, other.rest == nil { return false }
    if own == others, (rest == nil) != (other.rest == nil) { return false }
    return (0..<min(own, others)).allSatisfy { segments[$0].mayMeet(other.segments[$0]) }
  }
}

extension SegmentMatcher {
  fileprivate var isFree: Bool {
    if case .free = self { true } else { false }
  }

  /// False if two surely take no common text.
  fileprivate func mayMeet(_ other: SegmentMatcher) -> Bool {
    switch (self, other) {
    case (.free, _), (_, .free): true
    case (.literal(let text), _): other.accepts(text[...])
    case (_, .literal(let text)): accepts(text[...])
    case (.foldedLiteral(let text), .foldedLiteral(let others)): text == others
    case (.piece(_, let program), .piece(_, let other)): program.outline.mayMeet(other.outline)
    // A piece may take some spellings of a text and not others.
    case (.foldedLiteral, _), (.typed, _), (.piece, _): true
    }
  }
}
