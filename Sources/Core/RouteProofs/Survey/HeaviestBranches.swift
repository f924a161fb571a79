package import Links

/// The most that a lookup can try from each node of a trie on.
package struct HeaviestBranches {
  private let trie: RouteTrie
  private var below: [(tries: Int, variant: Int?)]

  package init(_ trie: RouteTrie) {
    self.trie = trie
    below = Array(repeating: (1, nil), count: trie.nodeCount)
    // Children come after their parents.
    for index in below.indices.reversed() { below[index] = worst(from: index) }
  }

  /// The most nodes, expressions and types that are tried from a node on, and a variant at the end
  /// of the heaviest branch.
  package subscript(node: Int) -> (tries: Int, variant: Int?) { below[node] }

  /// The heaviest of some literal children.
  package func heaviestChild(_ edges: Range<Int>) -> RouteTrie.LiteralEdge? {
    trie.literals[edges].max { below[Int($0.child)].tries < below[Int($1.child)].tries }
  }

  /// The element of `below`. A segment leads to one literal child, one case-insensitive child, and
  /// every other child that accepts it; all of those others are tried.
  private func worst(from index: Int) -> (tries: Int, variant: Int?) {
    let node = trie.node(index)
    var total = 1 + node.pieces.count
    var heaviest = 0
    var variant = (trie.rests[node.rests].last ?? trie.leaves[node.leaves].last)?.variant
    func take(_ tries: Int, _ end: Int?) {
      total += tries
      guard tries > heaviest, let end else { return }
      (heaviest, variant) = (tries, end)
    }
    for edges in [node.literals, node.folded] {
      guard let child = heaviestChild(edges).map({ below[Int($0.child)] }) else { continue }
      take(child.tries, child.variant)
    }
    // A child that is entered has already been counted as tried.
    for child in trie.pieces[node.pieces].map({ below[$0.child] }) {
      take(child.tries - 1, child.variant)
    }
    return (total, variant)
  }
}

extension RouteSurvey {
  /// An upper bound of the nodes, expressions and types that the lookup of any link tries: every
  /// segment leads to at most one literal child, and to every other child that accepts it. There
  /// may be no link that reaches it.
  package var triesMax: Int { HeaviestBranches(table.trie)[0].tries }
}
