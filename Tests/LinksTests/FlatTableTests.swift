import Diagnostics
import LinksOracle
import RouteProofs
import TestSupport
import Testing

@testable import Links

// LinksOracle checks on random tables that the flat table and the tree find the same route. These
// tests check that the flat table finds a route at all, and nodes with more children than one hash
// can separate.
struct FlatTableTests {
  static let patterns = [
    "/", "/users", "/users/me", "/users/:id", "/users/:id/posts/:post", "/files/*",
    "/page-:number.html", "/codes/:code([a-z]{2}\\d+)", "/docs{/:page}?",
    "/a-literal-that-is-longer-than-a-key/:id", "/ids/:id", "/tags/:tag+",
  ]

  // The link and the pattern that takes it; `nil` for none.
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
  func `a plain link is decided without the tree`(_ row: (String, String?)) throws {
    let table = try Self.table()
    let found = table.flatMatch(row.0)
    #expect(found.isClear || found.isNotFound)
    #expect(found.foundRoute == row.1.flatMap { Self.patterns.firstIndex(of: $0) })
    #expect(table.disagreement(about: Array(row.0.utf8)) == nil)
  }

  @Test(arguments: [
    "https://app.example/web/users/7", "https://app.example/%77eb/users/7", "app://open/users",
    "https://app.example/we/users/7", "https://app.example/web%2Fusers/7", "app://%6Fpen/users",
    "app://us%65rs/7", "app://user@users/7", "app://users:80/7", "app:/users", "app://", "app:",
    "https://app.example", "https://app.example?a", "https://app.example:443/users/7", "app://a",
    "https://app.example.org/users/7", "https://app.exampl", "HTTPS://app.example/users/7",
  ])
  func `a prefix of a base can have another spelling`(link: String) throws {
    let bases = ["https://app.example", "https://app.example/web", "app://", "app://open"]
    let table = try RouteTable(
      Self.patterns.map { text in
        RouteSpecification(try Pattern(text), bases: try bases.map { try Base($0) })
      })
    #expect(table.disagreement(about: Array(link.utf8)) == nil)
  }

  // The link, and whether the flat table alone decides that it is foreign.
  @Test(arguments: [
    ("https://other.example/users/7", true), ("http://app.example/", true), ("x://a", true),
    ("https://other.example?x=%41#y", false), ("https://other.example/a?b#c", true),
    ("https://other.example/a/../b", false), ("https://other.example//a", false),
    ("https://Other.example/a", false), ("https://other.example:80/a", false), ("x:a", false),
    ("https://user@other.example/a", false), ("https:///a", false), ("1x://a", false),
    ("https://other.example/a b", false), ("https://.", false),
    ("x://a" + String(repeating: "/b", count: 63), true),
    ("x://a" + String(repeating: "/b", count: 64), false),
  ])
  func `a foreign link in the usual spelling is decided without the tree`(
    _ link: String, _ isDecided: Bool
  ) throws {
    let table = try Self.table()
    #expect(table.flatMatch(link).isForeign == isDecided)
    #expect(table.disagreement(about: Array(link.utf8)) == nil)
  }

  // The link, and whether the flat table alone opens it.
  @Test(arguments: [
    ("https://a.app.example/users/7", true), ("https://a.b.app.example/users/7?x#y", true),
    ("https://a.app.example/web/users/7", true), ("https://a.app.example", true),
    ("https://a.app.example/", true), ("https://a.app.example?x", true),
    ("https://app.example/users/7", false), ("https://.app.example/users/7", false),
    ("https://aapp.example/users/7", false), ("https://A.app.example/users/7", false),
    ("https://a.app.example:443/users/7", false), ("https://a@b.app.example/users/7", false),
    ("https://a_b.app.example/users/7", false), ("https://a.app.example//users/7", false),
    ("https://a.app.example/webusers/7", false), ("HTTPS://a.app.example/users/7", false),
    ("https://a.app.example/nowhere/at/all", false), ("https:/", false), ("https://", false),
    ("app://users/7", true), ("app://nowhere/at/all", false), ("appx://a.app.example", false),
  ])
  func `a link is looked up under bases with a wildcard`(link: String, isFlat: Bool) throws {
    let bases = try ["app://", "https://*.app.example", "https://*.app.example/web"].map {
      try Base($0)
    }
    let table = try RouteTable(
      ["/", "/users/:id"].map { RouteSpecification(try Pattern($0), bases: bases) })
    #expect(table.flatMatch(link).isClear == isFlat)
    #expect(table.disagreement(about: Array(link.utf8)) == nil)
  }

