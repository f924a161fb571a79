import Links
import LinksOracle
import RouteProofs
import Testing

// Routes in fragments, found in one go: what is found is what reading step by step finds.
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

  // All of outer link, what follows it, and fragment, together.
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
    "/users/7#/users/8", "/files/a/b", "/page-7.html?q=1#z", "/users/é", "/users/a b",
    "/" + String(repeating: "a/", count: 70), "/users/" + String(repeating: "b", count: 300),
  ]

  @Test(arguments: outers)
  func `a link with a fragment is read as step by step`(outer: String) throws {
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
  func `it is found at once`(link: String, route: Int) throws {
    let table = try Self.table()
    let found = Array(link.utf8).withUnsafeBytes { RouteFinder(table).find($0) }
    #expect(found.route == route)
    #expect(try table.match(Link(link)).route == route)
  }

  // Routes of one path under different bases tie for a path from inside that names no base.
  @Test func `a path under a base is read as step by step`() throws {
    let bases = try ["app://", "https://app.example", "https://app.example/#"].map { try Base($0) }
    let table = try RouteTable(
      bases.map { RouteSpecification(try Pattern("/users/:id"), bases: [$0]) })
    #expect(table.quickMatch("/users/7") == nil)
    for (place, base) in table.bases.enumerated() {
      let found = try #require(table.quickMatch("/users/%41%20b?q=1", under: place))
      #expect(found.base == place && found.values == ["A b"])
      #expect(bases[found.route] == base)
      let slow = try table.match(Link("/users/%41%20b?q=1"), under: place)
      #expect(slow.route == found.route && slow.query == found.query)
      #expect(table.quickMatch("/nothing", under: place) == nil)
    }
  }
}
