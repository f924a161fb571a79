import Diagnostics
import Languages

/// Lays a `RouteTrie` out in flat memory, subtree by subtree, so that a walk reads adjacent
/// records.
struct FlatTableBuilder: ~Copyable {
  let memory: FlatMemory
  private(set) var branches: [FlatTable.Branch] = []
  private(set) var choices: [FlatTable.Choice] = []
  private(set) var longLiterals: [FlatTable.LongLiteral] = []
  private(set) var automata: [DFA] = []
  private(set) var leaves: [FlatTable.Leaf] = []
  private(set) var leafLists: [Range<Int>] = []
  private let trie: RouteTrie
  private let routes: [TableRoute]
  private let variants: [TableVariant]
  private let precedence: RoutePrecedence
  /// The greatest `order` of a variant at or below each node; computed when first needed.
  private var worstOrders: [Int] = []
  private var automataByExpression: [Expression: Int?] = [:]
  private var automataByType: [ValueType: Int?] = [:]
  /// The number of pairs of pieces that may still be compared; then nodes are left to the tree.
  private var comparisonsLeft = 2_000
  /// The steps that building automata may still take; then expressions are left to the tree.
  private var stepsLeft = Limits.automataStepsMax
  /// The key of each literal text; `nil` if it is too long for one.
  private let keysOfTexts: [(low: UInt64, high: UInt64)?]
  /// The keyed children of the current node.
  private var keys: [(low: UInt64, high: UInt64, child: Int)] = []
  /// Nodes whose records are allocated but not filled.
  private var pending: [(node: Int, record: Int)] = []

  init(
    _ trie: RouteTrie, routes: [TableRoute], variants: [TableVariant],
    _ precedence: RoutePrecedence
  ) {
    self.trie = trie
    self.routes = routes
    self.variants = variants
    self.precedence = precedence
    keysOfTexts = (0..<trie.textCount).map { FlatRecord.key(of: trie.text($0)) }
    // Most tables need less.
    memory = FlatMemory(capacity: trie.nodeCount * 2 + 2)
  }

  mutating func build() {
    let dead = memory.append(count: 1)
    memory[dead].other = FlatRecord.dead
    pending.append((0, memory.append(count: 1)))
    while let (node, record) = pending.popLast() { fill(record, with: trie.node(node)) }
  }

  private mutating func findWorstOrders() {
    worstOrders = [Int](repeating: -1, count: trie.nodeCount)
    // Children follow their parents.
    for index in (0..<trie.nodeCount).reversed() {
      let node = trie.node(index)
      var worst = -1
      for edge in trie.literals[node.literals] { worst = max(worst, worstOrders[Int(edge.child)]) }
      for edge in trie.literals[node.folded] { worst = max(worst, worstOrders[Int(edge.child)]) }
      for place in node.pieces { worst = max(worst, worstOrders[trie.pieces[place].child]) }
      for place in node.rests { worst = max(worst, trie.rests[place].order) }
      for place in node.leaves { worst = max(worst, trie.leaves[place].order) }
      worstOrders[index] = worst
    }
  }

  private mutating func fill(_ index: Int, with node: RouteTrie.Node) {
    let first = pending.count
    if !node.leaves.isEmpty { memory[index].leaf = leaf(of: trie.leaves[node.leaves]) }
    let long = longLiterals(node.literals)
    let isProbed = addLiterals(node.literals, to: index)
    if long.isEmpty, node.folded.isEmpty, node.rests.isEmpty, node.pieces.count <= 1,
      node.pieces.allSatisfy({ isFree(trie.pieces[$0].matcher) })
    {
      if let piece = node.pieces.first {
        memory[index].other = add(child: trie.pieces[piece].child)
      }
      if isProbed { memory[index].other |= FlatRecord.probed }
    } else {
      addBranch(node, long: long, isProbed: isProbed, to: index)
    }
    pending[first...].reverse()
  }

  /// The literals that have no key: a node's are sorted by length.
  private func longLiterals(_ edges: Range<Int>) -> Range<Int> {
    var start = edges.upperBound
    while start > edges.lowerBound,
      keysOfTexts[Int(trie.literals[start - 1].text)] == nil
    {
      start -= 1
    }
    return start..<edges.upperBound
  }

  private func isFree(_ matcher: SegmentMatcher) -> Bool {
    if case .free = matcher { true } else { false }
  }

  /// Allocates the record of a child and returns its offset in bytes.
  private mutating func add(child: Int) -> UInt32 {
    let record = memory.append(count: 1)
    pending.append((child, record))
    return UInt32(truncatingIfNeeded: record * FlatRecord.size)
  }

  // MARK: Literals

