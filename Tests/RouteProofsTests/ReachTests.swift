import Links
import LinksOracle
import RouteProofs
import Testing

struct ReachTests {
  /// Patterns, and whether a link opens the first.
  static let openings: [(patterns: [String], isOpened: Bool)] = [
    (["/"], true), (["/a/b"], true), (["/:x"], true), (["/:x", "/a"], true),
    (["/:x"] + "abcdefghijklmnopqrstuvwxyz".map { "/\($0)" }, true), (["/*", "/:x"], true),
    (["/*", "/:x+"], false), (["/*", "/:x", "/:x/:y+"], false), (["/:x", "/:y(\\D.*)"], true),
    (["/:x(\\d+)?/b", "/:y/b"], true), (["/a{/b}?", "/a/:x"], true),
  ]

  @Test(arguments: openings)
  func `a link that opens a route is found if one exists`(
    _ row: (patterns: [String], isOpened: Bool)
  ) throws {
    let table = try table(row.patterns)
    let link = RouteSurvey(table).link(opening: 0)
    #expect((link != nil) == row.isOpened)
    if let link { #expect(table.route(link) == 0, "\(link)") }
  }

  @Test func `a link that opens a route meets its conditions and has a base if needed`() throws {
    let survey = RouteSurvey(
      try RouteTable([
        .route("/a", query: [.required("q", .int), .optional("r", .int)], bases: ["x://"]),
        .route("/b", bases: ["x://"]), .route("/b", bases: ["https://*.y.z/p"]),
      ]))
    #expect(survey.link(opening: 0) == "/a?q=0")
    #expect(survey.link(opening: 1) == "x://b")
    #expect(survey.link(opening: 2) == "https://www.y.z/p/b")
  }
}
