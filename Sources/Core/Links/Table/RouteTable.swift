import Diagnostics

/// Finds the route that a link opens, whatever the order in which the routes were given.
///
///     routes: /users/me  /users/:id  /files/*
///     /users/me        → /users/me
///     /users/42        → /users/:id      id = 42
///     /files/a/b       → /files/*        0 = a/b
///     /users           → notFound
///
/// Precedence (design §4): segment by segment from the left, literal, then typed or with an
/// expression, then free, then repeated, then wildcard; within a segment more literal bytes first;
/// of two that are equal so far the longer; then more required query items. Two routes that still
/// tie and share a link under a common base are refused. The table is immutable and may be shared
/// between threads.
public struct RouteTable: Sendable {
  /// Every base of every route, each once, in the order of the routes.
  public let bases: [Base]
  package let routes: [TableRoute]
  package let variants: [TableVariant]
  package let shared: SharedRows
  /// For each variant the place of its rank among all ranks of the table.
  package let orders: [Int]
  let trie: RouteTrie
  /// The same in flat memory.
  let flat: FlatTable
  /// Indices of `bases`, the most specific first.
  package let basesBySpecificity: [Int]

  /// Builds a table without comparing its routes with each other. Only `RouteProofs` and tests call
  /// this: everyone else uses its `RouteTable(_:)`, which refuses conflicts.
  ///
  /// - Throws: Everything that is wrong with the routes themselves.
  package init(unchecked specifications: [RouteSpecification]) throws(RouteTableErrors) {
    var builder = RouteTableBuilder(specifications)
    builder.compile()
    guard builder.errors.isEmpty else { throw RouteTableErrors(errors: builder.errors) }
    self.init(builder)
  }

  private init(_ builder: RouteTableBuilder) {
    bases = builder.bases
    shared = SharedRows(builder.rows)
    let shared = shared
    routes = builder.rows.specifications.indices.map { TableRoute(shared, $0) }
    variants = builder.orders.indices.map { TableVariant(shared, $0) }
    orders = builder.orders
    trie = RouteTrieBuilder.trie(of: builder)
    let bases = builder.bases
    basesBySpecificity = bases.indices.sorted {
      bases[$0].shape.isMoreSpecific(than: bases[$1].shape)
    }
    var layout = FlatTableBuilder(trie, routes: routes, variants: variants)
    layout.build()
    flat = FlatTable(
      layout, routes: routes, variants: variants,
      bases: basesBySpecificity.map { FlatBase(bases[$0].shape, index: $0) })
  }

  /// How many routes there are.
  package var routeCount: Int { routes.count }

  /// The bytes that lookups read, without the texts that only explanations need.
  package var flatBytes: Int { flat.byteCount }

  /// What a route takes from a link: its path parameters in the pattern's order, then its declared
  /// query items in theirs. A query item with the name of a path parameter has no entry of its own:
  /// the path's value is the parameter.
  ///
  /// - Parameter route: An index into the array that the table was made of.
  public func parameters(of route: Int) -> [Parameter] { routes[route].parameters }
}
