import Navigation
import PlatformGeneration
import TestSupport
import Testing

/// The components of generated files, in order.
struct AssociationRuleTests {
  /// Routes and the components of their file; `-` in front of a pattern refuses its links, and
  /// `?q` after it requires an item.
  struct Row: Sendable, CustomTestStringConvertible {
    let routes: [String]
    let components: [String]
    let notes: [String]
    var testDescription: String { routes.joined(separator: " ") }

    init(_ routes: [String], _ components: [String], notes: [String] = []) {
      self.routes = routes
      self.components = components
      self.notes = notes
    }
  }

  static let rows = [
    Row(["/a", "/b/c"], ["/a", "/b/c"]),
    Row(["/", "/é", "/a b"], ["/", "/%C3%A9", "/a%20b"]),
    // One rule that matches everything needs no other.
    Row(["/*", "/a", "/b/:x"], ["/?*"]),
    Row(["/:x", "/a"], ["-/?*/?*", "/?*"]),
    // Deeper links are excluded, since ?* matches slashes, unless a rule claims them.
    Row(["/a/:x", "/b/*"], ["/b/?*", "-/?*/?*/?*", "/a/?*"]),
    Row(["/a/:x", "/a/*"], ["/a/?*"]),
    Row(["/a/:x", "/a/:x/b"], ["-/?*/?*/?*/?*", "/a/?*/b", "-/?*/?*/?*", "/a/?*"]),
    // What is refused comes first if something else claims it, and is left out if nothing does.
    Row(["/*", "-/help/*"], ["-/help/?*", "/?*"]),
    Row(["/a", "-/help/*"], ["/a"]),
    Row(["/:x", "-/help"], ["-/help", "-/?*/?*", "/?*"]),
    Row(["-/*", "/a"], ["/a"]),
    // A refused shape with a slash in its way keeps a rest from coming first.
    Row(
      ["/*", "-/a/:x/b"], ["/?*/?*/?*/?*", "-/a/?*/b", "/?*/?*/?*", "/?*/?*", "/?*"]),
    // Exactly the digits, by two rules; the first only if nothing else claims its links.
    Row(
      ["/m/:i"], ["-/m/*$(notInteger)*", "/m/*$(digit)"],
      notes: ["exceeds 64 bits", "contains '*'"]),
    Row(
      ["/m/:i", "/:x/b"], ["-/?*/?*/?*", "/m/$(oneOf)*", "/?*/b"],
      notes: ["exceeds 64 bits", "only the first character"]),
    Row(["/m/:i", "/m/:x"], ["-/?*/?*/?*", "/m/?*"]),
    Row(
      ["/m/:i/a", "/m/x/:y"],
      ["-/?*/?*/?*/?*", "/m/x/?*", "-/m/*$(notInteger)*/a", "/m/*$(digit)/a"],
      notes: ["exceeds 64 bits", "contains '*'"]),
    // Routes that begin alike share the first rule.
    Row(
      ["/m/:i/a", "/m/:i/b", "/m/x/c"],
      [
        "/m/x/c", "-/m/*$(notInteger)*/?*", "/m/*$(digit)/a", "/m/*$(digit)/b",
      ],
      notes: [
        "a: the file also claims links in which a value",
        "b: the file also claims links in which a v",
        "a: the file also claims links in which a whole",
        "b: the file also claims links in which a w",
      ]),
    Row(["/k/:e"], ["/k/$(e)"]),
    Row(["/s{/:e}?"], ["/s", "/s/$(e)"]),
    Row(["/a?q"], [#"/a {"q":"?*"}"#]),
    Row(["/a?q", "/a"], ["/a"]),
    Row(["/$\\(x", "/a\\*b"], ["/$(dollar)(x", "/a?b"], notes: ["replaces a '*'"]),
    Row(["/:x-:y"], ["-/?*/?*", "/?*-?*"]),
    Row(["/a:x/*"], ["/a?*/?*/?*", "/a?*/?*"], notes: ["slash is part"]),
    Row(["/x*"], ["/x*"]), Row(["/a/*/b"], ["/a/?*/b"]),
  ]

  @Test(arguments: rows)
  func `rules are as few as they can be, and in the order that decides`(_ row: Row) throws {
    let definition = try Self.definition(row.routes)
    let file = AssociationGenerator(definition).file(host: "x.example", appID: "A.b")
    #expect(Self.components(of: file.text) == row.components, "\(file.text)")
    #expect(file.notes.count == row.notes.count, "\(file.notes.map(\.text))")
    for note in row.notes { #expect(file.notes.contains { $0.text.contains(note) }) }
  }

  static func definition(_ routes: [String], base: String = "https://x.example") throws
    -> AppDefinition
  {
    var app = PluginDraft("app")
    app.links(base)
    app.stack("home", start: "/start")
    // Under another base, so that files do not show it.
    var start = PluginDraft("start")
    start.links("start://")
    start.route("/start", screen: "Start")
    for (number, text) in routes.enumerated() {
      let isRefused = text.hasPrefix("-")
      let pattern = text.drop { $0 == "-" }
      let hasItem = pattern.hasSuffix("?q")
      let path = String(hasItem ? pattern.dropLast(2) : pattern)
      var draft = RouteDraft(path: Located(path, at: nil))
      draft.screen = isRefused ? nil : Located("S\(number)", at: nil)
      draft.presentation = isRefused ? .refuse : .push
      if pattern.contains(":i") { draft.params = [("i", .int)] }
      if pattern.contains(":e") { draft.params = [("e", .oneOf(["x", "y"]))] }
      if hasItem { draft.query = [("q", .string, false)] }
      app.routes.append(draft)
    }
    return try AppDefinition(plugins: [app, start])
  }

  /// The paths of the components with their queries; excluded ones with `-` in front.
  static func components(of text: String) -> [String] {
    text.split(separator: "\n").filter { $0.contains("{ \"/\": \"") }.map { line in
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      let query = line.split(separator: "\"?\": ").dropFirst().first.map {
        " " + $0.prefix { $0 != "}" }.replacing(" ", with: "") + "}"
      }
      return (line.contains("exclude") ? "-" : "") + parts[3] + (query ?? "")
    }
  }

  @Test func `a base with a path, in the fragment, or for further labels`() throws {
    func file(_ base: String, host: String) throws -> String {
      AssociationGenerator(try Self.definition(["/a", "/b/:x"], base: base))
        .file(host: host, appID: "A.b").text
    }
    #expect(
      Self.components(of: try file("https://x.example/app", host: "x.example"))
        == ["/app/a", "-/?*/?*/?*/?*", "/app/b/?*"])
    #expect(
      try file("https://x.example/p#/r", host: "x.example")
        .contains(##"{ "/": "/p", "#": "/r/b/?*" }"##))
    let wildcard = AssociationGenerator(try Self.definition(["/a"], base: "https://*.x.example"))
    #expect(wildcard.hosts == ["*.x.example"])
    #expect(wildcard.covers("www.x.example") && !wildcard.covers("x.example"))
  }

  @Test func `a redirect counts as what it leads to`() throws {
    var app = PluginDraft("app")
    app.links("https://x.example")
    app.stack("home", start: "/home")
    app.route("/home", screen: "Home")
    app.redirect("/old", to: "/home")
    app.redirect("/out", to: "/help/1")
    app.redirect("/m/:x", to: "/help/:x")
    var help = RouteDraft(path: "/help/:x")
    help.presentation = .outside
    app.routes.append(help)
    let file = AssociationGenerator(try AppDefinition(plugins: [app]))
      .file(host: "x.example", appID: "A.b")
    #expect(Self.components(of: file.text) == ["/home", "/old"])
  }
}
