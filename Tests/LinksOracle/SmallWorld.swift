import Diagnostics
import Links
import RouteProofs

/// A few routes of every kind that tie or include one another, and all links that distinguish them.
package enum SmallWorld {
  static let alphabet: [OracleRoute] = [
    route([.text("/a")]),
    route([.text("/"), .parameter("p", .free)]),
    route([.group(prefix: "/", ("p", .free), suffix: "", modifier: "?")]),
    route([.text("/a"), .group(prefix: "/", ("p", .free), suffix: "", modifier: "*")]),
    route([.text("/a"), .group(prefix: "/b", nil, suffix: "", modifier: "?")]),
    route([.group(prefix: "/", ("p", .free), suffix: "", modifier: "+")]),
    route([.group(prefix: "/", ("p", .free), suffix: "", modifier: "*")]),
    route([.text("/"), .parameter("p", .noX)]),
    route([.text("/"), .parameter("p", .digits)]),
    route([.text("/"), .parameter("p", .oneOf(["a", "1"]))]),
    route([.text("/"), .parameter("p", .oneOf(["1", "b"]))]),
    route([.text("/"), .parameter("p", .oneOf(["1"]))]),
    route([.text("/a"), .group(prefix: "/", ("p", .free), suffix: "", modifier: "?")]),
    route([.text("/"), .parameter("p", .int)]),
    route([.group(prefix: "/", ("p", .int), suffix: "", modifier: "?")]),
    route([.text("/a")], ["q": .any]), route([.text("/a")], ["r": .any]),
    route([.text("/a")], ["q": .any, "r": .any]), route([.text("/a")], ["q": .oneOf(["1"])]),
    route([.text("/a")], ["q": .digits]), route([.text("/a")], ["q": .anyCase("a")]),
    route([.text("/"), .parameter("p", .free), .text("-"), .parameter("s", .free)]),
    route([.text("/"), .parameter("p", .wildcard)]),
  ]

  /// The number of routes whose triples are tested, the first ones.
  package static let triplesCount = 12

  private static func route(
    _ pieces: [OraclePiece], _ query: KeyValuePairs<String, OracleItemType> = [:]
  ) -> OracleRoute {
    OracleRoute(
      pieces: pieces,
      query: query.map { (name: $0.key, type: $0.value, isOptional: false, ignoresMisfits: false) },
      schemes: nil)
  }

  /// The number of routes.
  package static var count: Int { alphabet.count }

  /// All paths of up to two segments and some longer ones, with every kind of query for the short
  /// ones.
  private static let links: [(path: String, items: [(name: String, value: String)])] = {
    let words = ["/a", "/b", "/1", "/x", "/a-b"]
    let paths = [""] + words + words.flatMap { first in words.map { first + $0 } } + ["/a/b/1"]
    let queries = [
      [], [("q", "1")], [("q", "2")], [("q", "A")], [("r", "1")], [("q", "1"), ("r", "1")],
      [("q", "2"), ("r", "1")], [("q", "A"), ("r", "1")],
    ]
    return paths.flatMap { path in
      queries.filter { $0.isEmpty || path == "/a" }.map { items in
        (path, items.map { (name: $0.0, value: $0.1) })
      }
    }
  }()

  /// What is wrong with the tables of some routes, in every order.
  ///
  /// - Parameter numbers: Routes by their numbers, each at most once.
  package static func faults(_ numbers: [Int]) throws -> [String] {
    let routes = numbers.map { alphabet[$0] }
    let precedence = OraclePrecedence(routes)
    let answers = links.map { link in
      OracleAnswer.find(precedence, OraclePath(Array(link.path.utf8)), link.items, scheme: nil)
    }
    let hasTie = answers.contains { if case .tie = $0 { true } else { false } }
    var faults: [String] = []
    for order in orders(of: routes.count) {
      let specifications = try order.map { try routes[$0].specification() }
      let name = specifications.map(\.pattern.text).joined(separator: " ")
      do {
        let table = try RouteTable(specifications)
        if hasTie { faults.append("\(name): is not refused") }
        for (link, expected) in zip(links, answers) {
          let found = answer(of: table, link, order)
          if found != expected { faults.append("\(name): \(link) opens \(found), not \(expected)") }
        }
      } catch {
        if !hasTie { faults.append("\(name): is refused: \(error.diagnostics.map(\.message))") }
      }
    }
    return faults
  }

  private static func answer(
    of table: RouteTable, _ link: (path: String, items: [(name: String, value: String)]),
    _ order: [Int]
  ) -> OracleAnswer {
    let query = link.items.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    let text = (link.path.isEmpty ? "/" : link.path) + (query.isEmpty ? "" : "?" + query)
    guard table.disagreement(about: Array(text.utf8)) == nil, let link = try? Link(text) else {
      return .tie([])
    }
    guard let match = try? table.match(link) else { return .nothing }
    var values: [String: String] = [:]
    for (parameter, value) in zip(table.parameters(of: match.route), match.values)
    where parameter.place == .path {
      values[parameter.name] = value
    }
    return .route(order[match.route], values)
  }

  private static func orders(of count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return orders(of: count - 1).flatMap { order in
      (0...order.count).map { place in
        var longer = order
        longer.insert(count - 1, at: place)
        return longer
      }
    }
  }
}
