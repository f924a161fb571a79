import Analysis
import Diagnostics
import Links
import Navigation
import TestSupport
import Testing

// Goal: a check tells the truth about all links, and every witness is one. Method: random tables
// over a small world of links, by seed; what is claimed is compared with what the matcher does with
// each link of that world.
struct RandomTableTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `what is claimed about links is so`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (app, definition) = Self.app(&random)
    let findings = Check.findings(in: [app], of: definition)
    for finding in findings {
      #expect(finding.isConfirmed(by: definition), "seed \(seed): \(finding.summary)")
      #expect(finding.code != .routeUndecided, "seed \(seed): \(finding.summary)")
    }
    var reached: Set<Int> = []
    var losing: Set<Int> = []
    for link in Self.world {
      guard let match = try? definition.table.match(link) else { continue }
      reached.insert(match.route)
      for route in definition.routes.indices
      where route != match.route && !losing.contains(route)
        && definition.table.accepts(route: route, link: link)
      {
        losing.insert(route)
      }
    }
    let survey = RouteSurvey(definition.table)
    for (index, route) in definition.routes.enumerated() {
      let codes = Set(findings.filter { $0.position == route.position }.map(\.code))
      let isShadowed = codes.contains(.routeShadowed) || codes.contains(.redirectDead)
      #expect(!(isShadowed && reached.contains(index)), "seed \(seed): \(route.pattern)")
      let told = isShadowed || codes.contains(.routePartlyShadowed)
      #expect(told || !losing.contains(index), "seed \(seed): \(route.pattern)")
      if case .reached(let link, _) = survey.reach(of: index) {
        #expect(survey.winner(of: link) == index, "seed \(seed): \(route.pattern): \(link)")
      }
    }
  }

  /// Paths of up to three segments, with and without a query.
  private static let world: [Link] = {
    let words = ["a", "b", "A", "ab", "0", "7", "true", "zz"].map { "/" + $0 }
    let pairs = words.flatMap { first in words.map { first + $0 } }
    let triples = words.map { $0 + "/a/0" }
    let paths = ["", "/start"] + words + pairs + triples
    let queries = ["", "?q=0", "?q=true", "?q=a", "?q=~", "?q=0&r=0"]
    return paths.flatMap { path in
      queries.compactMap { try? Link((path.isEmpty ? "/" : path) + $0) }
    }
  }()

  private static let pieces = [
    "/a", "/b", "/A", "/true", "/false", "/0", "/:x", "/:i", "/:f", "/:o", "/a:x", "/:x([ab]+)",
    "/:x(a|true)", "/*", "/:x+", "{/a}?", "{/:x}?", "/:x(\\d)", "/:x(.b)",
  ]

  /// Draws routes until they can be loaded.
  private static func app(_ random: inout SplitMix64) -> (PluginDraft, AppDefinition) {
    while true {
      var app = PluginDraft("app")
      app.isCaseSensitive = random.chance(80)
      app.stack("main", start: "/start")
      app.route("/start", screen: "Start", line: 1)
      for number in 0..<(2 + random.below(7)) {
        addRoute(number, to: &app, &random)
      }
      if let definition = try? AppDefinition(plugins: [app]) { return (app, definition) }
    }
  }

  private static func addRoute(
    _ number: Int, to app: inout PluginDraft, _ random: inout SplitMix64
  ) {
    var path = ""
    var names = 0
    for _ in 0..<(1 + random.below(3)) {
      // Every name once in a path.
      let piece = random.pick(pieces)
      for character in piece {
        guard character == "x" else {
          path.append(character)
          continue
        }
        names += 1
        path += "x\(names)"
      }
    }
    let types: [(String, ValueType)] = [("i", .int), ("f", .bool), ("o", .oneOf(["a", "zz"]))]
    let used = types
    let items: [(String, ValueType)] = [
      ("q", random.pick([.int, .bool, .slug, .string, .oneOf(["a", "0"])])),
      ("r", random.pick([.int, .string])),
    ]
    let query = items.filter { _ in random.chance(20) }.map { ($0.0, $0.1, random.chance(40)) }
    app.route(path, screen: "S\(number)", line: 10 + number) {
      $0.params = used.filter { path.contains(":\($0.0)") }.map { (Located($0.0, at: nil), $0.1) }
      $0.query = query.map { (Located($0.0, at: nil), $0.1, $0.2) }
    }
  }
}
