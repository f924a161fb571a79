import Diagnostics
import Links
import Navigation
import TestSupport

/// Random apps with several plugins, each with its own bases, and with redirects.
extension RandomTable {
  /// The links of `world` as paths from inside; the short ones without a query also under bases.
  static let wideWorld: [Link] = {
    let hosts = [
      "one://", "one://a/", "two://", "https://e.com/", "https://e.com/a/", "https://w.e.com/",
      "https://v.e.com/", "https://e.com#/", "https://e.com/a#/", "https://v.e.com#/",
    ]
    let short = world.filter {
      $0.text.utf8.count { $0 == UInt8(ascii: "/") } < 3 && $0.query.isEmpty
    }.map(\.text)
    return world
      + hosts.flatMap { host in
        short.compactMap { try? Link(host + String($0.dropFirst())) }
      }
  }()

  private static let bases = [
    "one://", "one://a", "two://", "https://e.com", "https://*.e.com", "https://w.e.com/a",
    "https://e.com#", "https://e.com/a#/b",
  ]

  /// Path pieces with few of those that make searches long.
  private static let plainPieces = [
    "/a", "/b", "/true", "/0", "/:x", "/:x", "/:i", "/:o", "/a:x", "/:x([ab]+)", "/:x+", "{/:x}?",
  ]

  private static let targets = [
    "/start", "/a", "/b/b", "/b/:x1", "/:x1", "/a/:x1", "/:x1/a", "/a-:x1", "/a?q=0", "/a/:x1?r=0",
    "/b/:x1/:x2", "/:x2/:x1", "/:x1/:x1", "/a/:x1?q=:x1", "one://a/b", "one://:x1",
  ]

  /// Draws plugins until an app can be built from them.
  /// - Parameter old: Plugins to start from; most of their routes and bases are kept.
  static func wide(
    _ random: inout SplitMix64, near old: [PluginDraft]? = nil
  ) -> (drafts: [PluginDraft], definition: AppDefinition) {
    var core = PluginDraft("core")
    core.links("z://")
    core.stack("main", start: "z://start")
    core.route("/start", screen: "Start", line: 1)
    while true {
      var drafts = old ?? (0..<(1 + random.below(2))).map { PluginDraft("p\($0)") }
      for index in drafts.indices { change(&drafts[index], index, isNew: old == nil, &random) }
      if let definition = try? AppDefinition(plugins: [core] + drafts) {
        return (drafts, definition)
      }
    }
  }

  private static func change(
    _ app: inout PluginDraft, _ index: Int, isNew: Bool, _ random: inout SplitMix64
  ) {
    if isNew || random.chance(20) {
      app.bases = []
      for base in bases where random.chance(25) { app.links(base) }
    }
    if isNew { app.isCaseSensitive = random.chance(80) }
    app.routes = app.routes.filter { _ in random.chance(80) }
    for number in 0..<(isNew ? 1 + random.below(4) : random.below(2)) {
      let place = 100 * index + app.routes.count + number
      addRoute(place, to: &app, from: plainPieces, piecesMax: 2, &random)
      guard random.chance(35), let path = app.routes.last?.path.value else { continue }
      let target = random.pick(targets)
      let names = ["x1", "x2"].filter { target.contains($0) }
      guard names.allSatisfy({ path.contains(":" + $0) }) else { continue }
      app.routes.removeLast()
      app.redirect(path, to: target, line: 10 + number)
    }
  }
}
