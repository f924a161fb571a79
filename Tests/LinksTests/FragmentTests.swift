import Links
import LinksOracle
import RouteProofs
import Testing

// Routes in fragments: the flat table and the tree find the same route.
struct FragmentTests {
  private static func table() throws -> RouteTable {
    let bases = try [
      "app://", "https://app.example", "https://app.example/#", "https://app.example/web#/x/y",
      "https://app.example/web#/x",
    ].map { try Base($0) }
    var routes = try ["/", "/users/:id", "/files/*", "/page-:n.html", "/y/:z"].map {
      RouteSpecification(try Pattern($0), bases: bases)
    }
    let query = [QueryParameter(name: "q", type: .int, isOptional: false)]
    routes.append(RouteSpecification(try Pattern("/users/:id"), query: query, bases: bases))
    return try RouteTable(routes)
  }

  // Every outer link is combined with every tail and every fragment.
  static let outers = [
    "https://app.example", "https://app.example/", "https://app.example//", "HTTPS://app.example/",
    "https://app.example/web", "https://app.example/web/", "https://app.example/web/more",
    "https://app.example/w%65b", "https://app.example:443/", "https://other.example/", "app://web",
    "app://", "/web", "https://app.example/users/7",
  ]
  static let tails = ["#", "?a=b#", "?q=1#", "?#", "?a=%2F#", "?a=%#", "##"]
  static let fragments = [
    "", "/", "top", "/users/7", "/users/7/", "//users/7", "/users//7", "/users/./7", "/x", "/x/",
    "/x/users/7", "/xx/users/7", "/x/y/users/7", "/x/y", "/x//users/7", "/%78/users/7",
    "/users/%41%20b", "/users/%2F", "/users/%zz", "/users/7?q=1", "/users/7?q=x", "/users/7?q=%31",
    "/users/7#/users/8", "/users/#7", "/users/7?q=1#", "/users/7?x#q=1", "/files/#/#", "/files/a/b",
    "/page-7.html?q=1#z", "/users/é", "/users/a b",
    "/" + String(repeating: "a/", count: 70), "/users/" + String(repeating: "b", count: 300),
  ]

  @Test(arguments: outers)
  func `a link with a fragment opens the route that the tree finds`(outer: String) throws {
    let table = try Self.table()
    for tail in Self.tails {
      for fragment in Self.fragments {
        #expect(table.disagreement(about: Array((outer + tail + fragment).utf8)) == nil)
      }
    }
  }

  @Test(arguments: [
    ("https://app.example/#/users/7", 1), ("https://app.example#/users/7/?a=b", 1),
    ("https://app.example/web?a=b#/x/users/7", 1), ("https://app.example/web/#/x/y/users/7", 1),
    ("https://app.example/web#/x/y/7", 4), ("https://app.example/#/users/%41?q=1", 5),
    ("https://app.example/users/7#top", 1), ("https://app.example/#/files/a/b", 2),
  ])
  func `a route in a fragment is found without the tree`(link: String, route: Int) throws {
    let table = try Self.table()
    let scratch = MatchScratch()
    guard case .found(let found) = table.match(link, scratch) else {
      Issue.record("the flat table does not find it")
      return
    }
    #expect(found.route == route)
    #expect(try table.match(Link(link)).route == route)
  }

  // Routes with the same path under different bases tie for a path without a base.
  @Test func `a path under a base opens the route that the tree finds`() throws {
    let bases = try ["app://", "https://app.example", "https://app.example/#"].map { try Base($0) }
    let table = try RouteTable(
      bases.map { RouteSpecification(try Pattern("/users/:id"), bases: [$0]) })
    let scratch = MatchScratch()
    guard case .refused(.ambiguous) = table.match("/users/7", scratch) else {
      Issue.record("the path does not tie")
      return
    }
    for (place, base) in table.bases.enumerated() {
      guard case .found(let flat) = table.match("/users/%41%20b?q=1", scratch, under: place) else {
        Issue.record("the flat table does not find it")
        continue
      }
      let found = table.routeMatch(flat, scratch)
      #expect(found.base == place && found.values == ["A b"])
      #expect(bases[found.route] == base)
      #expect(try table.match(Link("/users/%41%20b?q=1"), under: place) == found)
      guard case .notFound = table.match("/nothing", scratch, under: place) else {
        Issue.record("a route takes /nothing")
        continue
      }
    }
  }
}

extension RouteTable {
  fileprivate func match(
    _ link: String, _ scratch: borrowing MatchScratch, under base: Int? = nil
  ) -> LinkMatch {
    Array(link.utf8).withUnsafeBytes { match($0, scratch, under: base) }
  }
}
