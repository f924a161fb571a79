import Diagnostics
import Languages

extension RouteTable {
  /// Finds the route that a link opens, and its values, by the tree.
  ///
  /// A whole link is tried under the bases that cover it, the most specific first; an in-app path
  /// is matched against all routes.
  ///
  /// - Parameter base: For an in-app path: only routes under this base (an index of `bases`),
  ///   as when a link under it is redirected to the path.
  /// - Throws: `foreign` for a link under no base, `notFound` where no route accepts it,
  ///   `ambiguous` for an in-app path that ties between routes under different bases.
  /// - Complexity: O(bytes of the link) for each node of the table that the link reaches, which
  ///   without regular expressions is a few; time never grows faster than link × table.
  public func match(_ link: Link, under base: Int? = nil) throws(MatchError) -> RouteMatch {
    var steps = 0
    return try match(link, under: base, stepsLeft: &steps)
  }

  /// The same.
  ///
  /// - Parameter stepsLeft: Reduced by the work: one for each expression and type that a segment or
  ///   a rest is compared with, and `Program.steps(for:)` for those that are run.
  package func match(
    _ link: Link, under base: Int?, stepsLeft: inout Int
  ) throws(MatchError) -> RouteMatch {
    guard link.schemeEnd > 0 else {
      let path = LinkPath(link: link, first: 0)
      guard let match = try match(path, of: link, base: base, &stepsLeft) else {
        throw .notFound(link)
      }
      return match
    }
    var isCovered = false
    for index in basesBySpecificity {
      guard let path = bases[index].shape.path(of: link) else { continue }
      isCovered = true
      if let match = try match(path, of: link, base: index, &stepsLeft) { return match }
    }
    throw isCovered ? .notFound(link) : .foreign(link)
  }

  /// Whether one route alone accepts a link, whatever other routes do. An in-app path needs no
  /// base.
  public func accepts(route: Int, link: Link) -> Bool {
    paths(of: link, for: route).contains { path in
      routes[route].accepts(path.link.query)
        && routes[route].variants.contains { accepts(variants[$0], path) }
    }
  }

  /// Whether a whole link is one of the app's: under a base that names a host or a custom scheme.
  package func isUnderOwnBase(_ link: Link) -> Bool {
    bases.contains { !$0.shape.isOpen && $0.shape.path(of: link) != nil }
  }

  /// The path of a link under each of a route's bases that cover it.
  package func paths(of link: Link, for route: Int) -> [LinkPath] {
    guard link.schemeEnd > 0 else { return [LinkPath(link: link, first: 0)] }
    return bases.indices.compactMap { index in
      routes[route].isUnderBase[index] ? bases[index].shape.path(of: link) : nil
    }
  }

  package func accepts(_ variant: TableVariant, _ path: LinkPath) -> Bool {
    guard path.count >= variant.segments.count else { return false }
    for (index, matcher) in variant.segments.enumerated() {
      guard matcher.accepts(path.bytes(index)) else { return false }
    }
    return acceptsRest(variant, path)
  }

  package func acceptsRest(_ variant: TableVariant, _ path: LinkPath) -> Bool {
    var steps = 0
    return acceptsRest(variant, path, &steps)
  }

  private func acceptsRest(
    _ variant: TableVariant, _ path: LinkPath, _ stepsLeft: inout Int
  ) -> Bool {
    let start = variant.segments.count
    stepsLeft -= 1
    switch variant.rest {
    case nil: return path.count == start
    case .all: return path.count > start
    case .program(let program):
      let symbols = path.symbols(from: start)
      guard program.prefilter.mayAccept(symbols) else { return false }
      stepsLeft -= program.steps(for: symbols.count)
      return program.match(symbols, capturing: false) != nil
    }
  }

  private func match(
    _ path: LinkPath, of link: Link, base: Int?, _ stepsLeft: inout Int
  ) throws(MatchError) -> RouteMatch? {
    var search = Search(path: path, base: base)
    visit(0, depth: 0, &search)
    stepsLeft += search.stepsLeft
    guard let winner = search.winner else { return nil }
    guard search.tied.isEmpty else {
      throw .ambiguous(path.link, routes: search.tied.union([variants[winner].route]).ascending())
    }
    return match(winner, path, of: link, query: search.items ?? path.link.query, base: base)
  }
}