  /// Puts the children under literals that have a key into a table.
  ///
  /// - Returns: Whether the table is probed, because no hash was found that separates all children.
  private mutating func addLiterals(_ edges: Range<Int>, to index: Int) -> Bool {
    guard !edges.isEmpty else { return false }
    keys.removeAll(keepingCapacity: true)
    for place in edges {
      let edge = trie.literals[place]
      guard let key = keysOfTexts[Int(edge.text)] else { continue }
      keys.append((key.low, key.high, Int(edge.child)))
    }
    guard !keys.isEmpty else { return false }
    // Most nodes have one child.
    let form =
      keys.count == 1
      ? LiteralTableForm()
      : LiteralTableForm(
        of: keys.map { FlatRecord.hash($0.low, $0.high) },
        isNearRoot: memory.count < Self.nearRootMax)
    let start = memory.append(count: form.count)
    memory[index].mask = UInt32(truncatingIfNeeded: (form.count - 1) * FlatRecord.size)
    memory[index].place = UInt32(truncatingIfNeeded: start * FlatRecord.size) | form.shift
    for (low, high, child) in keys {
      let hash = FlatRecord.hash(low, high) >> form.shift
      var place = Int(hash & memory[index].mask) / FlatRecord.size
      while memory[start + place].low != 0 { place = (place + 1) & (form.count - 1) }
      memory[start + place].low = low
      memory[start + place].high = high
      pending.append((child, start + place))
    }
    return form.isProbed
  }

  /// A node within this many records of the start is near the root: 64 KiB.
  private static let nearRootMax = 2048

  // MARK: Everything else

  private mutating func addBranch(
    _ node: RouteTrie.Node, long: Range<Int>, isProbed: Bool, to index: Int
  ) {
    guard let sorted = orderedChoices(of: node), isClear(node) else {
      memory[index].other = FlatRecord.unordered
      return
    }
    let longStart = longLiterals.count
    for place in long { addLong(trie.literals[place]) }
    let foldedStart = longLiterals.count
    for place in node.folded { addLong(trie.literals[place]) }
    let start = choices.count
    for (kind, child, leaf) in sorted {
      let target = child.map { add(child: $0) } ?? list(of: leaf.map { [$0] } ?? [])
      choices.append(FlatTable.Choice(kind: kind, target: target))
    }
    branches.append(
      FlatTable.Branch(
        isProbed: isProbed, longLiterals: longStart..<foldedStart,
        foldedLiterals: foldedStart..<longLiterals.count, choices: start..<choices.count))
    memory[index].other =
      UInt32(truncatingIfNeeded: (branches.count - 1) << 5) | FlatRecord.branch
  }

  private mutating func addLong(_ edge: RouteTrie.LiteralEdge) {
    longLiterals.append(
      FlatTable.LongLiteral(text: Array(trie.text(of: edge)), child: add(child: Int(edge.child))))
  }

  /// Whether no literal is also a folded one.
  private func isClear(_ node: RouteTrie.Node) -> Bool {
    guard !node.folded.isEmpty, !node.literals.isEmpty else { return true }
    let folded = Set(node.folded.map { Array(trie.text(of: trie.literals[$0])) })
    return !node.literals.contains {
      folded.contains(trie.text(of: trie.literals[$0]).map { $0.folded })
    }
  }

  /// A piece or a rest of a node, with the range of ranks at and below it.
  private struct Alternative {
    let place: Int
    let isRest: Bool
    let ranks: ClosedRange<Int>
  }

  /// Pieces and rests, best first; `nil` if two that can share a link have overlapping ranks, or
  /// one has no automaton.
  private mutating func orderedChoices(
    of node: RouteTrie.Node
  ) -> [(FlatTable.Choice.Kind, child: Int?, leaf: RouteTrie.Leaf?)]? {
    if worstOrders.isEmpty { findWorstOrders() }
    var found = node.pieces.map { place in
      let child = trie.pieces[place].child
      return Alternative(
        place: place, isRest: false,
        ranks: trie.node(child).bestOrder...worstOrders[child])
    }
    found += node.rests.map { place in
      let order = trie.rests[place].order
      return Alternative(place: place, isRest: true, ranks: order...order)
    }
    let sorted = found.map { (alternative: $0, level: level(of: $0)) }.inOrder { left, right in
      let (one, other) = (left.alternative.ranks, right.alternative.ranks)
      return (one.lowerBound, one.upperBound, left.level)
        < (other.lowerBound, other.upperBound, right.level)
    }
    found = sorted.map { $0.alternative }
    // The index of the next choice must fit into a step.
    guard found.count < UInt16.max, areInTurn(found) else { return nil }
    var result: [(FlatTable.Choice.Kind, child: Int?, leaf: RouteTrie.Leaf?)] = []
    for alternative in found {
      if alternative.isRest {
        let leaf = trie.rests[alternative.place]
        guard let kind = kind(of: variants[leaf.variant].rest) else { return nil }
        result.append((kind, nil, leaf))
      } else {
        let piece = trie.pieces[alternative.place]
        guard let kind = kind(of: piece.matcher) else { return nil }
        result.append((kind, piece.child, nil))
      }
    }
    return result
  }

  /// Whether each precedes the next, except for pieces that share no segment.
  private mutating func areInTurn(_ sorted: [Alternative]) -> Bool {
    var worst = -1
    for (index, later) in sorted.enumerated() {
      if worst >= later.ranks.lowerBound {
        for earlier in sorted[..<index]
        where earlier.ranks.upperBound >= later.ranks.lowerBound {
          guard precedes(earlier, later) || areApart(earlier, later) else { return false }
        }
      }
      worst = max(worst, later.ranks.upperBound)
    }
    return true
  }

