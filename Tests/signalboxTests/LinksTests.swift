import FileAccess
import JSONCodec
import SourceLinks
import TestSupport
import Testing

@testable import signalbox

/// `signalbox links`, on a small app.
struct LinksTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.file("shop.yaml", #require(Page("README.md").blocks("yaml").first).text)
    for name in ["good", "bad", "good/node_modules", "empty"] { _ = try folder.folder(name) }
    try folder.file(
      "good/a.ts", "router.push(`/items/${id}`); navigate('/account'); navigate(`${x}`)\n")
    try folder.file("good/node_modules/a.ts", "navigate('/nothing')")
    try folder.file("bad/a.kt", "fun f() {\n  nav.navigate(\"/item/$id\")\n}\n")
    try folder.file("bad/big.js", String(repeating: "x", count: (2 << 20) + 1))
    try folder.file("calls.js", "openPage('/nothing')")
  }

  private func output(of line: String) throws -> String {
    try ShellSession.output(of: line, in: folder)
  }

  @Test func `the examples of the page are what it prints`() throws {
    #expect(try Page("docs/links.md").outputsCompared(in: TemporaryFolder()) == 2)
  }

  /// What follows the command, and the exit code.
  static let statuses: [(line: String, status: Int)] = [
    ("good", 0), ("bad", 1), ("good bad", 1), ("bad/a.kt", 1), ("calls.js", 0),
    ("--call openPage calls.js", 1), ("empty", 2), ("nothing", 2), ("shop.yaml", 2), ("", 2),
    ("--list --format sarif good", 2), ("--list --json good", 0), ("--format junit bad", 1),
  ]

  @Test(arguments: statuses.indices) func `the exit code says whether a link is dead`(
    index: Int
  ) throws {
    let row = Self.statuses[index]
    let text = try output(of: "signalbox links -r shop.yaml \(row.line)")
    #expect(text.hasSuffix("exit \(row.status)\n"), "\(row.line): \(text)")
  }

  @Test func `a dead link has its place, and the nearest route`() throws {
    #expect(
      try output(of: "signalbox links -r shop.yaml bad")
        == """
        bad/a.kt:2:17: error[links/dead]: '/item/…' opens nothing. Did you mean '/items/:id' \
        (segment 1 is 'item', not 'items')?
              nav.navigate("/item/$id")
                            ^
        warning[links/skipped]: 'bad/big.js' is left out: it has more than 2097152 bytes. Name \
        other files or folders if its links matter.
        1 file, 1 link, 0 undecided links: 1 error, 1 warning
        exit 1

        """)
  }

  @Test func `a list has every link, as text and JSON`() throws {
    #expect(
      try output(of: "signalbox links -r shop.yaml --list good")
        == """
        good/a.ts:1:14: /items/…: opens a route for some values
        good/a.ts:1:40: /account: Account by /account, push on account, gates login
        good/a.ts:1:62: …: undecided: it begins with a value
        1 file, 3 links, 1 undecided link: 0 errors, 0 warnings
        exit 0

        """)
    let lines = try output(of: "signalbox links -r shop.yaml --list --json good")
      .split(separator: "\n").dropLast().map { try JSON(parsing: Array($0.utf8)) }
    #expect(lines.map { $0["result"]?.stringValue } == ["mayOpen", "opens", "undecided", nil])
    #expect(lines[1]["answer"]?["screen"]?.stringValue == "Account")
    #expect(lines[1]["line"]?.intValue == 1 && lines[1]["column"]?.intValue == 40)
    #expect(lines[3]["undecided"]?.intValue == 1 && lines[3]["links"]?.intValue == 3)
  }

  @Test func `a link that only a route for any path opens is a warning`() throws {
    try folder.file(
      "any.yaml",
      """
      signalbox: 1
      plugin: any
      coordinators: { root: { kind: stack, start: / } }
      routes: [{ path: /, screen: Home }, { path: /*, screen: Lost }]
      screens: { Home: {}, Lost: {} }
      """)
    try folder.file("a.ts", "navigate('/x')\n")
    let text = try output(of: "signalbox links -r any.yaml --list a.ts")
    for line in [
      "a.ts:1:11: /x: opens only /*, which matches any path\n",
      "a.ts:1:11: warning[links/caught]: '/x' opens only '/*', which matches any path. Correct",
      "1 file, 1 link, 0 undecided links: 0 errors, 1 warning\nexit 0\n",
    ] { #expect(text.contains(line), "\(text)") }
    let list = try output(of: "signalbox links -r any.yaml --list --json --strict a.ts")
    #expect(list.hasPrefix(#"{"result":"caught","link":"/x","answer":null,"#), "\(list)")
    #expect(list.hasSuffix("exit 1\n"), "\(list)")
  }

  @Test func `the page lists all forms and endings`() throws {
    let text = try Page("docs/links.md").text
    let names =
      LinkForms.calls + LinkForms.routerCalls + LinkForms.routers + LinkForms.attributes
      + LinkForms.keys + LinkForms.targetKeys + LinkForms.resourceElements
    for name in names { #expect(text.contains("`\(name)`"), "\(name)") }
    for ending in SourceLanguage.endings.flatMap(\.names) {
      #expect(text.contains("`.\(ending)`"), "\(ending)")
    }
  }
}
