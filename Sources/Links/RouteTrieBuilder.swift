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
  }

  private struct Branch {
    var children: [Key: Int] = [:]
    var pieces: [RouteTrie.PieceEdge] = []
    var rests: [RouteTrie.Leaf] = []
    var leaves: [RouteTrie.Leaf] = []
    var bestOrder = Int.max
  }

  private var branches = [Branch()]

  /// The tree of a table's variants.
  static func trie(of table: RouteTableBuilder) -> RouteTrie {
    var builder = RouteTrieBuilder()
    let sorted = table.variants.indices.sorted {
      (table.orders[$0], $0) < (table.orders[$1], $1)
    }
    for index in sorted {
      let variant = table.variants[index]
      let leaf = RouteTrie.Leaf(
        variant: index, route: variant.route, order: table.orders[index],
        hasConditions: !table.routes[variant.route].conditions.isEmpty)
      builder.insert(variant, leaf)
    }
    return builder.flattened()
  }

  private mutating func insert(_ variant: TableVariant, _ leaf: RouteTrie.Leaf) {
    var node = 0
    note(leaf.order, at: node)
    for matcher in variant.segments {
      let key = Key(matcher)
      if let child = branches[node].children[key] {
        node = child
      } else {
        let child = branches.count
        branches.append(Branch())
        branches[node].children[key] = child
        switch matcher {
        case .literal, .foldedLiteral: break
        case .free, .typed, .piece:
          // Variants come best first, and so do the pieces of a node.
          branches[node].pieces.append(RouteTrie.PieceEdge(matcher: matcher, child: child))
        }
        node = child
      }
      note(leaf.order, at: node)
    }
    if variant.rest == nil {
      branches[node].leaves.append(leaf)
    } else {
      branches[node].rests.append(leaf)
    }
  }

  private mutating func note(_ order: Int, at node: Int) {
    branches[node].bestOrder = min(branches[node].bestOrder, order)
  }

  private func flattened() -> RouteTrie {
    var trie = RouteTrie.Parts()
    for branch in branches {
      var node = RouteTrie.Node(bestOrder: branch.bestOrder)
      var plain: [([UInt8], Int)] = []
      var folded: [([UInt8], Int)] = []
      for (key, child) in branch.children {
        if case .literal(let bytes) = key { plain.append((bytes, child)) }
        if case .folded(let bytes) = key { folded.append((bytes, child)) }
      }
      node.literals = append(plain, to: &trie)
      node.folded = append(folded, to: &trie)
      node.pieces = append(branch.pieces, to: &trie.pieces)
      node.rests = append(branch.rests, to: &trie.rests)
      node.leaves = append(branch.leaves, to: &trie.leaves)
      trie.nodes.append(node)
    }
    return RouteTrie(trie)
  }

  private func append(_ edges: [([UInt8], Int)], to trie: inout RouteTrie.Parts) -> Range<Int> {
    let start = trie.literals.count
    let sorted = edges.sorted { left, right in
      left.0.count != right.0.count
        ? left.0.count < right.0.count : left.0.lexicographicallyPrecedes(right.0)
    }
    for (bytes, child) in sorted {
      let from = trie.text.count
      trie.text += bytes
      trie.literals.append(RouteTrie.LiteralEdge(bytes: from..<trie.text.count, child: child))
    }
    return start..<trie.literals.count
  }

  private func append<Element>(_ elements: [Element], to array: inout [Element]) -> Range<Int> {
    let start = array.count
    array += elements
    return start..<array.count
  }
}
