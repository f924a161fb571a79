import Diagnostics
import Links
import Navigation
import TestSupport

/// Random routes for generated files, and random links for them.
struct RandomTable {
  /// Which patterns are used.
  enum Kind: Sendable {
    /// Whole segments of types that the formats describe, and rests at the end.
    case plain
    /// Also several parameters in a segment, expressions, repetitions and rests in the middle.
    case any
  }

  let definition: AppDefinition
  let bases: [String]
  private let patterns: [String]

  private static let values = [
    "a", "b", "abc", "ABC", "x-y", "a_b", "1", "42", "007", "-1", "1a", "a1", "--1", "1-2", "-",
    "1.5", "-1e5", "true", "film", "song", "Film", "%C3%A9", "%2C", "a.png", "a.b.png", "x.txt",
    "2024-02-29", "2024-1-1", "2024-19-39", "f47ac10b-58cc-4372-a567-0e02b2c3d479",
    "F47AC10B-58CC-4372-A567-0E02B2C3D47", "new", "1-a", "a-b-c", "99999999999999999999", "b*c",
    "files", "row-1-seat-2", "row-x-seat-2",
  ]

  /// Draws routes until they are valid together.
  init(_ random: inout SplitMix64, _ kind: Kind, bases: [String]) {
    self.bases = bases
    while true {
      var app = PluginDraft("random")
      for base in bases { app.links(base) }
      app.isCaseSensitive = random.chance(80)
      app.stack("home", start: "/home")
      app.route("/home", screen: "Home")
      app.screen("Home") { _ in }
      for number in 0..<(1 + random.below(9)) {
        // Two routes with such pieces can take minutes to compare.
        let hasRest = app.routes.contains { $0.path.value.contains(where: "+*".contains) }
        Self.add(number, to: &app, hasRest ? .plain : kind, &random)
      }
      guard let definition = try? AppDefinition(plugins: [app]) else { continue }
      self.definition = definition
      patterns = app.routes.map(\.path.value)
      return
    }
  }

  private static func add(
    _ number: Int, to app: inout PluginDraft, _ kind: Kind, _ random: inout SplitMix64
  ) {
    var draft = RouteDraft(path: "")
    var pattern = ""
    for place in 0..<random.pick([1, 1, 2, 2, 2, 3, 3, 4]) {
      pattern += segment("p\(place)", kind, &draft, &random)
    }
    if random.chance(20) { pattern += "/*" }
    if kind == .any, random.chance(15) { pattern = "/:first*" + pattern }
    draft.path = Located(pattern, at: nil)
    if random.chance(15) {
      draft.query = [
        ("q", random.pick([.string, .oneOf(["film", "song"]), .uint]), random.chance(50))
      ]
    }
    switch random.below(10) {
    case 0: draft.presentation = .outside
    case 1: draft.presentation = .refuse
    case 2: draft.redirect = random.chance(70) ? "/home" : "/missing/page"
    default:
      draft.screen = Located("S\(number)", at: nil)
      app.screen("S\(number)") { _ in }
    }
    app.routes.append(draft)
  }

  private static func segment(
    _ name: String, _ kind: Kind, _ draft: inout RouteDraft, _ random: inout SplitMix64
  ) -> String {
    func typed(_ type: ValueType) -> String {
      draft.params.append((Located(name, at: nil), type))
      return "/:" + name
    }
    switch random.below(kind == .plain ? 14 : 22) {
    case 0...4: return "/" + random.pick(["a", "b", "abc", "files", "new", "film", "é"])
    case 5, 6: return "/:" + name
    case 7: return typed(.int)
    case 8: return typed(.uint)
    case 9: return typed(.slug)
    case 10: return typed(random.pick([.bool, .oneOf(["film", "song", "a"])]))
    case 11: return typed(random.pick([.uuid, .date, .number]))
    case 12: return "{/" + random.pick(["a", "new", "b"]) + "}?"
    case 13: return "{/:\(name)}?"
    case 14:
      return "/:\(name)("
        + random.pick(["\\d+", "[a-z]+", "\\w+\\.(?:png|txt)", "[^/]+", "(?:a|b)c?"]) + ")"
    case 15: return "/row-:\(name)(\\d+)-seat-:\(name)b"
    case 16: return "/:\(name)-:\(name)b"
    case 17: return "/:\(name).png"
    case 18: return "/:\(name)+"
    case 19: return "/:\(name)(.+)"
    case 20: return "/a:\(name)"
    default: return "/*/" + random.pick(["a", "b"])
    }
  }

  /// A link, mostly similar to one of a route.
  func link(_ random: inout SplitMix64) -> String {
    var path = ""
    let pattern = random.pick(patterns)
    let guide = random.chance(70) ? pattern.split(separator: "/").map { String($0) } : []
    for place
      in 0..<(guide.isEmpty ? random.below(5) : guide.count + random.pick([0, 0, 0, 1, -1]))
    {
      let isLiteral =
        guide.indices.contains(place) && guide[place].allSatisfy { $0.isLetter && $0.isASCII }
      if isLiteral, random.chance(90) {
        path += "/" + guide[place]
      } else if guide.indices.contains(place), guide[place] == "é" {
        path += "/%C3%A9"
      } else {
        path += "/" + random.pick(Self.values)
      }
    }
    let query = random.pick([
      "", "", "", "", "?q=film", "?q=1", "?q=x", "?other=1", "?other=1&q=song",
    ])
    let base = random.pick(bases)
    // A slash at the end of a fragment counts for Apple.
    let end = random.chance(10) && !base.contains("#") ? "/" : ""
    if base.contains("#") {
      let start = base.hasSuffix("/") ? String(base.dropLast()) : base
      return start + (path.isEmpty ? "/" : path)
    }
    if base.hasSuffix("://") { return base + path.dropFirst() + end + query }
    return base.replacing("*.", with: "www.") + path + end + query
  }
}

extension AppDefinition {
  /// Whether a link opens something in the app.
  func opens(_ link: String) -> Bool {
    guard let found = try? resolve(link) else { return false }
    return if case .browser = self[found.route].target { false } else { true }
  }

  /// The route that a link matches, redirects not followed.
  func route(of link: String) -> Int? {
    guard let link = try? Link(link) else { return nil }
    return try? table.match(link).route
  }
}
