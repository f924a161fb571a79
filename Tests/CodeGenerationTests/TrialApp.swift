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
    addAmbiguousPaths(to: &app)
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
    other.route("/only/:a-x-:b", screen: "Folded")
    return [app, other]
  }

  /// Names that a language reserves, that collide, or that are no identifiers.
  private static func addNames(to app: inout PluginDraft) {
    let names = [
      "class", "default", "init", "path", "link", "bases", "none", "self", "String", "Int", "Long",
      "List", "Base", "Day", "Companion", "AppRoute", "LinkText", "object", "ITEM", "Item", "item",
      "in", "is", "text", "hash", "URLPage", "route", "name", "constructor", "Boolean", "ULong",
      "Definition", "plugin0", "opening", "LinkPiece", "LinkReading", "Piece", "read",
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

  /// An app with every type of value.
  static func plain() -> PluginDraft {
    var app = PluginDraft("app")
    app.links("https://trial.example")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    addTypes(to: &app)
    addAmbiguousPaths(to: &app)
    app.route("/q", screen: "Query") { $0.query = [("e", .expression(expression), false)] }
    return app
  }

  /// An app with each name as a route, a value, an entry of a list, a list and an intent.
  static func named(_ names: [String]) -> PluginDraft {
    var app = PluginDraft("app")
    app.links("https://trial.example")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    for (index, name) in names.enumerated() {
      app.route("/names/\(index)", screen: "S\(index)") { $0.name = Located(name, at: nil) }
      if name.hasPrefix("Open") {
        app.route("/intents/\(index)", screen: "I\(index)") {
          $0.name = Located(String(name.dropFirst(4)), at: nil)
          $0.intent = "Open it"
        }
      }
    }
    for start in stride(from: 0, to: names.count, by: 20) {
      app.route("/lists/\(start)", screen: "L\(start)") {
        // A name without letters adds nothing to that of a list.
        $0.name = Located(String(repeating: "-", count: start + 1), at: nil)
        $0.query = names[start...].prefix(20).map { (Located($0, at: nil), .oneOf([$0]), false) }
        $0.intent = "Open it"
      }
    }
    return app
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

  /// Paths that can be read as other values than they were written from.
  private static func addAmbiguousPaths(to app: inout PluginDraft) {
    app.route("/file/:name.:ext", screen: "File")
    app.route("/three/:a-:b.:c", screen: "Three")
    app.route("/beside/:a:b", screen: "Beside")
    app.route("/article/:title-:id", screen: "Article") { $0.params = [("id", .int)] }
    app.route("/slugs/:a-:b", screen: "Slugs") { $0.params = [("a", .slug), ("b", .slug)] }
    app.route("/list/:a-:b", screen: "List1") { $0.params = [("b", .oneOf(["y", "a.b", "X-b"]))] }
    app.route(#"/expression/:a-:b(\d+)"#, screen: "Numbered")
    app.route("/oo/:x?/y/:z?", screen: "Optional")
    app.route("/either/:x?/:y?", screen: "Either") { $0.params = [("y", .int)] }
    app.route("/rests/*/b/*", screen: "Rests")
  }

  private static let expression: ValueExpression = {
    do { return try ValueExpression(#"(\d+)"#) } catch { preconditionFailure("\(error)") }
  }()
}
