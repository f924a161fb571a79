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
    var bestOrder = Int.max
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
  private var children: [Way: Int] = [:]
  private var edges: [Edge] = []
  private var leaves: [ChainedLeaf] = []

  /// The tree of a table's variants.
  static func trie(of table: RouteTableBuilder) -> RouteTrie {
    var builder = RouteTrieBuilder()
    builder.children.reserveCapacity(table.variants.count * 2)
    for index in variantsBestFirst(table.orders) {
      let variant = table.variants[index]
      let leaf = RouteTrie.Leaf(
        variant: index, route: variant.route, order: table.orders[index],
        hasConditions: !table.routes[variant.route].conditions.isEmpty)
      builder.insert(variant, leaf)
    }
    return builder.flattened()
  }

  /// The indices of variants by order, then by themselves: counted, not compared.
  private static func variantsBestFirst(_ orders: [Int]) -> [Int] {
    var ends = [Int](repeating: 0, count: (orders.max() ?? 0) + 2)
    for order in orders { ends[order + 1] += 1 }
    for order in ends.indices.dropFirst() { ends[order] += ends[order - 1] }
    var result = [Int](repeating: 0, count: orders.count)
    for (index, order) in orders.enumerated() {
      result[ends[order]] = index
      ends[order] += 1
    }
    return result
  }

  private mutating func insert(_ variant: TableVariant, _ leaf: RouteTrie.Leaf) {
    var node = 0
    note(leaf.order, at: node)
    for matcher in variant.segments {
      node = child(of: node, matcher)
      note(leaf.order, at: node)
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
    let way = Way(node: node, key: Key(matcher))
    if let known = children[way] { return known }
    let child = branches.count
    branches.append(Branch())
    children[way] = child
    edges.append(Edge(matcher: matcher, child: child, before: branches[node].lastEdge))
    branches[node].lastEdge = edges.count - 1
    return child
  }

  private mutating func note(_ order: Int, at node: Int) {
    branches[node].bestOrder = min(branches[node].bestOrder, order)
  }

  private func flattened() -> RouteTrie {
    var trie = RouteTrie.Parts()
    trie.nodes.reserveCapacity(branches.count)
    // Used again for every node.
    var plain: [([UInt8], Int)] = []
    var folded: [([UInt8], Int)] = []
    for branch in branches {
      var node = RouteTrie.Node(bestOrder: branch.bestOrder)
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
      // Variants come best first, and so do the pieces of a node.
      trie.pieces[firstPiece...].reverse()
      node.pieces = firstPiece..<trie.pieces.count
      node.literals = append(&plain, to: &trie)
      node.folded = append(&folded, to: &trie)
      node.rests = append(chain: branch.lastRest, to: &trie.rests)
      node.leaves = append(chain: branch.lastLeaf, to: &trie.leaves)
      trie.nodes.append(node)
    }
    return RouteTrie(trie)
  }

  /// Appends the leaves of a chain, the first one first.
  private func append(chain last: Int, to array: inout [RouteTrie.Leaf]) -> Range<Int> {
    let start = array.count
    var place = last
    while place >= 0 {
      array.append(leaves[place].leaf)
      place = leaves[place].before
    }
    array[start...].reverse()
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
