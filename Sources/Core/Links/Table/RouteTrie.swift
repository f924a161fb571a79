import Diagnostics

/// All variants of a table as a tree over segments, flattened into arrays.
///
/// One path leads to each node, and every step reads one segment, so a lookup visits a node at most
/// once. Each node has the best precedence below it, which prunes the search.
///
/// A class, so that lookups retain one object and none of its arrays.
package final class RouteTrie: Sendable {
  /// The contents of a node, as ranges of the arrays below.
  package struct Node {
    package let literals: Range<Int>
    package let folded: Range<Int>
    package let pieces: Range<Int>
    package let rests: Range<Int>
    package let leaves: Range<Int>
    /// The smallest `order` of a variant that ends at or below this node.
    let bestOrder: Int
  }

  /// The start of a node's range in each array; it ends at the start of the next node.
  struct Start: Sendable {
    var literals: Int32
    var folded: Int32
    var pieces: Int32
    var rests: Int32
    var leaves: Int32
    var bestOrder = Int32.max
  }

  /// A literal segment; a node's edges are sorted by text.
  package struct LiteralEdge: Sendable {
    /// The index of its text; texts are sorted by length, then bytes.
    let text: Int32
    package let child: Int32
  }

  package struct PieceEdge: Sendable {
    package let matcher: SegmentMatcher
    package let child: Int
  }

  /// A variant that ends at a node, or whose rest begins there, with what a lookup checks first.
  package struct Leaf: Sendable {
    private let numbers: (variant: Int32, route: Int32, order: Int32)
    /// Whether the route has declared query items.
    let hasConditions: Bool
    let isUnderEveryBase: Bool

    package var variant: Int { Int(numbers.variant) }
    var route: Int { Int(numbers.route) }
    var order: Int { Int(numbers.order) }

    init(variant: Int, route: Int, order: Int, hasConditions: Bool, isUnderEveryBase: Bool) {
      numbers = (
        Int32(row: variant), Int32(row: route),
        Int32(row: order)
      )
      self.hasConditions = hasConditions
      self.isUnderEveryBase = isUnderEveryBase
    }
  }

  struct Parts {
    let texts: SortedMatchers
    /// One per node, and one after the last.
    var starts: [Start] = []
    var literals: [LiteralEdge] = []
    var pieces: [PieceEdge] = []
    var rests: [Leaf] = []
    var leaves: [Leaf] = []

    init(_ texts: SortedMatchers) {
      self.texts = texts
    }

    /// The start of the next node.
    var end: Start {
      Start(
        literals: Int32(row: literals.count),
        folded: Int32(row: literals.count),
        pieces: Int32(row: pieces.count),
        rests: Int32(row: rests.count),
        leaves: Int32(row: leaves.count))
    }
  }

  package let literals: [LiteralEdge]
  package let pieces: [PieceEdge]
  /// Variants whose rest begins at a node, best first.
  package let rests: [Leaf]
  /// Variants that end at a node, best first.
  package let leaves: [Leaf]
  /// One per node, and one after the last.
  private let starts: [Start]
  /// The texts of all literals, concatenated.
  private let text: [UInt8]
  private let textStarts: [Int32]

  init(_ parts: Parts) {
    literals = parts.literals
    pieces = parts.pieces
    rests = parts.rests
    leaves = parts.leaves
    starts = parts.starts
    text = parts.texts.text
    textStarts = parts.texts.starts
  }

  package var nodeCount: Int { starts.count - 1 }

  /// A node; the root is 0.
  package func node(_ index: Int) -> Node {
    let start = starts[index]
    let end = starts[index + 1]
    return Node(
      literals: Int(start.literals)..<Int(start.folded),
      folded: Int(start.folded)..<Int(end.literals),
      pieces: Int(start.pieces)..<Int(end.pieces), rests: Int(start.rests)..<Int(end.rests),
      leaves: Int(start.leaves)..<Int(end.leaves), bestOrder: Int(start.bestOrder))
  }

  /// The routes of the variants of an order that end at or below a node.
  ///
  /// - Returns: Nil if more than `nodesMax` nodes would have to be visited.
  func routes(ofOrder order: Int, from first: Int, nodesMax: Int) -> [Int]? {
    var found: [Int] = []
    var nodes = [first]
    var next = 0
    while next < nodes.count {
      guard nodes.count <= nodesMax else { return nil }
      let node = node(nodes[next])
      next += 1
      guard node.bestOrder <= order else { continue }
      for leaf in leaves[node.leaves] where leaf.order == order { found.append(leaf.route) }
      for leaf in rests[node.rests] where leaf.order == order { found.append(leaf.route) }
      nodes += literals[node.literals.lowerBound..<node.folded.upperBound].map { Int($0.child) }
      nodes += pieces[node.pieces].map { $0.child }
    }
    return found
  }

  package func text(of edge: LiteralEdge) -> ArraySlice<UInt8> { text(Int(edge.text)) }

  @inline(__always)
  func text(_ place: Int) -> ArraySlice<UInt8> {
    text[Int(textStarts[place])..<Int(textStarts[place + 1])]
  }

  var textCount: Int { textStarts.count - 1 }

  /// The child under a literal segment; `edges` is a node's range of `literals`.
  package func child(_ edges: Range<Int>, _ segment: ArraySlice<UInt8>, folding: Bool) -> Int? {
    position(of: segment, in: edges, folding: folding) { text(of: literals[$0]) }
      .map { Int(literals[$0].child) }
  }
}

/// The position of a segment among literals that are sorted by length, then bytes.
@inline(__always)
func position<Literal: Collection<UInt8>>(
  of segment: some Collection<UInt8>, in literals: Range<Int>, folding: Bool,
  literal: (Int) -> Literal
) -> Int? {
  var low = literals.lowerBound
  var high = literals.upperBound
  while low < high {
    let middle = (low + high) / 2
    let order = compare(literal(middle), segment, folding: folding)
    if order == 0 { return middle }
    if order < 0 { low = middle + 1 } else { high = middle }
  }
  return nil
}

/// Negative if the literal precedes the segment.
@inline(__always)
private func compare(
  _ literal: some Collection<UInt8>, _ segment: some Collection<UInt8>, folding: Bool
) -> Int {
  guard literal.count == segment.count else { return literal.count - segment.count }
  for (wanted, byte) in zip(literal, segment) {
    let byte = folding ? byte.folded : byte
    if wanted != byte { return Int(wanted) - Int(byte) }
  }
  return 0
}
