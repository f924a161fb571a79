import Diagnostics
import Languages
import Links
package import RouteProofs

extension RouteSurvey {
  /// A link that is slow to look up.
  package struct Slowest {
    package let link: String
    /// A route at the end of one of the branches that the lookup visits.
    package let route: Int
    /// The number of nodes, expressions and types that its lookup tries; each takes about
    /// `Limits.tryNanoseconds`.
    package let tries: Int
  }

  /// The slowest of a sample link of each route and one link built to be slow; nil if the table has
  /// no routes.
  ///
  /// - Complexity: O(routes × tries of a lookup); stops at the first link with more than `enough`.
  package func slowest(enough: Int) -> Slowest? {
    var slowest: Slowest?
    var routes = Array(table.routes.indices)
    var search = SlowPathSearch(table.trie)
    if let end = search.end {
      let route = table.variants[end].route
      routes.insert(route, at: 0)
      let path = search.path().flatMap { [separator] + $0.map { Symbol($0) } }
      slowest = measured(path, route)
    }
    for route in routes where slowest?.tries ?? 0 <= enough {
      guard let variant = table.routes[route].variants.last,
        let path = samplePath(of: variant, 0), let found = measured(path, route)
      else { continue }
      if found.tries > slowest?.tries ?? 0 { slowest = found }
    }
    return slowest
  }

  private func measured(_ path: [Symbol], _ route: Int) -> Slowest? {
    let text = link(path, plainQuery(of: route) ?? [], base: nil)
    guard let read = try? Link(text) else { return nil }
    return Slowest(
      link: text, route: route, tries: table.trie.tries(of: LinkPath(link: read, first: 0)))
  }

  /// A route with an expression that is run as an NFA, because its DFA would be too large.
  package struct Stepwise {
    package let link: String
    package let route: Int
    /// The number of states that it can be in at once; some texts may lead to more.
    package let states: Int

    /// The approximate time for the longest link.
    package var nanoseconds: Int { states * Links.Limits.linkBytesMax * Limits.stateNanoseconds }
  }

  /// Every route with such an expression that can be in many states at once, with its worst one, as
  /// far as the steps suffice.
  package func stepwise() -> [Stepwise] {
    var known: [Expression: Int] = [:]
    return table.routes.indices.compactMap { route in
      var worst: (states: Int, variant: Int)?
      for variant in table.routes[route].variants {
        for (expression, program) in table.variants[variant].programs {
          let states = known[expression] ?? program.statesAtOnce(&stepsLeft)
          known[expression] = states
          if states >= manyStates, states > worst?.states ?? 0 { worst = (states, variant) }
        }
      }
      guard let (states, variant) = worst, let path = samplePath(of: variant, 0) else { return nil }
      let text = link(path, plainQuery(of: route) ?? [], base: nil)
      return Stepwise(link: text, route: route, states: states)
    }
  }
}

/// With fewer states at once, an expression adds little to the lookup of a link of usual length.
private let manyStates = 10

/// The most states that are visited to find how many a run is in at once: at most a second of work.
private let statesVisitedMax = 100_000

extension TableVariant {
  fileprivate var programs: [(Expression, Program)] {
    var found: [(Expression, Program)] = segments.compactMap { matcher in
      guard case .piece(let expression, let program) = matcher else { return nil }
      return (expression, program)
    }
    if case .program(let program)? = rest { found.append((expression, program)) }
    return found
  }
}

extension Program {
  /// The number of states that a run can be in at once, following the symbol that leads to the
  /// most; 1 if there is a DFA, or if the steps run out while it is built.
  fileprivate func statesAtOnce(_ stepsLeft: inout Int) -> Int {
    let readers = instructions.count { if case .symbols = $0 { true } else { false } }
    let program = NFA(self)
    guard readers >= manyStates, stepsLeft > 0, DFA(program, stepsLeft: &stepsLeft) == nil,
      stepsLeft > 0
    else { return 1 }
    let automaton = NFASet([program])
    var states = automaton.start
    var most = states.count
    let end = stepsLeft - statesVisitedMax
    while stepsLeft > max(0, end) {
      stepsLeft -= states.count
      let sets = Set(states.compactMap(automaton.set))
      let next = sets.compactMap(WellFormedness.mostReadable(of:)).map {
        automaton.step(states, $0)
      }
      guard let largest = next.max(by: { $0.count < $1.count }), !largest.isEmpty else { break }
      states = largest
      most = max(most, states.count)
    }
    return most
  }
}

