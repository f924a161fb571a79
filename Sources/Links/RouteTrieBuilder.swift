/// Grows a `RouteTrie` variant by variant, then flattens it.
struct RouteTrieBuilder {
  /// What two variants must have in common in a segment to share a node.
  private enum Key: Hashable {
    case literal([UInt8]), folded([UInt8]), free, typed(ValueType), piece(Expression)

    init(_ matcher: SegmentMatcher) {
      switch matcher {
      case .literal(let bytes): self = .literal(bytes)
      case .foldedLiteral(let bytes): self = .folded(bytes)
      case .free: self = .free
      case .typed(let type): self = .typed(type)
      case .piece(let expression, _): self = .piece(expression)
      }
    }

    /// An array hashes its elements one by one; bytes are hashed at once.
    func hash(into hasher: inout Hasher) {
      switch self {
      case .literal(let bytes): bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
      case .folded(let bytes): bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
      case .free: hasher.combine(0)
      case .typed(let type): hasher.combine(type)
      case .piece(let expression): hasher.combine(expression)
      }
    }
  }

  private struct Way: Hashable {
    let node: Int
    let key: Key
  }

  /// A node while the tree grows. What belongs to it is chained, from the last to the first, so
  /// that a million nodes need no arrays of their own; -1 ends a chain.
  private struct Branch {
    var lastEdge = -1
    var lastRest = -1
    var lastLeaf = -1
    var edgeCount = 0
    /// The least of what ends at or below it: by order, then by variant.
    var best = (order: Int.max, variant: Int.max)
  }

  private struct Edge {
    let matcher: SegmentMatcher
    let child: Int
    let before: Int
  }

  private struct ChainedLeaf {
    let leaf: RouteTrie.Leaf
    let before: Int
  }

  private var branches = [Branch()]
  /// The children of nodes that have more than `chainMax`.
  private var children: [Way: Int] = [:]
  /// Children that are looked for one by one, which needs no table; most nodes have one.
  private static let chainMax = 6
  private var edges: [Edge] = []
  private var leaves: [ChainedLeaf] = []

  /// The tree of a table's variants.
  static func trie(of table: RouteTableBuilder) -> RouteTrie {
    var builder = RouteTrieBuilder()
    // An array that grows is copied into fresh memory, which takes longer than all else; what is
    // reserved and not used costs nothing.
    builder.branches.reserveCapacity(table.variants.count * 4)
    builder.edges.reserveCapacity(table.variants.count * 4)
    builder.leaves.reserveCapacity(table.variants.count)
    for (index, variant) in table.variants.enumerated() {
      let leaf = RouteTrie.Leaf(
        variant: index, route: variant.route, order: table.orders[index],
        hasConditions: !table.routes[variant.route].conditions.isEmpty)
      builder.insert(variant, leaf)
    }
    return builder.flattened()
  }

  private mutating func insert(_ variant: TableVariant, _ leaf: RouteTrie.Leaf) {
    var node = 0
    note(leaf, at: node)
    for matcher in variant.segments {
      node = child(of: node, matcher)
      note(leaf, at: node)
    }
    if variant.rest == nil {
      leaves.append(ChainedLeaf(leaf: leaf, before: branches[node].lastLeaf))
      branches[node].lastLeaf = leaves.count - 1
    } else {
      leaves.append(ChainedLeaf(leaf: leaf, before: branches[node].lastRest))
      branches[node].lastRest = leaves.count - 1
    }
  }

  private mutating func child(of node: Int, _ matcher: SegmentMatcher) -> Int {
    if branches[node].edgeCount <= Self.chainMax {
      var place = branches[node].lastEdge
      while place >= 0 {
        if isSame(edges[place].matcher, matcher) { return edges[place].child }
        place = edges[place].before
      }
    } else if let known = children[Way(node: node, key: Key(matcher))] {
      return known
    }
    let child = branches.count
    branches.append(Branch())
    edges.append(Edge(matcher: matcher, child: child, before: branches[node].lastEdge))
    branches[node].lastEdge = edges.count - 1
    branches[node].edgeCount += 1
    noteChildren(of: node)
    return child
  }

  /// Whether two variants share a node by what they have in a segment.
  private func isSame(_ left: SegmentMatcher, _ right: SegmentMatcher) -> Bool {
    if case .literal(let one) = left, case .literal(let other) = right { return one == other }
    if case .free = left, case .free = right { return true }
    return Key(left) == Key(right)
  }

  /// Keeps the newest child where it is looked for; all of them once they are too many to chain.
  private mutating func noteChildren(of node: Int) {
    guard branches[node].edgeCount > Self.chainMax else { return }
    var place = branches[node].lastEdge
    repeat {
      let edge = edges[place]
      children[Way(node: node, key: Key(edge.matcher))] = edge.child
      place = edge.before
    } while place >= 0 && branches[node].edgeCount == Self.chainMax + 1
  }

  private mutating func note(_ leaf: RouteTrie.Leaf, at node: Int) {
    let best = (order: leaf.order, variant: leaf.variant)
    if best < branches[node].best { branches[node].best = best }
  }

  private func flattened() -> RouteTrie {
    var trie = RouteTrie.Parts()
    trie.nodes.reserveCapacity(branches.count)
    trie.literals.reserveCapacity(edges.count)
    trie.leaves.reserveCapacity(leaves.count)
    trie.text.reserveCapacity(edges.count * 16)
    // Used again for every node.
    var plain: [([UInt8], Int)] = []
    var folded: [([UInt8], Int)] = []
    for branch in branches {
      var node = RouteTrie.Node(bestOrder: branch.best.order)
      plain.removeAll(keepingCapacity: true)
      folded.removeAll(keepingCapacity: true)
      let firstPiece = trie.pieces.count
      var place = branch.lastEdge
      while place >= 0 {
        let edge = edges[place]
        switch edge.matcher {
        case .literal(let bytes): plain.append((bytes, edge.child))
        case .foldedLiteral(let bytes): folded.append((bytes, edge.child))
        case .free, .typed, .piece:
          trie.pieces.append(RouteTrie.PieceEdge(matcher: edge.matcher, child: edge.child))
        }
        place = edge.before
      }
      trie.pieces[firstPiece...].sort { branches[$0.child].best < branches[$1.child].best }
      node.pieces = firstPiece..<trie.pieces.count
      node.literals = append(&plain, to: &trie)
      node.folded = append(&folded, to: &trie)
      node.rests = append(chain: branch.lastRest, to: &trie.rests)
      node.leaves = append(chain: branch.lastLeaf, to: &trie.leaves)
      trie.nodes.append(node)
    }
    return RouteTrie(trie)
  }

  /// Appends the leaves of a chain, the best one first.
  private func append(chain last: Int, to array: inout [RouteTrie.Leaf]) -> Range<Int> {
    let start = array.count
    var place = last
    while place >= 0 {
      array.append(leaves[place].leaf)
      place = leaves[place].before
    }
    array[start...].sort { ($0.order, $0.variant) < ($1.order, $1.variant) }
    return start..<array.count
  }

  private func append(
    _ edges: inout [([UInt8], Int)], to trie: inout RouteTrie.Parts
  ) -> Range<Int> {
    let start = trie.literals.count
    if edges.count > 1 {
      edges.sort { left, right in
        left.0.count != right.0.count
          ? left.0.count < right.0.count : left.0.lexicographicallyPrecedes(right.0)
      }
    }
    for (bytes, child) in edges {
      let from = trie.text.count
      trie.text += bytes
      trie.literals.append(RouteTrie.LiteralEdge(bytes: from..<trie.text.count, child: child))
    }
    return start..<trie.literals.count
  }
}
