import Links

/// Looks for a path with which a lookup tries as much as it can: segment by segment the text that
/// leads to the most, by what can be tried behind it. No such search is complete; each result is
/// counted by `OverlapIndex.tries(of:)`.
struct SlowPathSearch {
  private let nodes: [OverlapIndex.Node]
  /// What is tried at most from each node on.
  private var triesBelow: [Int]
  /// Expressions that may still be tried or compared.
  private var stepsLeft = 200_000

  init(_ index: OverlapIndex) {
    nodes = index.nodes
    triesBelow = [Int](repeating: 1, count: nodes.count)
    // Children stand behind their parents.
    for (place, node) in nodes.enumerated().reversed() {
      let pieces = node.pieces.map { triesBelow[$0.child] }.reduce(0, +)
      let literals = [node.literals, node.folded].map { children in
        children.values.map { triesBelow[$0] }.max() ?? 0
      }
      triesBelow[place] = 1 + pieces + literals.reduce(0, +)
    }
  }

  /// The segments of the path.
  mutating func path() -> [[UInt8]] {
    var path: [[UInt8]] = []
    var reached = [0]
    while true {
      var best: (text: [UInt8], children: [Int], weight: Int)?
      for text in texts(at: reached) where stepsLeft > 0 {
        let children = reached.flatMap { self.children(of: $0, text) }
        let weight = children.map { triesBelow[$0] }.reduce(0, +)
        if weight > best?.weight ?? 0 { best = (text, children, weight) }
      }
      guard let best else { return path }
      path.append(best.text)
      reached = Array(best.children.sorted { triesBelow[$0] > triesBelow[$1] }.prefix(nodesMax))
    }
  }

  private mutating func children(of node: Int, _ text: [UInt8]) -> [Int] {
    let node = nodes[node]
    stepsLeft -= node.pieces.count + 1
    var children = node.pieces.filter { $0.matcher.accepts(text[...]) }.map(\.child)
    if let child = node.literals[text] { children.append(child) }
    if let child = node.folded[text.map(\.folded)] { children.append(child) }
    return children
  }

  /// Texts that lead on from some nodes: their literals, one text for each of their expressions and
  /// types, and one for each two of those that share any.
  private mutating func texts(at reached: [Int]) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    for place in reached.prefix(sampledNodesMax) {
      for children in [nodes[place].literals, nodes[place].folded] {
        let sorted = children.sorted { one, two in
          let (left, right) = (triesBelow[one.value], triesBelow[two.value])
          return left == right ? one.key.lexicographicallyPrecedes(two.key) : left > right
        }
        texts += sorted.prefix(1).map(\.key)
      }
      let pieces = nodes[place].pieces.map(\.matcher).prefix(sampledPiecesMax)
      texts += pieces.compactMap { $0.sample(0) }
      let automata = pieces.compactMap(\.automaton)
      for (number, one) in automata.enumerated() {
        for other in automata[number...] {
          var search = OverlapSearch(one, other, stepsLeft: min(stepsLeft, 2_000))
          stepsLeft -= 1
          guard let path = search.shortest(from: .path) else { continue }
          texts.append(path.dropFirst().map { UInt8(truncatingIfNeeded: $0) })
        }
      }
    }
    return texts
  }
}

/// Nodes that are followed at once.
private let nodesMax = 64

/// Nodes and their expressions of which texts are looked for.
private let sampledNodesMax = 4
private let sampledPiecesMax = 8

extension SegmentMatcher {
  /// Of a segment with the slash before it; nil for those of which every text is known.
  fileprivate var automaton: Closures? {
    switch self {
    case .literal, .foldedLiteral, .free: nil
    case .typed(let type): Self.automaton(of: type.expression(inPath: true))
    case .piece(let expression, _): Self.automaton(of: expression)
    }
  }

  private static func automaton(of expression: Expression) -> Closures {
    Closures(Program(.sequence([.symbols(SymbolSet(separator)), expression])))
  }
}
