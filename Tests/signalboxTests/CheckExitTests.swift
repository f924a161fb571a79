import Diagnostics
import FileAccess
import JSONCodec
import TestSupport
import Testing

/// Exit codes and output streams of `check` and `diff`, as a shell and CI see them.
struct CheckExitTests {
  private static let clean = """
    signalbox: 1
    plugin: shop
    links: [shop://]
    coordinators: { main: { kind: stack, start: / } }
    routes:
      - { path: /, screen: Home }
      - { path: "/items/:id", screen: Item }
    screens:
      Home: {}
      Item: {}

    """

  /// Routes to add, and the expected findings.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let routes: [String]
    let status: String
    let strict: String
    let tally: String
    let findings: [String]
    let location: SourceLocation

    init(
      _ name: String, routes: [String] = [], status: String, strict: String, _ tally: String,
      _ findings: String..., location: SourceLocation = #_sourceLocation
    ) {
      self.name = name
      self.routes = routes
      self.status = status
      self.strict = strict
      self.tally = tally
      self.findings = findings
      self.location = location
    }

    var testDescription: String { name }
  }

  static let rows = [
    Row("clean", status: "0", strict: "0", "1 plugin, 2 routes: 0 errors, 0 warnings"),
    Row(
      "a note that needs no action", routes: ["/items/new, screen: Home"],
      status: "0", strict: "0", "1 plugin, 3 routes: 0 errors, 0 warnings"),
    Row(
      "a warning", routes: ["/Items, screen: Home", "/items, screen: Item"],
      status: "0", strict: "1", "1 plugin, 4 routes: 0 errors, 1 warning",
      "warning route/case-twin"),
    Row(
      "an error", routes: ["/old/:path+, screen: Home", "/old/*, screen: Item"],
      status: "1", strict: "1", "1 plugin, 4 routes: 1 error, 0 warnings",
      "error route/shadowed"),
    Row(
      "an error that refuses to load", routes: ["/items/:name, screen: Home"],
      status: "1", strict: "1", "1 error, 0 warnings", "error route/conflict"),
    Row(
      "no YAML", routes: ["["], status: "1", strict: "1", "1 error, 0 warnings",
      "error yaml/syntax"),
  ]

  private func file(
    _ name: String, adding routes: String..., in folder: TemporaryFolder
  ) throws -> String {
    try file(name, adding: routes, in: folder)
  }

  private func file(
    _ name: String, adding routes: [String], in folder: TemporaryFolder
  ) throws -> String {
    // Block style, in which a path needs no quotes.
    let lines = routes.map { "  - path: " + $0.replacing(", ", with: "\n    ") + "\n" }.joined()
    return try folder.file(name, Self.clean.replacing("screens:\n", with: lines + "screens:\n"))
  }

  @Test(arguments: rows)
  func `the worst finding decides the exit code of check`(_ row: Row) throws {
    let folder = try TemporaryFolder()
    let file = try file("shop.yaml", adding: row.routes, in: folder)
    let plain = try CommandRun("check --routes \(file)")
    #expect(plain.status == row.status, sourceLocation: row.location)
    #expect(plain.output.hasSuffix(row.tally + "\n"), "\(plain)", sourceLocation: row.location)
    #expect(plain.errors == "", sourceLocation: row.location)
    let strict = try CommandRun("check --strict --routes \(file)")
    #expect(strict.status == row.strict, sourceLocation: row.location)
    #expect(strict.output == plain.output, sourceLocation: row.location)
    let json = try CommandRun("check --json --routes \(file)")
    #expect(json.status == row.status && json.errors == "", sourceLocation: row.location)
    var lines = json.output.split(separator: "\n")
    let last = try #require(lines.last)
    lines.removeLast()
    let summary = try JSON(parsing: String(last))
    let count = row.findings.count { $0.hasPrefix("error ") }
    #expect(summary["errors"] == JSON(count), sourceLocation: row.location)
    let found = try lines.map { line in
      let finding = try JSON(parsing: Array(line.utf8))
      #expect(finding["file"]?.stringValue == file, "\(line)", sourceLocation: row.location)
      #expect(finding["message"]?.stringValue?.isEmpty == false, sourceLocation: row.location)
      let words = ["severity", "code"].map { finding[$0]?.stringValue ?? "" }
      return words.joined(separator: " ")
    }
    #expect(found == row.findings, sourceLocation: row.location)
    #expect(
      try CommandRun("check --json --strict --routes \(file)").status == row.strict,
      sourceLocation: row.location)
  }

  @Test func `notes that need no action are printed with --notes only`() throws {
    let folder = try TemporaryFolder()
    let file = try file(
      "shop.yaml", adding: "/items/new, screen: Home", "/go/:page/x, redirect: '/:page/new'",
      in: folder)
    #expect(
      try CommandRun("check --json --routes \(file)").output
        == #"{"plugins":1,"routes":4,"errors":0,"warnings":0,"notes":0}"# + "\n")
    let notes = try CommandRun("check --json --notes --routes \(file)")
    #expect(notes.output.contains("route/partly-shadowed"), "\(notes)")
    #expect(notes.output.contains("redirect/nothing"), "\(notes)")
    #expect(notes.output.split(separator: "\n").count == 3 && notes.status == "0", "\(notes)")
    let text = try CommandRun("check --notes --routes \(file)")
    #expect(text.output.hasSuffix("1 plugin, 4 routes: 0 errors, 0 warnings, 2 notes\n"))
  }

  @Test func `the bundled app has no notes`() throws {
    let run = try CommandRun("check --notes --json --routes \(packageFolder)/Routes")
    #expect(run.output.hasSuffix(#""errors":0,"warnings":0,"notes":0}"# + "\n"), "\(run)")
    #expect(run.status == "0")
  }

  @Test(arguments: ["check", "check --strict", "check --json"])
  func `unreadable routes and usage errors give exit code 2`(_ command: String) throws {
    let folder = try TemporaryFolder()
    // A folder with a dangling link, and a missing file.
    let routes = try folder.folder("routes")
    _ = try folder.link("routes/shop.yaml", to: "nowhere")
    let dangling = try CommandRun("\(command) --routes \(routes)")
    #expect(dangling.status == "2", "\(dangling)")
    #expect(dangling.output.contains("file/unreadable"), "\(dangling)")
    let missing = try CommandRun("\(command) --routes \(folder("missing.yaml"))")
    #expect(missing.status == "2", "\(missing)")
    #expect((missing.output + missing.errors).contains("missing.yaml"), "\(missing)")
    let usage = try CommandRun("\(command) --nonsense")
    #expect(usage.status == "2" && usage.output == "" && usage.errors.contains("nonsense"))
  }

  @Test func `an empty folder and a file over the limit give exit code 2`() throws {
    let folder = try TemporaryFolder()
    let empty = try CommandRun("check --routes \(try folder.folder("empty"))")
    #expect(empty.status == "2" && empty.output.contains("file/none-found"), "\(empty)")
    let large = try folder.file("large.yaml", String(repeating: "# a comment\n", count: 750_000))
    let run = try CommandRun("check --routes \(large)")
    #expect(run.status == "2" && run.output.contains("file/too-large"), "\(run)")
  }

  @Test func `diff gives exit code 1 if a link is lost, otherwise 0`() throws {
    let folder = try TemporaryFolder()
    let old = try file("old.yaml", in: folder)
    let new = try file("new.yaml", adding: "/sale, screen: Home", in: folder)
    let other = try folder.file(
      "other.yaml", Self.clean.replacing("screen: Item }", with: "screen: Home }"))
    let rows: [(String, String, status: String, String, json: [String])] = [
      (old, old, "0", "0 kinds of links differ: 0 lost, 0 changed, 0 new\n", []),
      (old, new, "0", "1 kind of links differs: 0 lost, 0 changed, 1 new\n", ["new /sale"]),
      (
        old, other, "0", "1 kind of links differs: 0 lost, 1 changed, 0 new\n", ["changed /items/a"]
      ),
      (new, old, "1", "1 kind of links differs: 1 lost, 0 changed, 0 new\n", ["lost /sale"]),
    ]
    for row in rows {
      let text = try CommandRun("diff \(row.0) \(row.1)")
      #expect(
        text.status == row.status && text.output.hasSuffix(row.3) && text.errors == "", "\(text)")
      let json = try CommandRun("diff --json \(row.0) \(row.1)")
      #expect(json.status == row.status && json.errors == "", "\(json)")
      let found = try json.output.split(separator: "\n").map { line in
        let change = try JSON(parsing: Array(line.utf8))
        return ["change", "link"].map { change[$0]?.stringValue ?? "" }.joined(separator: " ")
      }
      #expect(found == row.json)
    }
    // Without a second operand, the new version is that of `--routes`.
    #expect(try CommandRun("diff \(new) --routes \(old)").status == "1")
  }

  @Test(arguments: ["", "--json"])
  func `diff of unreadable or invalid routes gives exit code 2`(_ option: String) throws {
    let folder = try TemporaryFolder()
    let right = try file("right.yaml", in: folder)
    let wrong = try file("wrong.yaml", adding: "/items/:x, screen: Home", in: folder)
    for words in [
      "\(right) \(folder("missing"))", "\(folder("missing")) \(right)", "\(right) \(wrong)", "",
    ] {
      let run = try CommandRun("diff \(option) \(words)")
      #expect(run.status == "2", "\(words): \(run)")
      #expect(run.output == "" && run.errors.contains("error["), "\(words): \(run)")
    }
  }
}
