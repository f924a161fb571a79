import Links
import LinksOracle
import RouteProofs
import Testing

// Values that are ranges of the link, and values for which an expression must run. Both ways give
// the same values; LinksOracle covers random tables.
struct FlatValuesTests {
  // The pattern, a link that it takes, the values, and whether the flat table finds them.
  static let rows: [(String, String, [String?], Bool)] = [
    ("/p/:slug([a-z0-9-]+)", "/p/a-1", ["a-1"], true),
    ("/p/my-:slug", "/p/my-film", ["film"], true),
    ("/p/my-:slug", "/p/%6Dy-film%20a", ["film a"], true),
    ("/p/my-:slug.html", "/p/my-film.html", ["film"], true),
    ("/p/:n(\\d{4})-:slug", "/p/2024-a-b", ["2024", "a-b"], true),
    ("/p/:slug-:n(\\d{2})", "/p/a-b-07", ["a-b", "07"], true),
    ("/p/:kind(cat|dog):rest", "/p/cats", ["cat", "s"], true),
    ("/p/x:n(\\d*)", "/p/x", [""], true),
    ("/p/:kind(a|bc):rest", "/p/bcd", ["bc", "d"], false),
    ("/p/:from-:to", "/p/a-b", ["a", "b"], true),
    ("/p/:from-:to", "/p/a-b-c", ["a", "b-c"], true),
    ("/p/:from-:to", "/p/---", ["-", "-"], true),
    ("/p/:from-:to", "/p/%C3%A9-é-", ["é", "é-"], true),
    ("/p/:from--:to", "/p/a---b", ["a", "-b"], true),
    ("/p/v:from-:to.html", "/p/v-1-2-.html", ["-1", "2-"], true),
    ("/p/:a-:b-:c", "/p/a--b-c", ["a", "-b", "c"], true),
    ("/p/:a-:b.:c", "/p/a.b-c.-d", ["a.b", "c", "-d"], true),
    ("/p/:a:b", "/p/éab", ["é", "ab"], true),
    ("/p/:a:b-:c.html", "/p/xyz-1.html", ["x", "yz", "1"], true),
    ("/p/:from\\X:to", "/p/aXbxc", ["a", "bxc"], true),
    ("/p/:from(\\w+)-:to([^/]+)", "/p/a-b-c", ["a", "b-c"], false),
    ("/p/x:n(\\d+)-to-:m(\\d+).:ext", "/p/x1-to-2.pdf", ["1", "2", "pdf"], false),
    ("/p/row-:row(\\d+)-seat-:seat.html", "/p/row-7-seat-a.html", ["7", "a"], true),
    ("/p/:a(\\d*)-:b(\\d*)", "/p/-", ["", ""], true),
    ("/p/{:n(\\d*)}?x", "/p/1x", ["1"], false),
    ("/p/{:n(\\d*)}?x", "/p/x", [nil], true),
    ("/p/*.html", "/p/a/b.html", ["a/b"], true),
    ("/p/:url(.+)", "/p/https:/e.com/a/", ["https:/e.com/a/"], true),
    ("/p/:url(https?:.+)", "/p/http:/e.com", ["http:/e.com"], true),
    ("/p/:url(.+)/end", "/p/a/b/end/", ["a/b"], true),
    ("/p/x*", "/p/xy/z/", ["y/z/"], true), ("/p/x*", "/p/x", [""], true),
    ("/p/x*", "/p/x/", ["/"], true),
    ("/p/:path(.+)*/end", "/p/a/b/end", ["a/b"], true),
  ]

  @Test(arguments: ["/aXbxc", "/axbXc", "/aXb", "/XX"])
  func `a delimiter that ignores case is found in either case`(_ link: String) throws {
    let table = try RouteTable([.route("/:from\\x:to", isCaseSensitive: false)])
    #expect(table.disagreement(about: Array(link.utf8)) == nil)
  }

  @Test(arguments: rows)
  func `a value is the part of the link that its pattern matches`(
    _ row: (pattern: String, link: String, values: [String?], isFlat: Bool)
  ) throws {
    let table = try RouteTable([RouteSpecification(try Pattern(row.pattern))])
    #expect(try table.match(Link(row.link)).values == row.values)
    let scratch = MatchScratch()
    let match = Array(row.link.utf8).withUnsafeBytes { table.match($0, scratch) }
    if case .found(let flat) = match {
      #expect(row.isFlat)
      #expect(table.routeMatch(flat, scratch).values == row.values)
    } else {
      #expect(!row.isFlat)
    }
    #expect(table.disagreement(about: Array(row.link.utf8)) == nil)
  }
}
