/// Builds a `RouteTrie`, level by level.
///
/// The variants are sorted like words whose letters are segments. On every level the variants of
/// one node are then adjacent, and the children of one node precede those of the next: no node has
/// to be searched for, and memory is written in order.
struct RouteTrieBuilder: ~Copyable {
  /// A variant that is being inserted into the tree.
  private struct Way {
    let variant: Int32
    var node: Int32 = 0
    /// The range of its remaining letters.
    var next: Int32
    let end: Int32
  }

  private let rows: TableRows
  private let ranks: [Int]
  private let hasConditions: [Bool]
  private let isUnderEveryBase: [Bool]
  private let texts: SortedMatchers
  private var trie: RouteTrie.Parts
  /// The letters of all variants in order: for each segment the sorted position of its matcher.
  private var letters: [Int32] = []
  /// The number of nodes, including those that are not added yet.
  private var nodeCount = 1

  private init(_ table: borrowing RouteTableBuilder) {
    rows = table.rows
    ranks = table.ranks
    hasConditions = rows.conditions.map { !$0.isEmpty }
    isUnderEveryBase = rows.basesUnder.map { !$0.contains(false) }
    texts = SortedMatchers(rows.matchers)
    trie = RouteTrie.Parts(texts)
    // Growing these arrays would cost more than filling them; unused capacity costs nothing.
    trie.starts.reserveCapacity(rows.segments.count + 2)
    trie.literals.reserveCapacity(rows.segments.count)
    trie.leaves.reserveCapacity(ranks.count)
  }

  static func trie(of table: borrowing RouteTableBuilder) -> RouteTrie {
    var builder = RouteTrieBuilder(table)
    builder.addNodes()
    builder.findBestOrders()
    builder.sortPieces()
    return RouteTrie(builder.trie)
  }

  // MARK: Sorting

  /// All variants in the order of their segments: a radix sort, from the last segment to the first.
  private func sortedVariants() -> [Int32] {
    var byLength: [[Int32]] = []
    for variant in ranks.indices {
      let length = rows.segments(of: variant).count
      while byLength.count <= length { byLength.append([]) }
      byLength[length].append(Int32(row: variant))
    }
    var sorted: [Int32] = []
    for length in byLength.indices.reversed() {
      // A variant that ends precedes those that continue.
      sorted = byLength[length] + sorted
      if length > 0 { sorted = self.sorted(sorted, by: length - 1) }
    }
    return sorted
  }

  /// Sorts by one segment; stable.
  private func sorted(_ variants: [Int32], by depth: Int) -> [Int32] {
    let letters = variants.map { variant in
      texts.places[Int(rows.segments[Int(rows.variants[Int(variant)].segments) + depth])]
    }
    guard variants.count > rows.matchers.count / 16 else {
      let places = letters.indices.sorted { (letters[$0], $0) < (letters[$1], $1) }
      return places.map { variants[$0] }
    }
    // A counting sort, since there are far fewer letters than variants.
    var ends = [Int](repeating: 0, count: rows.matchers.count + 1)
    for letter in letters { ends[Int(letter) + 1] += 1 }
    for letter in rows.matchers.indices { ends[letter + 1] += ends[letter] }
    var result = variants
    for (variant, letter) in zip(variants, letters) {
      result[ends[Int(letter)]] = variant
      ends[Int(letter)] += 1
    }
    return result
  }

  // MARK: Nodes

  private mutating func addNodes() {
    var level = ways()
    // A table without routes still has a root.
    if level.isEmpty { trie.starts.append(trie.end) }
    while !level.isEmpty { level = addNodes(of: level) }
    trie.starts.append(trie.end)
  }

  /// All variants at the root, sorted.
  private mutating func ways() -> [Way] {
    letters.reserveCapacity(rows.segments.count)
    return sortedVariants().map { variant in
      let start = Int32(row: letters.count)
      for segment in rows.segments[rows.segments(of: Int(variant))] {
        letters.append(texts.places[Int(segment)])
      }
      return Way(variant: variant, next: start, end: Int32(row: letters.count))
    }
  }