private struct Search {
  let path: LinkPath
  /// The base of the path; `nil` for an in-app path.
  let base: Int?
  /// The variant of the best order so far that accepts the path.
  var winner: Int?
  var bestOrder = Int.max
  /// Other routes of that order that accept it. None of them precedes another or the winner.
  var tied: Set<Int> = []
  /// Minus the work.
  var stepsLeft = 0
  /// The link's query, read when a route first asks for it.
  private(set) var items: [QueryItem]?

  mutating func query() -> [QueryItem] {
    if let items { return items }
    let read = path.link.query
    items = read
    return read
  }
}

extension RouteTable {
  /// Visits variants at and below a node that are as good as the best so far.
  private func visit(_ node: Int, depth: Int, _ search: inout Search) {
    let node = trie.node(node)
    guard node.bestOrder <= search.bestOrder else { return }
    if depth == search.path.count {
      for place in node.leaves { consider(trie.leaves[place], hasRest: false, &search) }
      return
    }
    let segment = search.path.bytes(depth)
    if !node.literals.isEmpty, let child = trie.child(node.literals, segment, folding: false) {
      visit(child, depth: depth + 1, &search)
    }
    if !node.folded.isEmpty, let child = trie.child(node.folded, segment, folding: true) {
      visit(child, depth: depth + 1, &search)
    }
    for place in node.pieces {
      let child = trie.pieces[place].child
      guard trie.node(child).bestOrder <= search.bestOrder else { continue }
      if trie.pieces[place].matcher.accepts(segment, &search.stepsLeft) {
        visit(child, depth: depth + 1, &search)
      }
    }
    for place in node.rests { consider(trie.rests[place], hasRest: true, &search) }
  }

  /// Considers a variant whose segments all matched: checks its rest, base and conditions.
  private func consider(_ leaf: RouteTrie.Leaf, hasRest: Bool, _ search: inout Search) {
    guard leaf.order <= search.bestOrder else { return }
    if let base = search.base, !routes[leaf.route].isUnderBase[base] { return }
    if hasRest, !acceptsRest(variants[leaf.variant], search.path, &search.stepsLeft) { return }
    if leaf.hasConditions, !routes[leaf.route].accepts(search.query()) { return }
    guard leaf.order == search.bestOrder, let winner = search.winner else {
      search.winner = leaf.variant
      search.bestOrder = leaf.order
      search.tied = []
      return
    }
    let route = variants[winner].route
    // Among the variants of one route the first wins: it has more optional parts on the left.
    if route == leaf.route {
      search.winner = min(winner, leaf.variant)
    } else if precedence.isEmpty {
      search.tied.insert(leaf.route)
    } else if !precedence.precedes(route, leaf.route),
      !search.tied.contains(where: { precedence.precedes($0, leaf.route) })
    {
      search.tied = search.tied.filter { !precedence.precedes(leaf.route, $0) }
      if precedence.precedes(leaf.route, route) {
        search.winner = leaf.variant
      } else {
        search.tied.insert(leaf.route)
      }
    }
  }

  /// The routes that accept an in-app link and that no other such route precedes, with the position
  /// of their rank in `ranks`.
  ///
  /// - Parameters:
  ///   - base: Only routes under this base (an index of `bases`); nil for all.
  ///   - stepsLeft: Reduced by the work, as by `match(_:under:stepsLeft:)`.
  package func contenders(
    for link: Link, under base: Int?, stepsLeft: inout Int
  ) -> (order: Int, routes: [Int])? {
    var search = Search(path: LinkPath(link: link, first: 0), base: base)
    visit(0, depth: 0, &search)
    stepsLeft += search.stepsLeft
    guard let winner = search.winner else { return nil }
    return (search.bestOrder, [variants[winner].route] + search.tied.ascending())
  }
}
