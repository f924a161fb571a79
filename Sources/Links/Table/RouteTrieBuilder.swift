/// Grows a `RouteTrie` variant by variant, then flattens it.
///
/// Numbers are of 32 bits: what a million routes touch is what their building takes. A table whose
/// nodes they could not count would need hundreds of gigabytes before it came here.
struct RouteTrieBuilder {
  /// A node while the tree grows. What belongs to it is chained, from the last to the first, so
  /// that a million nodes need no arrays of their own; -1 ends a chain.
  private struct Branch {
    var lastEdge: Int32 = -1
    var lastRest: Int32 = -1
    var lastLeaf: Int32 = -1
    var edgeCount: Int32 = 0
    /// The least of what ends at or below it: by order, then by variant.
    var best = Rank(order: .max, variant: .max)
  }

  private struct Rank {
    var order: Int32
    var variant: Int32

    static func < (left: Self, right: Self) -> Bool {
      (left.order, left.variant) < (right.order, right.variant)
    }
  }

  /// A way to a child; `segment` is a number of `SegmentNumbers`.
  private struct Edge {
    let segment: Int32
    let child: Int32
    let before: Int32
  }

  private struct ChainedLeaf {
    let leaf: RouteTrie.Leaf
    let before: Int32
  }

  private let rows: TableRows
  private var branches = [Branch()]
  /// The children of nodes that have more than `chainMax`, by node and segment.
  private var children: [UInt64: Int32] = [:]
  /// Children that are looked for one by one, which needs no table; most nodes have one.
  private static let chainMax = 6
  private var edges: [Edge] = []
  private var leaves: [ChainedLeaf] = []

  private init(_ rows: TableRows) {
    self.rows = rows
  }

  /// The tree of a table's variants.
  static func trie(of table: RouteTableBuilder) -> RouteTrie {
    let rows = table.rows
    var builder = RouteTrieBuilder(rows)
    // An array that grows is copied into fresh memory, which takes longer than all else; what is
    // reserved and not used costs nothing.
    builder.branches.reserveCapacity(rows.segments.count + 1)
    builder.edges.reserveCapacity(rows.segments.count)
    builder.leaves.reserveCapacity(rows.variants.count)
    let hasConditions = rows.conditions.map { !$0.isEmpty }
    let isUnderEveryBase = rows.basesUnder.map { !$0.contains(false) }
    for (index, order) in table.orders.enumerated() {
      let variant = rows.variants[index]
      let route = rows.routes[Int(variant.route)]
      let leaf = RouteTrie.Leaf(
        variant: index, route: Int(variant.route), order: order,
        hasConditions: hasConditions[Int(route.conditions)],
        isUnderEveryBase: isUnderEveryBase[Int(route.basesUnder)])
      builder.insert(rows.segments(of: index), leaf, hasRest: variant.rest >= 0)
    }
    return builder.flattened()
  }

  /// - Parameter places: Those of the variant's segments among all.
  private mutating func insert(_ places: Range<Int>, _ leaf: RouteTrie.Leaf, hasRest: Bool) {
    var node = 0
    note(leaf, at: node)
    for place in places {
      node = child(of: node, rows.segments[place])
      note(leaf, at: node)
    }
    let number = Int32(truncatingIfNeeded: leaves.count)
    if hasRest {
      leaves.append(ChainedLeaf(leaf: leaf, before: branches[node].lastRest))
      branches[node].lastRest = number
    } else {
      leaves.append(ChainedLeaf(leaf: leaf, before: branches[node].lastLeaf))
      branches[node].lastLeaf = number
    }
  }

