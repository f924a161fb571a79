import Diagnostics
import Links
import Navigation

/// Patterns as in large apps, and matching paths. Generated from a seed, so that they are the same
/// everywhere.
struct GeneratedRoutes {
  /// The patterns; no two differ only in parameter names.
  let patterns: [String]
  private var random: SplitMix64

  /// An app with five patterns per feature: `/orders`, `/orders/:id`, `/orders/:id/edit`, …
  init(features: Int) {
    var random = SplitMix64(seed: 11)
    let words = Self.words(count: features * 2, &random)
    self.random = random
    patterns = (0..<features).flatMap { number in
      let feature = words[number]
      return [
        "/\(feature)", "/\(feature)/new", "/\(feature)/:id", "/\(feature)/:id/edit",
        "/\(feature)/:id/\(words[features + number])",
      ]
    }
  }

  /// The same routes with another text in place of `:id`.
  func replacingIDs(by text: String) -> GeneratedRoutes {
    GeneratedRoutes(
      patterns: patterns.map { pattern in
        pattern.split(separator: "/").map { "/" + ($0 == ":id" ? text : String($0)) }.joined()
      })
  }

  /// The same routes with one pattern for a list and its items: `/orders{/:id}?`.
  func withOptionalIDs() -> GeneratedRoutes {
    GeneratedRoutes(
      patterns: patterns.compactMap { pattern in
        let segments = pattern.split(separator: "/")
        if segments.count == 1 { return pattern + "{/:id}?" }
        return segments.count == 2 && segments[1] == ":id" ? nil : pattern
      })
  }

  /// Random patterns of one to five segments; the first is a literal, and parameters are not
  /// adjacent.
  init(count: Int) {
    var random = SplitMix64(seed: 5)
    let words = Self.words(count: max(60, count / 30), &random)
    var known: Set<String> = []
    var patterns: [String] = []
    while patterns.count < count {
      var pattern = ""
      var wasParameter = true
      for place in 0..<(1 + Int(random.next() % 5)) {
        wasParameter = !wasParameter && random.next() % 5 < 2
        pattern += wasParameter ? "/:p\(place)" : "/" + (random.pick(words) ?? "")
      }
      if known.insert(pattern).inserted { patterns.append(pattern) }
    }
    self.patterns = patterns
    self.random = random
  }

  init(patterns: [String]) {
    random = SplitMix64(seed: 7)
    self.patterns = patterns
  }

  /// Paths of random patterns, with values of many lengths that replace a segment from its colon
  /// on. About one in ten is altered to match no pattern.
  mutating func paths(count: Int) -> [String] {
    let splitPatterns = patterns.map { $0.split(separator: "/").map(String.init) }
    return (0..<count).map { _ in
      let segments = (random.pick(splitPatterns) ?? []).map { segment in
        let text = segment.prefix { $0 != ":" }
        return text.filter { $0 != "{" } + (text.utf8.count < segment.utf8.count ? value() : "")
      }
      let path = "/" + segments.joined(separator: "/")
      guard random.next() % 10 == 0 else { return path }
      switch random.next() % 3 {
      case 0: return path + "/nothing\(random.next() % 100)"
      case 1: return path + "x/" + value()
      default: return "/missing\(random.next() % 10_000)" + path
      }
    }
  }

  private mutating func value() -> String {
    switch random.next() % 4 {
    case 0: String(random.next() % 100_000)
    case 1: Self.word(&random) + "-" + String(random.next() % 1_000)
    case 2: Self.word(&random)
    default: String(random.next() >> 24, radix: 16)
    }
  }

  /// Distinct words of two to four syllables.
  private static func words(count: Int, _ random: inout SplitMix64) -> [String] {
    var known: Set<String> = []
    var words: [String] = []
    while words.count < count {
      let word = word(&random)
      if known.insert(word).inserted { words.append(word) }
    }
    return words
  }

  private static func word(_ random: inout SplitMix64) -> String {
    let consonants = ["b", "c", "d", "f", "g", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr"]
    let vowels = ["a", "e", "i", "o", "u", "ea", "ou"]
    return (0..<(2 + random.next() % 3)).map { _ in
      (random.pick(consonants) ?? "") + (random.pick(vowels) ?? "")
    }.joined()
  }
}

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

/// Route files of `count` routes, as in a large app: lists, items with an id, their sub-pages, and
/// searches; each with its screen. A file is at most as large as a route file may be.
///
/// - Parameter subPage: The last segment of a sub-page.
func generatedRouteFiles(routes count: Int, subPage: String = "reviews") -> [String] {
  let numbers = max(0, count - 3)
  return stride(from: 0, to: max(1, numbers), by: routesPerFile).map { first in
    var text = first == 0 ? appHead : "signalbox: 1\nplugin: generated\(first)\nroutes:\n"
    var screens = first == 0 ? "  Home: {}\n  Login: {}\n  Account: {}\n" : ""
    for number in first..<min(first + routesPerFile, numbers) {
      let (route, screen) = generatedRoute(number, subPage)
      text += "  - { \(route) }\n"
      screens += "  \(screen)\n"
    }
    return text + "screens:\n" + screens
  }
}

private let routesPerFile = 40_000

private let appHead = """
  signalbox: 1
  plugin: generated
  links: [big://, https://big.example]
  gates:
    login: { challenge: /login }
  coordinators:
    main: { kind: tabs, children: [home, account] }
    home: { kind: stack, start: / }
    account: { kind: stack, start: /account, gates: [login] }
  routes:
    - { path: /, screen: Home }
    - { path: /login, screen: Login, as: sheet }
    - { path: /account, screen: Account }

  """

/// The keys of a route, and its screen.
private func generatedRoute(_ number: Int, _ subPage: String) -> (route: String, screen: String) {
  let item = number / 4
  let path = generatedPath(item)
  return switch number % 4 {
  case 0:
    (
      "path: \(path), screen: List\(item), in: home",
      "List\(item): { title: List \(item), taps: { first: \(path)/1 } }"
    )
  case 1:
    (
      "path: \(path)/:id, screen: Item\(item), params: { id: int }, in: home, parents: [\(path)]",
      "Item\(item): { title: \"Item :id\", taps: { close: back } }"
    )
  case 2:
    (
      "path: \(path)/:id/\(subPage), screen: Reviews\(item), params: { id: int }, in: home, "
        + "parents: [\(path), \(path)/:id]",
      "Reviews\(item): {}"
    )
  default:
    (
      "path: \(path)/search/:term, screen: Search\(item), query: { sort: \"string?\" }, "
        + "in: account, gates: [login]",
      "Search\(item): { title: \"Found :term\" }"
    )
  }
}

/// The path of a list of `generatedRouteFiles`.
func generatedPath(_ item: Int) -> String { "/area\(item / 25)/items\(item)" }
