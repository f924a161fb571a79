import Links
import TestSupport
import Testing

// Goal: the flat table finds what the tree finds, values included, or says that it cannot tell.
// Method: random tables and links by seed; the tree is held by OracleTests.
struct FlatTableTests {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `the flat table agrees with the tree`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var routes = (0..<(2 + random.below(9))).map { _ in OracleRoute.random(&random) }
    var table: RouteTable?
    while table == nil {
      do {
        table = try RouteTable(try routes.map { try $0.specification() })
      } catch is RouteTableErrors {
        routes.removeLast()
      }
    }
    guard let table else { return }
    let finder = RouteFinder(table)
    for _ in 0..<60 {
      let raw = OracleRoute.randomPath(&random, routes)
      let items = OracleRoute.randomItems(&random)
      let scheme = random.chance(50) ? nil : random.pick(["x", "y"])
      let query =
        items.isEmpty ? "" : "?" + items.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
      let text = (scheme.map { "\($0)://" } ?? "/") + raw.drop { $0 == "/" } + query
      Self.compare(finder, table, text, "seed \(seed): \(text)")
    }
  }

  static func compare(
    _ finder: borrowing RouteFinder, _ table: RouteTable, _ text: String, _ note: String
  ) {
    let found = Array(text.utf8).withUnsafeBytes { finder.find($0) }
    let comment = Comment(rawValue: note)
    let wanted: Result<RouteMatch, any Error> = Result { try table.match(try Link(text)) }
    if let quick = table.quickMatch(text) { #expect((try? wanted.get()) == quick, comment) }
    guard !found.isUnclear else { return }
    switch wanted {
    case .success(let match):
      #expect(found.route == match.route && found.base == match.base, comment)
    case .failure(let error):
      guard case .notFound? = error as? MatchError else {
        Issue.record(comment)
        return
      }
      #expect(found.route == nil, comment)
    }
  }
}