  /// Whether the last order of one is the first of the other, and every route of that order in one
  /// precedes those in the other.
  private func precedes(_ one: Alternative, _ other: Alternative) -> Bool {
    let order = one.ranks.upperBound
    guard !precedence.isEmpty, order == other.ranks.lowerBound,
      let firsts = routes(of: order, in: one), let seconds = routes(of: order, in: other)
    else { return false }
    return firsts.allSatisfy { first in seconds.allSatisfy { precedence.precedes(first, $0) } }
  }

  /// The least level of its routes of the best order.
  private func level(of alternative: Alternative) -> Int {
    guard !precedence.isEmpty,
      let routes = routes(of: alternative.ranks.lowerBound, in: alternative)
    else { return 0 }
    return routes.map(precedence.level).min() ?? 0
  }

  /// The routes with variants of an order; nil if they are too many to compare.
  private func routes(of order: Int, in alternative: Alternative) -> [Int]? {
    alternative.isRest
      ? [trie.rests[alternative.place].route]
      : trie.routes(ofOrder: order, from: trie.pieces[alternative.place].child, nodesMax: 64)
  }

  /// Not inlined: in the loops of `areInTurn`, the search took the optimizer 8 s.
  @inline(never)
  private mutating func areApart(_ first: Alternative, _ second: Alternative) -> Bool {
    guard !first.isRest, !second.isRest, comparisonsLeft > 0 else { return false }
    comparisonsLeft -= 1
    guard
      let one = kind(of: trie.pieces[first.place].matcher).flatMap({ automaton(of: $0) }),
      let other = kind(of: trie.pieces[second.place].matcher).flatMap({ automaton(of: $0) })
    else { return false }
    return !automata[one].shares(aTextWith: automata[other])
  }

  private mutating func automaton(of kind: FlatTable.Choice.Kind) -> Int? {
    switch kind {
    case .automaton(let index): index
    case .int: automaton(of: ValueType.int)
    case .uint: automaton(of: ValueType.uint)
    case .free, .all, .rest: nil
    }
  }

  private mutating func kind(of matcher: SegmentMatcher) -> FlatTable.Choice.Kind? {
    switch matcher {
    case .literal, .foldedLiteral: nil
    case .free: .free
    case .typed(.int): .int
    case .typed(.uint): .uint
    case .typed(let type): automaton(of: type).map { .automaton($0) }
    case .piece(let expression, let program):
      automaton(of: expression, program).map { .automaton($0) }
    }
  }

  private mutating func kind(of rest: TableVariant.Rest?) -> FlatTable.Choice.Kind? {
    switch rest {
    case nil: return nil
    case .all: return .all
    case .program(let program):
      return add(DFA(NFA(program), stepsLeft: &stepsLeft)).map { .rest($0) }
    }
  }

  private mutating func automaton(of type: ValueType) -> Int? {
    if let known = automataByType[type] { return known }
    let found = add(type.automaton)
    automataByType[type] = .some(found)
    return found
  }

  private mutating func automaton(of expression: Expression, _ program: Program) -> Int? {
    if let known = automataByExpression[expression] { return known }
    let found = add(DFA(NFA(program), stepsLeft: &stepsLeft))
    automataByExpression[expression] = .some(found)
    return found
  }

  private mutating func add(_ automaton: DFA?) -> Int? {
    guard let automaton else { return nil }
    automata.append(automaton)
    return automata.count - 1
  }

  // MARK: Leaves

  /// The `leaf` of a record for the variants that end at its node.
  private mutating func leaf(of found: ArraySlice<RouteTrie.Leaf>) -> UInt32 {
    guard let first = found.first else { return 0 }
    if found.count == 1, !first.hasConditions, first.isUnderEveryBase {
      return UInt32(truncatingIfNeeded: first.variant + 1)
    }
    return list(of: found) | FlatRecord.leafList
  }

  private mutating func list(of found: some Collection<RouteTrie.Leaf>) -> UInt32 {
    let start = leaves.count
    let sorted =
      precedence.isEmpty ? Array(found) : found.inOrder { key(of: $0) < key(of: $1) }
    for (index, leaf) in sorted.enumerated() {
      let route = routes[leaf.route]
      let mayTie = sorted[(index + 1)...].lazy.prefix { $0.order == leaf.order }.contains {
        $0.route != leaf.route && !precedence.precedes(leaf.route, $0.route)
      }
      leaves.append(
        FlatTable.Leaf(
          variant: UInt32(truncatingIfNeeded: leaf.variant), route: leaf.route, order: leaf.order,
          isUnderBase: route.isUnderEveryBase ? [] : route.isUnderBase,
          hasConditions: leaf.hasConditions, mayTie: mayTie))
    }
    leafLists.append(start..<leaves.count)
    return UInt32(truncatingIfNeeded: leafLists.count - 1)
  }

  /// Leaves in ascending order of it are best first.
  private func key(of leaf: RouteTrie.Leaf) -> (Int, Int, Int) {
    (leaf.order, precedence.level(of: leaf.route), leaf.variant)
  }
}
