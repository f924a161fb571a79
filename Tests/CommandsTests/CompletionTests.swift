import Commands
import FileAccess
import Links
import Navigation
import TestSupport
import Testing

@MainActor
struct CompletionTests {
  nonisolated static let rows: [(line: String, completions: [String])] = [
    ("op", ["open"]),
    ("re", ["ready", "redo", "reload", "revoke"]),
    ("  un", ["undo"]),
    ("/mov", ["/movies", "/movies/"]),
    ("open /mov", ["/movies", "/movies/"]),
    ("open ci", ["cinema://"]),
    ("open cinema://mo", ["cinema://movies", "cinema://movies/"]),
    (
      "why https://cinema.example/s",
      [
        "https://cinema.example/search/", "https://cinema.example/subscribe",
      ]
    ),
    ("open https://cinema.ex", ["https://cinema.example/"]),
    ("open /movies/abc/", []),
    (
      "open ",
      [
        "/", "/checkout", "/extras", "/film/", "/library", "/login", "/movies", "/movies/",
        "/search/", "/subscribe", "/terms", "cinema://", "https://cinema.example/",
      ]
    ),
    ("open \"/mov", ["\"/movies", "\"/movies/"]),
    ("goto ", ["0", "1"]),
    ("expect deferred ", ["none"]),
    ("open /movies/42/", ["/movies/42/reviews"]),
    ("/movies/42/r", ["/movies/42/reviews"]),
    ("why cinema://movies/42/", ["cinema://movies/42/reviews"]),
    ("open https://cinema.example/movies/42/", ["https://cinema.example/movies/42/reviews"]),
    ("open /movies//", []),
    ("open /nowhere/42/", []),
    ("open /movies ", ["inside"]),
    ("tap ", ["buy", "close", "reviews"]),
    ("tap r", ["reviews"]),
    ("tab ", ["home", "library"]),
    ("satisfy p", ["premium"]),
    ("satisfy premium ", []),
    ("dirty ", ["off", "on"]),
    ("pop ", ["Home", "Movies"]),
    ("link mo", ["movie"]),
    ("link movie ", ["id=", "ref="]),
    ("link movie id=1 ", ["ref="]),
    ("expect s", ["screen", "show", "stack"]),
    ("expect screen Mov", ["Movie", "Movies"]),
    ("expect screen Movie ", ["id=", "id=42", "ref="]),
    ("expect stack h", ["home:"]),
    ("expect gate login ", ["closed", "open"]),
    ("expect outcome de", ["deferred", "deferred(login)", "deferred(premium)"]),
    ("expect outcome refused(no-", ["refused(no-flow)"]),
    ("expect transitions push re", ["redirect", "replace", "resume"]),
    ("help co", ["codes", "cold", "confirm"]),
    ("nonsense ", []),
    ("back ", []),
  ]