extension RouteTrie {
  /// The number of nodes, expressions and types that a lookup of a path tries.
  fileprivate func tries(of path: LinkPath) -> Int { tries(of: path, 0, depth: 0) }

  private func tries(of path: LinkPath, _ index: Int, depth: Int) -> Int {
    guard depth < path.count else { return 1 }
    let found = children(of: index, path.bytes(depth))
    return 1 + node(index).pieces.count - found.pieces.count
      + (found.pieces + found.literals).reduce(0) { $0 + tries(of: path, $1, depth: depth + 1) }
  }

  /// The children that a segment leads to.
  fileprivate func children(
    of index: Int, _ segment: ArraySlice<UInt8>
  ) -> (pieces: [Int], literals: [Int]) {
    let node = node(index)
    return (
      pieces[node.pieces].filter { $0.matcher.accepts(segment) }.map { $0.child },
      [
        child(node.literals, segment, folding: false), child(node.folded, segment, folding: true),
      ].compactMap { $0 }
    )
  }
}

/// Searches for a path whose lookup tries as much as possible: segment by segment, the text that
/// leads to the nodes with the most below them. A heuristic; `RouteTrie.tries(of:)` counts the
/// tries of its result.
private struct SlowPathSearch {
  private let trie: RouteTrie
  private let branches: HeaviestBranches
  /// The number of expressions that may still be tried or compared.
  private var stepsLeft = 200_000

  init(_ trie: RouteTrie) {
    self.trie = trie
    branches = HeaviestBranches(trie)
  }

  /// The variant at the end of the heaviest branch.
  var end: Int? { branches[0].variant }

  mutating func path() -> [[UInt8]] {
    var path: [[UInt8]] = []
    var reached = [0]
    while true {
      var best: (text: [UInt8], children: [Int], weight: Int)?
      for text in texts(at: reached) where stepsLeft > 0 {
        let children = reached.flatMap { node in
          stepsLeft -= trie.node(node).pieces.count + 1
          let found = trie.children(of: node, text[...])
          return found.pieces + found.literals
        }
        let weight = children.map { branches[$0].tries }.reduce(0, +)
        if weight > best?.weight ?? 0 { best = (text, children, weight) }
      }
      guard let best else { return path }
      path.append(best.text)
      let heaviest = best.children.inOrder { branches[$0].tries > branches[$1].tries }
      reached = Array(heaviest.prefix(nodesMax))
    }
  }

  /// Texts that lead on from some nodes: their literals, one text for each of their expressions and
  /// types, and one for each pair of those that share a text.
  private mutating func texts(at reached: [Int]) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    for number in reached.prefix(sampledNodesMax) {
      let node = trie.node(number)
      for edges in [node.literals, node.folded] {
        if let most = branches.heaviestChild(edges) { texts.append(Array(trie.text(of: most))) }
      }
      let pieces = trie.pieces[node.pieces].map { $0.matcher }.prefix(sampledPiecesMax)
      texts += pieces.compactMap { $0.sample(0) }
      let automata = pieces.compactMap { $0.automaton }
      for (first, one) in automata.enumerated() {
        for other in automata[first...] {
          var search = OverlapSearch(one, other, stepsLeft: min(stepsLeft, 2_000))
          stepsLeft -= 1
          guard let path = search.shortest() else { continue }
          texts.append(path.dropFirst().map { UInt8(truncatingIfNeeded: $0) })
        }
      }
    }
    return texts
  }
}

private let nodesMax = 64

private let sampledNodesMax = 4
private let sampledPiecesMax = 8

extension SegmentMatcher {
  /// The automaton of the slash and the segment after it; nil for matchers whose texts are known.
  fileprivate var automaton: NFA? {
    switch self {
    case .literal, .foldedLiteral, .free: nil
    case .typed(let type): Self.automaton(of: type.expression(inPath: true))
    case .piece(let expression, _): Self.automaton(of: expression)
    }
  }

  private static func automaton(of expression: Expression) -> NFA {
    NFA(.sequence([.symbols(SymbolSet(separator)), expression]))
  }
}
