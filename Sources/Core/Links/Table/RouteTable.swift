import Diagnostics

// The route table and its lookup.
//
//     routes                         tree, a segment per edge, best child first
//     /                              root ─┬─ (end) ───────────────────────── /
//     /users/me                            ├─ users ─┬─ me ── (end) ───────── /users/me
//     /users/:id/posts                     │         └─ :id ── posts ─(end)── /users/:id/posts
//     /:page                               ├─ files ── * (the rest) ───────── /files/*
//     /files/*                             └─ :page ── (end) ──────────────── /:page
//
// Precedence, segment by segment from the left: a literal, then a typed parameter or one with an
// expression, then a free parameter, then a repeated one, then a wildcard. Within a segment the one
// with more literal bytes wins, then the narrower type; then the longer route; then more required
// query items. Among routes that still tie, one whose links are all links of the other wins. The
// order in which the routes were given never matters (docs/route-files.md).
//
// The walk takes the best child that accepts the segment, and backtracks if nothing is found:
//
//     /users/me/posts:  users → me → no child `posts`, back
//                             → :id → posts → end: /users/:id/posts, id = me
//
// One path leads to each node, so a walk visits a node at most once.
//
// Two forms of one table give the same answer:
//
// - `RouteTrie`, the tree, reads any link, checks all of it and reports why it opens nothing.
// - `FlatTable` is the same tree as records of 32 bytes in one piece of memory:
//
//       records   … | key, key │ children's place, mask │ other child │ end | …
//
//   A node's literal children are a hash table of records without collisions; `other` is the free
//   parameter, or a `Branch` with expressions, types and rests. A step is one probe and one select
//   without a branch. Values are ranges of the link. A lookup allocates nothing.
//
// `match(_:_:under:)` asks the flat table first, and the tree for the few links left undecided:
// unusual spellings, and nodes whose children can share a link but have no fixed order.

/// Finds the route that a link opens, independent of the order in which the routes were given.
///
///     routes: /users/me  /users/:id  /files/*
///     /users/me        → /users/me
///     /users/42        → /users/:id      id = 42
///     /files/a/b       → /files/*        0 = a/b
///     /users           → notFound
///
/// Two routes that tie in precedence and share a link under a common base are rejected, unless each
/// such link opens a third route. The table is immutable and may be shared between threads.
public final class RouteTable: Sendable {
  /// The tree in flat memory. First, so that it is on the cache line of the object's header.
  let flat: FlatTable
  /// Every base of every route, each once, in the order of the routes.
  public let bases: [Base]
  package let routes: [TableRoute]
  package let variants: [TableVariant]
  package let shared: SharedRows
  /// For each variant the position of its rank in the order of all ranks.
  package let ranks: [Int]
  /// The order of routes whose variants have the same rank.
  package let precedence: RoutePrecedence
  package let trie: RouteTrie
  /// Indices of `bases`, the most specific first.
  package let basesBySpecificity: [Int]

  /// Builds a table without comparing its routes with each other. Only for `RouteProofs` and tests:
  /// all others call `RouteTable(_:)` of `RouteProofs`, which rejects conflicts.
  ///
  /// - Throws: All errors of the routes themselves.
  package convenience init(unchecked specifications: [RouteSpecification]) throws(RouteTableErrors)
  {
    var builder = RouteTableBuilder(specifications)
    builder.compile()
    guard builder.errors.isEmpty else {
      throw RouteTableErrors(
        builder.errors, routes: builder.brokenRoutes, areCompared: false)
    }
    self.init(builder)
  }

  private init(_ builder: borrowing RouteTableBuilder) {
    bases = builder.bases
    shared = SharedRows(builder.rows)
    let shared = shared
    routes = builder.rows.specifications.indices.map { TableRoute(shared, $0) }
    variants = builder.ranks.indices.map { TableVariant(shared, $0) }
    ranks = builder.ranks
    precedence = RoutePrecedence()
    trie = RouteTrieBuilder.trie(of: builder)
    let bases = builder.bases
    basesBySpecificity = bases.indices.inOrder {
      bases[$0].shape.isMoreSpecific(than: bases[$1].shape)
    }
    flat = Self.flatTable(trie, routes, variants, bases, basesBySpecificity, precedence)
  }

  /// The same table with an order of routes whose variants have the same rank.
  package init(_ table: RouteTable, _ precedence: RoutePrecedence) {
    bases = table.bases
    routes = table.routes
    variants = table.variants
    shared = table.shared
    ranks = table.ranks
    self.precedence = precedence
    trie = table.trie
    basesBySpecificity = table.basesBySpecificity
    flat =
      precedence.isEmpty
      ? table.flat
      : Self.flatTable(trie, routes, variants, bases, basesBySpecificity, precedence)
  }

  private static func flatTable(
    _ trie: RouteTrie, _ routes: [TableRoute], _ variants: [TableVariant], _ bases: [Base],
    _ basesBySpecificity: [Int], _ precedence: RoutePrecedence
  ) -> FlatTable {
    var layout = FlatTableBuilder(trie, routes: routes, variants: variants, precedence)
    layout.build()
    return FlatTable(
      layout, routes: routes, variants: variants,
      bases: basesBySpecificity.map { FlatBase(bases[$0].shape, index: $0) })
  }

  package func specification(of route: Int) -> RouteSpecification { routes[route].specification }

  package var routeCount: Int { routes.count }

  /// The bases that a route is under, as indices of `bases`.
  package func bases(of route: Int) -> [Int] {
    let isUnder = routes[route].isUnderBase
    return isUnder.indices.filter { isUnder[$0] }
  }

  /// Whether a variant of another route keeps links that both accept from opening the route of a
  /// variant: it comes first, or ties.
  package func takes(_ other: Int, from variant: Int) -> Bool {
    ranks[other] < ranks[variant]
      || ranks[other] == ranks[variant]
        && !precedence.precedes(variants[variant].route, variants[other].route)
  }

  /// The turn of a variant: variants in ascending order of it are tried first to last.
  package func turn(of variant: Int) -> (rank: Int, level: Int, variant: Int) {
    (ranks[variant], precedence.level(of: variants[variant].route), variant)
  }

  /// The bytes that flat lookups read.
  package var flatBytes: Int { flat.byteCount }

  /// The parameters of a route: those of the path in the pattern's order, then its declared query
  /// items and other parts of the link in declared order. A query item with the name of a path
  /// parameter has no entry of its own.
  ///
  /// - Parameter route: An index of the array that the table was built from.
  public func parameters(of route: Int) -> [Parameter] { routes[route].parameters }
}
