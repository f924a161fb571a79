import Diagnostics
import Navigation
import RouteFiles
import TestSupport

/// An app whose names are hard for languages, with every type of value.
enum TrialApp {
  /// The apps whose links every language must write as the table does.
  static let all: [@Sendable () throws -> AppDefinition] = plugins.map { plugins in
    { try AppDefinition(plugins: plugins()) }
  }

  static let definition = AppDefinition.valid(make())

  /// What `all` are built from.
  static let plugins: [@Sendable () throws -> [PluginDraft]] = [
    make,
    {
      let (plugins, errors) = RouteFolder.load([packageFolder + "/Routes"])
      guard errors.isEmpty else { throw DiagnosticList(errors) }
      return plugins
    },
  ]

  @Sendable static func make() -> [PluginDraft] {
    var app = PluginDraft("app")
    app.links("https://trial.example/app")
    app.links("trial://")
    app.links("trial://a/b")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    addNames(to: &app)
    addTypes(to: &app)
    addPaths(to: &app)
    app.redirect("/old/:id", to: "/int/:id")
    app.route("/only/inside/:id", screen: "Inside") {
      $0.bases = []
      $0.intent = "Open nothing"
    }
    app.route("/only/there", screen: "There") { $0.bases = ["https://there.example"] }
    var other = PluginDraft("other")
    other.links("other://")
    other.links("https://*")
    other.isCaseSensitive = false
    other.route("/only/Here", screen: "Only")
    return [app, other]
  }

  /// Names that a language reserves, that collide, or that are no identifiers.
  private static func addNames(to app: inout PluginDraft) {
    let names = [
      "class", "default", "init", "path", "link", "bases", "none", "self", "String", "Int", "Long",
      "List", "Base", "Day", "Companion", "AppRoute", "LinkText", "object", "ITEM", "Item", "item",
      "in", "is", "text", "hash", "URLPage", "route", "name", "constructor", "Boolean", "ULong",
    ]
    for (index, name) in names.enumerated() {
      app.route("/names/\(index)", screen: "S\(index)") { $0.name = Located(name, at: nil) }
    }
    app.route("/twice/a/:x", screen: "Twice")
    app.route("/twice/b/:x", screen: "Twice")
    let query = [
      "in", "class", "let", "fun", "values", "link", "route", "this", "self", "é", "한글", "film-id",
      "film_id", "9", "text", "base", "items", "true", "null", "it", "value", "LinkText",
    ]
    app.route("/values/:é/:$/*", screen: "Values") {
      $0.query = query.filter { $0 != "é" }.map { (Located($0, at: nil), .string, false) }
    }
    app.route("/choices/:choice", screen: "Choices") {
      let texts = [
        "class", "none", "None", "\u{e9}", "e\u{301}", "★", "1", "a b", "$x", "\"\\", "..", "a/b",
        "Companion", "String", "allCases",
      ]
      $0.params = [("choice", .oneOf(texts))]
      $0.query = [("choice-2", .oneOf(["a", "b"]), true), ("choice_2", .oneOf(["c"]), false)]
      $0.intent = "Choose"
    }
  }

  private static func addTypes(to app: inout PluginDraft) {
    let types: [(String, ValueType)] = [
      ("int", .int), ("uint", .uint), ("number", .number), ("bool", .bool), ("uuid", .uuid),
      ("date", .date), ("slug", .slug), ("string", .string),
    ]
    for (name, type) in types {
      app.route("/\(name)/:id", screen: "T\(name)") {
        $0.params = [("id", type)]
        $0.intent = Located("Open \(name) \"1\"", at: nil)
      }
      app.route("/optional/\(name){/:id}?", screen: "O\(name)") {
        $0.params = [("id", type)]
        $0.query = [("q", type, true), ("r", type, false)]
        $0.intent = "Open what may be missing"
      }
    }
  }

  private static func addPaths(to app: inout PluginDraft) {
    app.route("/é ü/:a-:b/x{/:c}?{/y-:d}?", screen: "Pieces")
    app.route("/files/*", screen: "Files")
    app.route("/tags/:tag+", screen: "Tags") { $0.params = [("tag", .int)] }
    app.route("/maybe/:tag*", screen: "Maybe")
    app.route(#"/seat-:row(\d+)"#, screen: "Seat") { $0.query = [("row", .string, false)] }
    app.route("/q", screen: "Query") { $0.query = [("e", .expression(expression), false)] }
    app.route("/page", screen: "Page") {
      $0.query = [("n", .int, true)]
      $0.ignoredMisfits = ["n"]
    }
    app.route("/parts", screen: "Parts") {
      $0.parts = [.scheme, .host]
      $0.query = [("a b&", .string, true)]
    }
  }

  private static let expression: ValueExpression = {
    do { return try ValueExpression(#"(\d+)"#) } catch { preconditionFailure("\(error)") }
  }()
}
