import Diagnostics
import Links
import Navigation

/// A plugin with `count` routes of the kinds that apps have: lists, details with typed and free
/// values, sub-pages, pages selected by a query, redirects, and a few regular expressions.
func generatedPlugin(routes count: Int) -> PluginDraft {
  var random = SplitMix64(seed: 11)
  var plugin = PluginDraft("generated")
  plugin.links("generated://")
  plugin.stack("main", start: "/")
  plugin.route("/", screen: "Home")
  var made = 1
  while made < count {
    let folder = "/" + word(&random) + "-\(made)"
    for kind in kinds where made < count {
      kind(folder, &plugin)
      made += 1
    }
  }
  return plugin
}

/// The routes of one folder of the table.
private let kinds: [@Sendable (String, inout PluginDraft) -> Void] = [
  { $1.route($0, screen: "List") },
  { $1.route($0 + "/:id", screen: "Detail") { $0.params = [("id", .int)] } },
  { $1.route($0 + "/:name", screen: "Named") },
  { $1.route($0 + "/new", screen: "Editor") },
  { $1.route($0 + "/:id/edit", screen: "Editor") { $0.params = [("id", .int)] } },
  { $1.route($0 + "/:name/:tab", screen: "Tab") { $0.params = [("tab", .oneOf(["a", "b"]))] } },
  { $1.route($0 + "/:name/reviews{/:page}?", screen: "Reviews") },
  { $1.route($0 + "/files/*", screen: "File") },
  { folder, plugin in
    plugin.route(folder + "/:id", screen: "Cast") {
      $0.params = [("id", .int)]
      $0.query = [("tab", .oneOf(["cast"]), false)]
    }
  },
  { $1.route($0 + "/day-:day(\\d{4}-\\d\\d)", screen: "Day") },
  { $1.redirect($0 + "/old/:id", to: $0 + "/:id") },
]

private func word(_ random: inout SplitMix64) -> String {
  let syllables = ["ka", "no", "mi", "ter", "lo", "sa", "ru", "ven", "di", "po"]
  return (0..<3).compactMap { _ in random.pick(syllables) }.joined()
}
