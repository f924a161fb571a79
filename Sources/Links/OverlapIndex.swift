/// All variants of a table as a tree over segments: finds those that could share a path with a
/// given one without comparing each with each.
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
    /// The best order at or below this node.
    var bestOrder = Int.max
  }

  struct Piece {
    let matcher: SegmentMatcher
    let outline: TextOutline?
    let child: Int
  }

  private enum Key: Hashable {
    case free, typed(ValueType), piece(Expression)
  }

  private(set) var nodes = [Node()]
  private let variants: [TableVariant]
  private let orders: [Int]

  init(_ table: RouteTable) {
    variants = table.variants
    orders = table.orders
    var pieces: [[Key: Int]] = [[:]]
    for index in variants.indices { insert(index, &pieces) }
  }

  private mutating func insert(_ index: Int, _ pieces: inout [[Key: Int]]) {
    var node = 0
    for matcher in variants[index].segments {
      nodes[node].bestOrder = min(nodes[node].bestOrder, orders[index])
      node = child(of: node, matcher, &pieces)
    }
    nodes[node].bestOrder = min(nodes[node].bestOrder, orders[index])
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
    nodes[node].pieces.append(
      Piece(matcher: matcher, outline: matcher.outline, child: nodes.count))
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
    _ = visit(0, depth: 0, variant, maxOrder, body)
  }

  /// False once `body` has said no.
  private func visit(
    _ node: Int, depth: Int, _ variant: TableVariant, _ maxOrder: Int, _ body: (Int) -> Bool
  ) -> Bool {
    let found = nodes[node]
    guard found.bestOrder <= maxOrder else { return true }
    func tell(_ indices: [Int]) -> Bool {
      for index in indices where orders[index] <= maxOrder {
        guard body(index) else { return false }
      }
      return true
    }
    guard depth < variant.segments.count else {
      guard variant.rest != nil else { return tell(found.ends) }
      // The rest takes one segment or more.
      guard tell(found.rests) else { return false }
      return children(of: found).allSatisfy { visitAll($0, maxOrder, tell) }
    }
    guard tell(found.rests) else { return false }
    return children(of: found, meeting: variant.segments[depth]).allSatisfy {
      visit($0, depth: depth + 1, variant, maxOrder, body)
    }
  }

  private func visitAll(_ node: Int, _ maxOrder: Int, _ tell: ([Int]) -> Bool) -> Bool {
    let found = nodes[node]
    guard found.bestOrder <= maxOrder else { return true }
    guard tell(found.ends), tell(found.rests) else { return false }
    return children(of: found).allSatisfy { visitAll($0, maxOrder, tell) }
  }

  private func children(of node: Node) -> [Int] {
    (Array(node.literals.values) + node.folded.values + node.pieces.map(\.child)).sorted()
  }

  private func children(of node: Node, meeting matcher: SegmentMatcher) -> [Int] {
    switch matcher {
    case .literal(let bytes):
      var result = node.literals[bytes].map { [$0] } ?? []
      if let child = node.folded[bytes.map(\.folded)] { result.append(child) }
      return result + node.pieces.filter { $0.matcher.accepts(bytes[...]) }.map(\.child)
    case .foldedLiteral(let bytes):
      // A piece may take some spellings of it and not others.
      let literals = node.literals.filter { $0.key.map(\.folded) == bytes }.map(\.value).sorted()
      return literals + (node.folded[bytes].map { [$0] } ?? []) + node.pieces.map(\.child)
    case .free: return children(of: node)
    case .typed, .piece:
      let literals = node.literals.filter { matcher.accepts($0.key[...]) }.map(\.value).sorted()
      let outline = matcher.outline
      return literals + node.folded.values.sorted()
        + node.pieces.filter { piece in
          guard let outline, let other = piece.outline else { return true }
          return outline.mayMeet(other)
        }.map(\.child)
    }
  }
}

extension SegmentMatcher {
  /// What is known at once of an expression's texts; nil for everything else.
  fileprivate var outline: TextOutline? {
    if case .piece(_, let program) = self { program.outline } else { nil }
  }
}