  /// Adds the nodes of one level and returns the variants that continue on the next.
  private mutating func addNodes(of level: [Way]) -> [Way] {
    var further: [Way] = []
    further.reserveCapacity(level.count)
    var place = 0
    while place < level.count {
      let node = level[place].node
      let start = trie.end
      trie.starts.append(start)
      var last: Int32 = -1
      while place < level.count, level[place].node == node {
        var way = level[place]
        place += 1
        guard way.next < way.end else {
          addLeaf(Int(way.variant))
          continue
        }
        let letter = letters[Int(way.next)]
        if letter != last { addChild(letter) }
        last = letter
        way.node = Int32(row: nodeCount - 1)
        way.next += 1
        further.append(way)
      }
      Self.sort(&trie.leaves, from: start.leaves)
      Self.sort(&trie.rests, from: start.rests)
    }
    return further
  }

  private mutating func addLeaf(_ variant: Int) {
    let row = rows.variants[variant]
    let route = rows.routes[Int(row.route)]
    let leaf = RouteTrie.Leaf(
      variant: variant, route: Int(row.route), order: ranks[variant],
      hasConditions: hasConditions[Int(route.conditions)],
      isUnderEveryBase: isUnderEveryBase[Int(route.basesUnder)])
    if row.rest >= 0 { trie.rests.append(leaf) } else { trie.leaves.append(leaf) }
  }

  /// Adds a child to the node that was added last.
  private mutating func addChild(_ letter: Int32) {
    let child = Int32(row: nodeCount)
    nodeCount += 1
    guard Int(letter) < texts.count else {
      let matcher = rows.matchers[texts.numbers[Int(letter)]]
      trie.pieces.append(RouteTrie.PieceEdge(matcher: matcher, child: Int(child)))
      return
    }
    trie.literals.append(RouteTrie.LiteralEdge(text: letter, child: child))
    if Int(letter) < texts.exactCount {
      trie.starts[trie.starts.count - 1].folded = Int32(row: trie.literals.count)
    }
  }

  /// Sets the best order at or below each node, from the last node to the first: children follow
  /// their parents.
  private mutating func findBestOrders() {
    var next = trie.end
    for index in trie.starts.indices.dropLast().reversed() {
      let start = trie.starts[index]
      var best = Int.max
      for place in Int(start.literals)..<Int(next.literals) {
        best = min(best, Int(trie.starts[Int(trie.literals[place].child)].bestOrder))
      }
      for place in Int(start.pieces)..<Int(next.pieces) {
        best = min(best, Int(trie.starts[trie.pieces[place].child].bestOrder))
      }
      if start.rests < next.rests { best = min(best, trie.rests[Int(start.rests)].order) }
      if start.leaves < next.leaves { best = min(best, trie.leaves[Int(start.leaves)].order) }
      trie.starts[index].bestOrder = Int32(clamping: best)
      next = start
    }
  }

  /// Sorts the pieces of each node by the best order below them.
  private mutating func sortPieces() {
    let starts = trie.starts
    for (start, next) in zip(starts, starts.dropFirst()) where next.pieces > start.pieces + 1 {
      trie.pieces[Int(start.pieces)..<Int(next.pieces)].sort { left, right in
        (starts[left.child].bestOrder, left.child) < (starts[right.child].bestOrder, right.child)
      }
    }
  }

  /// Sorts the tail of an array; most tails have one element.
  @inline(__always)
  private static func sort(_ leaves: inout [RouteTrie.Leaf], from start: Int32) {
    guard leaves.count > Int(start) + 1 else { return }
    leaves[Int(start)...].sort { ($0.order, $0.variant) < ($1.order, $1.variant) }
  }
}