  // The link, and whether the flat table alone opens it.
  @Test(arguments: [
    ("https://a.example/users/7", true), ("https://a/", true), ("https://a.example", true),
    ("https://a.example/web/users/7", true), ("https://A.example/users/7", false),
    ("https://a.example:8/users/7", false), ("https://.a/users/7", false), ("https:///", false),
    ("app://a.example/users/7", true), ("app://a.example", true), ("app:///users/7", false),
    ("app://a:1/users/7", false), ("app://A/users/7", false), ("other://a/users/7", false),
  ])
  func `a link is looked up under bases for any host`(link: String, isFlat: Bool) throws {
    let bases = try ["app://*", "https://*", "https://*/web"].map { try Base($0) }
    let table = try RouteTable(
      ["/", "/users/:id"].map { RouteSpecification(try Pattern($0), bases: bases) })
    #expect(table.flatMatch(link).isClear == isFlat)
    #expect(table.disagreement(about: Array(link.utf8)) == nil)
  }

  @Test(arguments: ["https://a.example/x/y", "app://x", "app://*", "https://*/x"])
  func `the segments of a base count`(base: String) throws {
    let table = try RouteTable([RouteSpecification(try Pattern("/*"), bases: [try Base(base)])])
    let start = base.split(separator: "*", omittingEmptySubsequences: false).joined(separator: "h")
    for count in 60...66 {
      let link = start + String(repeating: "/a", count: count)
      #expect(table.disagreement(about: Array(link.utf8)) == nil, "\(count)")
    }
  }

  @Test func `a miss under any kind of base is decided without the tree`() throws {
    let bases = try ["app://", "https://app.example", "https://*.app.example"].map {
      try Base($0)
    }
    let table = try RouteTable([RouteSpecification(try Pattern("/users/:id"), bases: bases)])
    for link in ["app://nowhere", "https://app.example/nowhere", "https://a.app.example/nowhere"] {
      #expect(table.flatMatch(link).isNotFound, "\(link)")
    }
  }

  @Test(arguments: [
    "/users/%2F", "/users/%zz", "/users//me", "/users/./me", "app://user@host/x", "/users/a b",
  ])
  func `an unusual link is left to the tree`(_ text: String) throws {
    let table = try Self.table()
    #expect(table.flatMatch(text).isUnclear)
    #expect(table.disagreement(about: Array(text.utf8)) == nil)
  }

  @Test(arguments: ["", "?", "?next=/users/me/x", "#/users/me", "?a=//b///c#/d/e"])
  func `query and fragment are never part of the path`(tail: String) throws {
    let table = try Self.table()
    for start in ["", "app:/", "https://app.example"] {
      for count in 0...140 {
        for slash in ["", "/"] {
          let name = String(repeating: "n", count: count)
          for path in ["/users/\(name)\(slash)", "/users/\(name)/posts/1\(slash)"] {
            let link = start + path + tail
            let hasEmpty = count == 0 && (slash == "/" || path.utf8.contains(0x70))
            #expect(table.flatMatch(link).isUnclear == hasEmpty, "\(link)")
            #expect(table.disagreement(about: Array(link.utf8)) == nil)
          }
        }
      }
      for link in [start, start + "/"] where !link.isEmpty && link != "app:/" {
        #expect(table.flatMatch(link + tail).foundRoute == 0, "\(link + tail)")
      }
    }
  }

  @Test(arguments: [63, 64, 65, 66, 200, 4_000])
  func `a path of too many segments is left to the tree`(count: Int) throws {
    let table = try Self.table()
    for path in [String(repeating: "/a", count: count), String(repeating: "/", count: count)] {
      #expect(table.flatMatch(path: path).foundRoute == nil)
      #expect(
        table.flatMatch(path).isUnclear == (count > 64 || path.utf8.allSatisfy { $0 == 0x2F }))
    }
  }

  // Goal: a node with any number of children finds each of them and nothing else. Method: tables
  // with 1 to 700 literals under one node, with and without a parameter next to them.
  @Test(arguments: [1, 2, 3, 17, 60, 130, 700], [false, true])
  func `every child is found among many`(count: Int, hasParameter: Bool) throws {
    var random = SplitMix64(seed: UInt64(count))
    let words = Set((0..<count).map { "w\($0)-\(random.below(1_000))" }).sorted()
    let patterns = words.map { "/all/\($0)" } + (hasParameter ? ["/all/:other"] : [])
    let table = try RouteTable(try patterns.map { RouteSpecification(try Pattern($0)) })
    for (index, word) in words.enumerated() {
      #expect(table.flatMatch(path: "/all/\(word)").foundRoute == index)
      let other = table.flatMatch(path: "/all/\(word)x")
      #expect(other.foundRoute == (hasParameter ? words.count : nil) && !other.isUnclear)
    }
  }
}

extension RouteTable {
  /// The result of the flat table alone.
  fileprivate func flatMatch(_ link: String) -> FlatMatch {
    let scratch = MatchScratch()
    return Array(link.utf8).withUnsafeBytes { flat.find($0, scratch.memory) }
  }

  fileprivate func flatMatch(path: String) -> FlatMatch {
    let scratch = MatchScratch()
    return Array(path.utf8).withUnsafeBytes { flat.find(path: $0, scratch.memory) }
  }
}

extension FlatMatch {
  fileprivate var isUnclear: Bool { !isClear && !isNotFound }
  fileprivate var foundRoute: Int? { isClear ? route : nil }
}
