import Diagnostics
import Links
import Navigation
import TestSupport

/// Random apps by seed, and a small set of links that distinguishes their routes.
enum RandomTable {
  /// Links with paths of up to three segments, with and without a query.
  static let world: [Link] = {
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

  /// Draws routes until an app can be built from them.
  /// - Parameter old: An app to start from; most of its routes are kept.
  static func app(
    _ random: inout SplitMix64, near old: PluginDraft? = nil
  ) -> (draft: PluginDraft, definition: AppDefinition) {
    while true {
      var app = PluginDraft("app")
      app.isCaseSensitive = old?.isCaseSensitive ?? random.chance(80)
      app.stack("main", start: "/start")
      app.route("/start", screen: "Start", line: 1)
      let kept = (old?.routes.dropFirst() ?? []).filter { _ in random.chance(75) }
      app.routes += kept
      let count = old == nil ? 2 + random.below(7) : random.below(3)
      for number in 0..<count { addRoute(kept.count + number, to: &app, &random) }
      if let definition = try? AppDefinition(plugins: [app]) { return (app, definition) }
    }
  }

  static func addRoute(
    _ number: Int, to app: inout PluginDraft, from pieces: [String] = pieces,
    piecesMax: Int = 3, _ random: inout SplitMix64
  ) {
    var path = ""
    var names = 0
    for _ in 0..<(1 + random.below(piecesMax)) {
      // A name may occur only once in a path.
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