  private mutating func child(of node: Int, _ segment: Int32) -> Int {
    if branches[node].edgeCount <= Self.chainMax {
      var place = branches[node].lastEdge
      while place >= 0 {
        let edge = edges[Int(place)]
        if edge.segment == segment { return Int(edge.child) }
        place = edge.before
      }
    } else if let known = children[Self.way(from: node, segment)] {
      return Int(known)
    }
    let child = branches.count
    branches.append(Branch())
    edges.append(
      Edge(
        segment: segment, child: Int32(truncatingIfNeeded: child),
        before: branches[node].lastEdge))
    branches[node].lastEdge = Int32(truncatingIfNeeded: edges.count - 1)
    branches[node].edgeCount += 1
    noteChildren(of: node)
    return child
  }

  private static func way(from node: Int, _ segment: Int32) -> UInt64 {
    UInt64(truncatingIfNeeded: node) << 32 | UInt64(UInt32(bitPattern: segment))
  }

  /// Keeps the newest child where it is looked for; all of them once they are too many to chain.
  private mutating func noteChildren(of node: Int) {
    guard branches[node].edgeCount > Self.chainMax else { return }
    var place = branches[node].lastEdge
    repeat {
      let edge = edges[Int(place)]
      children[Self.way(from: node, edge.segment)] = edge.child
      place = edge.before
    } while place >= 0 && branches[node].edgeCount == Self.chainMax + 1
  }

  private mutating func note(_ leaf: RouteTrie.Leaf, at node: Int) {
    let rank = Rank(
      order: Int32(truncatingIfNeeded: leaf.order), variant: Int32(truncatingIfNeeded: leaf.variant)
    )
    if rank < branches[node].best { branches[node].best = rank }
  }

  // MARK: Flattening

  private func flattened() -> RouteTrie {
    let texts = LiteralTexts(rows.matchers)
    var trie = RouteTrie.Parts(texts)
    trie.starts.reserveCapacity(branches.count + 1)
    trie.literals.reserveCapacity(edges.count)
    trie.leaves.reserveCapacity(leaves.count)
    // Used again for every node.
    var folded: [RouteTrie.LiteralEdge] = []
    for branch in branches {
      var start = trie.end
      start.bestOrder = branch.best.order
      folded.removeAll(keepingCapacity: true)
      var place = branch.lastEdge
      while place >= 0 {
        let edge = edges[Int(place)]
        let matcher = rows.matchers[Int(edge.segment)]
        let literal = RouteTrie.LiteralEdge(
          text: texts.places[Int(edge.segment)], child: edge.child)
        switch matcher {
        case .literal: trie.literals.append(literal)
        case .foldedLiteral: folded.append(literal)
        case .free, .typed, .piece:
          trie.pieces.append(RouteTrie.PieceEdge(matcher: matcher, child: Int(edge.child)))
        }
        place = edge.before
      }
      sort(&trie.literals, from: start.literals) { $0.text < $1.text }
      start.folded = Int32(truncatingIfNeeded: trie.literals.count)
      trie.literals += folded
      sort(&trie.literals, from: start.folded) { $0.text < $1.text }
      sort(&trie.pieces, from: start.pieces) { branches[$0.child].best < branches[$1.child].best }
      append(chain: branch.lastRest, to: &trie.rests)
      append(chain: branch.lastLeaf, to: &trie.leaves)
      trie.starts.append(start)
    }
    trie.starts.append(trie.end)
    return RouteTrie(trie)
  }

  /// Appends the leaves of a chain, the best one first.
  private func append(chain last: Int32, to array: inout [RouteTrie.Leaf]) {
    let start = Int32(truncatingIfNeeded: array.count)
    var place = last
    while place >= 0 {
      array.append(leaves[Int(place)].leaf)
      place = leaves[Int(place)].before
    }
    sort(&array, from: start) { ($0.order, $0.variant) < ($1.order, $1.variant) }
  }

  /// Most nodes have one of anything.
  @inline(__always)
  private func sort<Element>(
    _ array: inout [Element], from start: Int32, by isBefore: (Element, Element) -> Bool
  ) {
    if array.count > Int(start) + 1 { array[Int(start)...].sort(by: isBefore) }
  }
}
