import Links
import LinksOracle
import RouteAnalysis
import RouteProofs
import Testing

/// Links that another order of the routes opens elsewhere.
struct OrderTests {
  static let patterns = [
    "/a", "/:p", "/:p?", "/a/:p?", "/:p(\\d+)", "/:p/:q?", "/a/:p+", "/:p+", "/{:p}-{:q}",
    "/a{/b}?", "/*",
  ]
  private static let links: [String] = {
    let words = ["/a", "/b", "/1", "/a-b"]
    return words + words.flatMap { first in words.map { first + $0 } } + ["/a/b/1", "/b/b/b"]
  }()
  private static let orders = [
    [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
  ]

  // Goal: of each pair of routes that an order decides otherwise, a link is found, and no other.
  // Method: all triples of a few patterns, in all orders, and all links of two segments.
  @Test(arguments: patterns.indices)
  func `each pair that an order decides otherwise has a link`(first: Int) throws {
    var pairs = 0
    for second in (first + 1)..<max(first + 1, Self.patterns.count) {
      for third in (second + 1)..<max(second + 1, Self.patterns.count) {
        let patterns = [first, second, third].map { Self.patterns[$0] }
        guard let table = try? table(patterns) else { continue }
        for order in Self.orders {
          let survey = RouteSurvey(table)
          let lost = (0..<3).flatMap { route in
            survey.linksLost(by: route) { order[$0] < order[$1] }.map { (route, $0) }
          }
          #expect(survey.isDecided)
          func source(_ link: String) -> Int? {
            (0..<3).filter { survey.accepts(route: $0, link) }.min { order[$0] < order[$1] }
          }
          for (route, loss) in lost {
            #expect(source(loss.link) == route, "\(patterns) \(order) \(loss.link)")
            #expect(survey.winner(of: loss.link) == loss.taker, "\(patterns) \(loss.link)")
          }
          for link in Self.links where source(link) != survey.winner(of: link) {
            #expect(
              lost.contains { $0.0 == source(link) && $0.1.taker == survey.winner(of: link) },
              "\(patterns) \(order) \(link)")
          }
          pairs += lost.count
        }
      }
    }
    #expect(pairs > 0 || first > 8)
  }

  @Test func `routes whose order is not known are not compared`() throws {
    let survey = RouteSurvey(try table(["/:p", "/a"]))
    #expect(survey.linksLost(by: 0) { _, _ in false }.isEmpty)
  }
}
