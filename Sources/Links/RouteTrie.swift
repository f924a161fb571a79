/// All variants of a table as a tree over segments, flattened into arrays.
///
/// Every node is reached by one way only, and every step reads one segment, so a lookup visits a
/// node at most once. Each node knows the best precedence below it, which prunes the search.
///
/// A class, because lookups hold on to it and copy none of its arrays.
final class RouteTrie: Sendable {
  struct Node: Sendable {
    var literals = 0..<0
    var folded = 0..<0
    var pieces = 0..<0
    var rests = 0..<0
    var leaves = 0..<0
    /// The smallest `order` of a variant that ends at or below this node.
    var bestOrder = Int.max
  }

  /// A literal segment; a node's edges are sorted by length, then bytes.
  struct LiteralEdge: Sendable {
    let bytes: Range<Int>
    let child: Int
  }

  struct PieceEdge: Sendable {
    let matcher: SegmentMatcher
    let child: Int
  }

  /// A variant that ends at a node, or whose rest begins there, with what a lookup asks first.
  struct Leaf: Sendable {
    let variant: Int
    let route: Int
    let order: Int
    /// Whether the route has declared query items, which must be looked at.
    let hasConditions: Bool
  }

  /// The arrays while they grow.
  struct Parts {
    var nodes: [Node] = []
    var literals: [LiteralEdge] = []
    var pieces: [PieceEdge] = []
    var rests: [Leaf] = []
    var leaves: [Leaf] = []
    var text: [UInt8] = []
  }

  let nodes: [Node]
  let literals: [LiteralEdge]
  let pieces: [PieceEdge]
  /// Variants whose rest begins at a node, best first.
  let rests: [Leaf]
  /// Variants that end at a node, best first.
  let leaves: [Leaf]
  /// The text of all literals.
  let text: [UInt8]

  init(_ parts: Parts) {
    nodes = parts.nodes
    literals = parts.literals
    pieces = parts.pieces
    rests = parts.rests
    leaves = parts.leaves
    text = parts.text
  }

  /// The child under a literal segment; `edges` is a node's range of `literals`.
  func child(_ edges: Range<Int>, _ segment: ArraySlice<UInt8>, folding: Bool) -> Int? {
    var low = edges.lowerBound
    var high = edges.upperBound
    while low < high {
      let middle = (low + high) / 2
      let order = compare(literals[middle].bytes, segment, folding: folding)
      if order == 0 { return literals[middle].child }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Negative if the literal precedes the segment, by length, then bytes.
  private func compare(_ literal: Range<Int>, _ segment: ArraySlice<UInt8>, folding: Bool) -> Int {
    guard literal.count == segment.count else { return literal.count - segment.count }
    var index = segment.startIndex
    for place in literal {
      let byte = folding ? segment[index].folded : segment[index]
      if text[place] != byte { return Int(text[place]) - Int(byte) }
      index += 1
    }
    return 0
  }
}
