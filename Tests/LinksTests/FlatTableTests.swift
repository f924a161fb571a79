import Links
import LinksOracle
import RouteProofs
import TestSupport
import Testing

// That the flat table finds what the tree finds, LinksOracle tells for random tables. Here: that it
// does find, and long tables, where nodes have more children than one look can part.
struct FlatTableTests {
  static let patterns = [
    "/", "/users", "/users/me", "/users/:id", "/users/:id/posts/:post", "/files/*",
    "/page-:number.html", "/codes/:code([a-z]{2}\\d+)", "/docs{/:page}?",
    "/a-literal-that-is-longer-than-a-key/:id", "/ids/:id", "/tags/:tag+",
  ]

  // A row: the link, the pattern that takes it, nil for none.
  static let rows: [(String, String?)] = [
    ("/", "/"), ("app://", "/"), ("https://app.example", "/"), ("https://app.example/?a=b", "/"),
    ("/users", "/users"), ("/users/", "/users"), ("app://users/me?x=1#y", "/users/me"),
    ("https://app.example/users/42", "/users/:id"), ("/users/7/posts/9", "/users/:id/posts/:post"),
    ("/users/7/posts", nil), ("/files/a/b/c", "/files/*"), ("/files", nil),
    ("/page-12.html", "/page-:number.html"), ("/page-.html", nil), ("/codes/ab12", patterns[7]),
    ("/codes/ab", nil), ("/docs", "/docs{/:page}?"), ("/docs/intro", "/docs{/:page}?"),
    ("/a-literal-that-is-longer-than-a-key/1", "/a-literal-that-is-longer-than-a-key/:id"),
    ("/a-literal-that-is-longer-than-a-kez/1", nil), ("/ids/12", "/ids/:id"), ("/ids/x", nil),
    ("/ids/9223372036854775808", nil), ("/users/아이유?q=아이유", "/users/:id"),
    ("/users/%41%20b?q=%41#%42", "/users/:id"),
    ("/users/%6De", "/users/me"),
    ("/tags/a/b", "/tags/:tag+"), ("/nothing", nil),
    ("/" + String(repeating: "x", count: 300), nil),
  ]

  private static func table() throws -> RouteTable {
    let bases = [try Base("app://"), try Base("https://app.example")]
    return try RouteTable(
      patterns.map { text in
        RouteSpecification(
          try Pattern(text), types: text == "/ids/:id" ? [("id", .int)] : [], bases: bases)
      })
  }

  @Test(arguments: rows)
  func `a plain link is found at once`(_ row: (String, String?)) throws {
    let table = try Self.table()
    let found = Array(row.0.utf8).withUnsafeBytes { RouteFinder(table).find($0) }
    #expect(!found.isUnclear)
    #expect(found.route == row.1.flatMap { Self.patterns.firstIndex(of: $0) })
    #expect(table.disagreement(about: Array(row.0.utf8)) == nil)
  }

  @Test(arguments: [
    "/users/%2F", "/users/%zz", "/users//me", "/users/./me", "app://user@host/x", "/users/a b",
  ])
  func `what needs a closer look is left to the tree`(_ text: String) throws {
    let table = try Self.table()
    #expect(Array(text.utf8).withUnsafeBytes { RouteFinder(table).find($0) }.isUnclear)
    #expect(table.disagreement(about: Array(text.utf8)) == nil)
  }

  @Test(arguments: ["", "?", "?next=/users/me/x", "#/users/me", "?a=//b///c#/d/e"])
  func `what stands behind the path is no part of it, wherever it ends`(tail: String) throws {
    let table = try Self.table()
    let finder = RouteFinder(table)
    for start in ["", "app:/", "https://app.example"] {
      for count in 0...140 {
        for slash in ["", "/"] {
          let name = String(repeating: "n", count: count)
          for path in ["/users/\(name)\(slash)", "/users/\(name)/posts/1\(slash)"] {
            let link = Array((start + path + tail).utf8)
            let found = link.withUnsafeBytes { finder.find($0) }
            let hasEmpty = count == 0 && (slash == "/" || path.utf8.contains(0x70))
            #expect(found.isUnclear == hasEmpty, "\(start + path + tail)")
            #expect(table.disagreement(about: link) == nil)
          }
        }
      }
      for link in [start, start + "/"] where !link.isEmpty && link != "app:/" {
        let found = Array((link + tail).utf8).withUnsafeBytes { finder.find($0) }
        #expect(found.route == 0, "\(link + tail)")
      }
    }
  }

  @Test(arguments: [63, 64, 65, 66, 200, 4_000])
  func `a path of too many segments is left to the tree`(count: Int) throws {
    let finder = RouteFinder(try Self.table())
    for path in [String(repeating: "/a", count: count), String(repeating: "/", count: count)] {
      let found = Array(path.utf8).withUnsafeBytes { finder.find(path: $0) }
      #expect(found.isUnclear || found.route == nil)
      let whole = Array(path.utf8).withUnsafeBytes { finder.find($0) }
      #expect(whole.isUnclear == (count > 64 || path.utf8.allSatisfy { $0 == 0x2F }))
    }
  }

  // Goal: nodes of any number of children find each of them and nothing else.
  // Method: tables of 1 to 700 words under one node, with and without a parameter beside them.
  @Test(arguments: [1, 2, 3, 17, 60, 130, 700], [false, true])
  func `every child is found among many`(count: Int, hasParameter: Bool) throws {
    var random = SplitMix64(seed: UInt64(count))
    let words = Set((0..<count).map { "w\($0)-\(random.below(1_000))" }).sorted()
    let patterns = words.map { "/all/\($0)" } + (hasParameter ? ["/all/:other"] : [])
    let table = try RouteTable(try patterns.map { RouteSpecification(try Pattern($0)) })
    let finder = RouteFinder(table)
    for (index, word) in words.enumerated() {
      let found = Array("/all/\(word)".utf8).withUnsafeBytes { finder.find(path: $0) }
      #expect(found.route == index)
      let other = Array("/all/\(word)x".utf8).withUnsafeBytes { finder.find(path: $0) }
      #expect(other.route == (hasParameter ? words.count : nil) && !other.isUnclear)
    }
  }
}