  @Test(arguments: rows)
  func completion(line: String, completions: [String]) {
    var interpreter = Prompt(definition: TestApp.definition)
    _ = interpreter.run("/movies/42")
    #expect(interpreter.completions(line: line, cursorByte: line.utf8.count) == completions)
    // Text after the cursor is ignored, and any cursor position is accepted.
    #expect(
      interpreter.completions(line: line + "zz", cursorByte: line.utf8.count) == completions)
    for cursor in [-1, 0, 1, Int.max, Int.min] {
      _ = interpreter.completions(line: line, cursorByte: cursor)
    }
  }

  @Test func `waiting links and texts of an enumeration are completed`() throws {
    var draft = PluginDraft("app")
    draft.stack("main", start: "/")
    draft.gate("login", challenge: "/login")
    draft.route("/", screen: "Home")
    draft.route("/login", screen: "Login") { $0.presentation = .sheet }
    draft.route("/me", screen: "Me") { $0.gates = ["login"] }
    draft.route("/list/:kind/:id", screen: "List") {
      $0.params = [("kind", .oneOf(["new", "old"]))]
    }
    var prompt = Prompt(definition: try AppDefinition(plugins: [draft]))
    func completions(_ line: String) -> [String] {
      prompt.completions(line: line, cursorByte: line.utf8.count)
    }
    _ = prompt.run("/me")
    #expect(completions("expect deferred ") == ["/me", "none"])
    #expect(completions("open /list/") == ["/list/new/", "/list/old/"])
    #expect(completions("open /list/n") == ["/list/new/"])
  }

  @Test func `links are completed segment by segment, with query items and placeholders`() throws {
    var draft = PluginDraft("app")
    draft.bases = [Located("app://", at: nil)]
    draft.stack("main", start: "/")
    draft.route("/", screen: "Home")
    draft.route("/a/:id/edit/now", screen: "Edit") { $0.params = [("id", .int)] }
    draft.route("/a/:id", screen: "Item") {
      $0.params = [("id", .int)]
      $0.query = [
        (Located("kind", at: nil), .oneOf(["new", "old"]), true),
        (Located("page", at: nil), .uint, true),
        (Located("all", at: nil), .bool, true),
      ]
    }
    draft.route("/a/list", screen: "List")
    draft.route("/set{/:section}?", screen: "Set")
    var prompt = Prompt(definition: try AppDefinition(plugins: [draft]))
    let rows: [(line: String, completions: [String], placeholders: [String])] = [
      ("/", ["/", "/a/", "/set"], []),
      ("open ", ["/", "/a/", "/set", "app://"], []),
      ("open /a/", ["/a/list"], [":id (int)"]),
      ("open app://a/", ["app://a/list"], [":id (int)"]),
      ("why \"/a/", ["\"/a/list"], [":id (int)"]),
      ("/a/1/", ["/a/1/edit/"], []),
      ("/a/x/", [], []),
      ("/a/1/edit/", ["/a/1/edit/now"], []),
      ("/a/1?", ["/a/1?all=", "/a/1?kind=", "/a/1?page="], []),
      ("app://a/1?", ["app://a/1?all=", "app://a/1?kind=", "app://a/1?page="], []),
      ("/a/1?kind=new&p", ["/a/1?kind=new&page="], []),
      ("/a/1?kind=new&k", [], []),
      ("/a/1?kind=", ["/a/1?kind=new", "/a/1?kind=old"], []),
      ("/a/1?all=t", ["/a/1?all=true"], []),
      ("/a/1?page=", [], ["page (uint)"]),
      ("/a/x?", [], []),
      ("open /a/1 ", ["inside"], []),
      ("op", ["open"], []),
    ]
    for row in rows {
      let cursor = row.line.utf8.count
      #expect(
        prompt.completions(line: row.line, cursorByte: cursor) == row.completions, "\(row.line)")
      let placeholders = prompt.interpreter.placeholders(
        line: row.line, cursorByte: cursor, on: prompt.workspace)
      #expect(placeholders == row.placeholders, "\(row.line)")
    }
  }

  @Test func `case is ignored if the inputrc says so`() {
    var prompt = Prompt(definition: TestApp.definition)
    for (line, expected) in [
      ("OP", ["open"]), ("expect screen mov", ["Movie", "Movies"]),
      ("open /MOV", ["/movies", "/movies/"]),
    ] {
      let found = prompt.interpreter.completions(
        line: line, cursorByte: line.utf8.count, ignoresCase: true, on: &prompt.workspace)
      #expect(found == expected)
      #expect(prompt.completions(line: line, cursorByte: line.utf8.count).isEmpty)
    }
  }

  @Test(arguments: [
    ("o", ["one.nav"]), ("", ["one.nav", "scripts/"]), ("scr", ["scripts/"]),
    ("scripts/", ["scripts/two.nav"]), (".", [".hidden.nav"]), ("none/", []),
  ])
  func files(typed: String, names: [String]) throws {
    let folder = try TemporaryFolder()
    try createFolder(folder.path + "/scripts")
    for name in ["one.nav", "scripts/two.nav", ".hidden.nav", "with blank.nav"] {
      try writeFile("\(folder.path)/\(name)", [])
    }
    var interpreter = Prompt(definition: TestApp.definition)
    let line = "source \(folder.path)/\(typed)"
    let found = interpreter.completions(line: line, cursorByte: line.utf8.count)
    #expect(found == names.map { "\(folder.path)/\($0)" })
  }
}
