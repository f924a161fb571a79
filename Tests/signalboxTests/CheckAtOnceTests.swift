import Diagnostics
import FileAccess
import TestSupport
import Testing

@testable import signalbox

/// What `check` reports of files with several faults: all of them, and nothing that only follows
/// from another.
@MainActor
struct CheckAtOnceTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lines: [String]
    let found: [String]
    let location: SourceLocation

    /// - Parameters:
    ///   - lines: What follows the start of the file, from line 7.
    ///   - found: Line and code of each finding.
    init(
      _ name: String, _ lines: String, _ found: String...,
      location: SourceLocation = #_sourceLocation
    ) {
      testDescription = name
      self.lines = lines.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      self.found = found
      self.location = location
    }
  }

  private nonisolated static let start = """
    signalbox: 1
    plugin: app
    links: [app://]
    coordinators: { main: { kind: stack, start: / } }
    routes:
      - { path: /, screen: Home }

    """

  nonisolated static let rows = [
    Row(
      "faults of every stage",
      """
        - { path: /a, screen: Page, colour: red }
        - { path: /b, screen: Page, in: mian }
        - { path: "/c/:id/:id", screen: Page }
        - { path: "/d/:x", screen: Page }
        - { path: "/d/:y", screen: Page }
        - { path: "/e/:path+", screen: Page }
        - { path: "/e/*", screen: Page }
        - { path: /F, screen: Page }
        - { path: /f, screen: Home }
        - { path: /g, redirect: /nowhere }
        - { path: "/h/:n", params: { n: int }, screen: Page }
      screens:
        Home: { title: ":none", taps: { out: /nothing } }
        Page: {}
        Spare: {}
      """,
      "7 format/unknown-key", "8 name/unknown", "9 pattern/duplicate-parameter",
      "11 route/conflict", "13 route/shadowed", "15 route/case-twin", "16 redirect/nothing",
      "19 title/parameter", "19 tap/nothing", "19 title/parameter", "21 screen/unreachable"),
    Row(
      "an undeclared screen",
      """
        - { path: "/card/:id", screen: Card }
        - { path: /new, screen: NewCard }
        - { path: /newer, screen: NewCard }
      screens:
        Card: { title: "Card :id" }
        Home: {}
      """, "8 name/unknown"),
    Row(
      "a misspelt key",
      """
        - { path: /a, screeen: Page }
        - { path: "/b/:id", screen: Home, parms: { id: int } }
        - { path: "/b/:name", screen: Home }
      screens:
        Home: {}
        Page: {}
      """, "7 format/unknown-key", "8 format/unknown-key"),
    Row(
      "what a route with an error may match",
      """
        - { path: "/sale/:id(", screen: Sale }
        - { path: /old, redirect: /sale/1 }
        - { path: /older, redirect: /sales/1 }
        - { path: /list, screen: Home, parents: [/sale/2] }
      screens:
        Home: { taps: { sale: /sale/3, sales: /sales/3 } }
        Sale: {}
      """, "7 pattern/syntax", "9 redirect/nothing", "12 tap/nothing"),
    Row(
      "a route that conflicts",
      """
        - { path: "/sale/:id", screen: Home }
        - { path: "/sale/:name", screen: Sale }
        - { path: "/sale/:any+", screen: Other }
      screens:
        Home: { taps: { sale: /sale/3 } }
        Sale: {}
        Other: {}
      """, "8 route/conflict"),
    Row(
      "a shadowed route",
      """
        - { path: "/e/:path+", screen: Home }
        - { path: "/e/*", screen: Page }
      screens:
        Home: {}
        Page: {}
      """, "8 route/shadowed"),
    Row(
      "a gate without its challenge",
      """
        - { path: /vault, screen: Home, gates: [login, pin] }
        - { path: /other, screen: Home, gates: [logon] }
      gates:
        login: { keep: 5m }
        pin: { challenge: /nowhere, requires: [login] }
      screens:
        Home: { taps: { in: login, out: satisfy nothing } }
      """,
      "8 name/unknown", "10 format/missing-key", "11 gate/unsatisfiable", "13 tap/nothing"),
    Row(
      "gates in cycles",
      """
        - { path: /in, screen: Login, as: sheet }
      gates:
        a: { challenge: /in, requires: [b] }
        b: { challenge: /in, requires: [a] }
        c: { challenge: /in, requires: [c, a] }
        d: { challenge: /out, requires: [c] }
      screens:
        Home: {}
        Login: {}
      """, "9 gate/cycle", "11 gate/cycle", "12 gate/unsatisfiable"),
    Row(
      "a value that is not allowed",
      """
        - { path: /a, screen: Home }
        - { path: /a, screen: Page }
      caseSensitive: perhaps
      screens:
        Home: {}
        Page: {}
      """, "8 route/conflict", "9 format/bad-value"),
    Row(
      "a screen declared twice",
      """
        - { path: /a, screen: Page }
      screens:
        Home: {}
        Page: { title: "Page :n" }
        Page: {}
      """, "10 title/parameter", "11 yaml/duplicate-key"),
    Row(
      "a section of the wrong kind",
      """
        - { path: /a, screen: Page, gates: login }
        - { path: /A, screen: Home }
      screens: [Home, Page]
      """, "7 name/unknown", "8 route/case-twin", "9 format/wrong-type"),
  ]

  private func found(_ files: [String: String]) throws -> [Diagnostic] {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.file(name, text) }
    return checked([folder.path], hints: false, isStrict: false).findings
  }

  private func lines(_ findings: [Diagnostic]) -> [String] {
    findings.map { "\($0.position.map { "\($0.line)" } ?? "-") \($0.code.rawValue)" }
  }

  @Test(arguments: rows)
  func `every fault of a file is reported, and nothing that follows from one`(_ row: Row) throws {
    let found = try found(["app.yaml": Self.start + row.lines.joined(separator: "\n")])
    #expect(
      lines(found).sorted() == row.found.sorted(), "\(found.map(\.summary))",
      sourceLocation: row.location)
    #expect(found.allSatisfy { $0.position != nil }, sourceLocation: row.location)
  }

  @Test func `a file that cannot be read hides only what depends on it`() throws {
    let app =
      Self.start + """
          - { path: "/a/:x", screen: Page, gates: login, in: extra }
          - { path: "/a/:y", screen: Page, parents: [/shop/1] }
          - { path: "/b/:x/:x", screen: Home }
        screens:
          Home: { taps: { shop: /shop, tab: tab extra, command: nonsense } }
        """
    let broken = "signalbox: 1\nplugin: shop\nroutes: [\n"
    #expect(
      try lines(found(["app.yaml": app, "shop.yaml": broken])) == [
        "8 route/conflict", "9 pattern/duplicate-parameter", "11 tap/command", "4 yaml/syntax",
      ])
    // The same with a file that names an unknown Swift plugin.
    let swift = "signalbox: 1\nplugin: shop\nswift: true\n"
    #expect(
      try lines(found(["app.yaml": app, "shop.yaml": swift])) == [
        "8 route/conflict", "9 pattern/duplicate-parameter", "11 tap/command", "3 plugin/unknown",
      ])
  }

  @Test func `coordinators with errors do not cause errors about the root`() throws {
    let home = "home: { kind: stack, start: / }"
    let rows: [(coordinators: String, found: [String])] = [
      ("{ main: { kind: tabs, children: [hme] }, \(home) }", ["4 name/unknown"]),
      ("{ main: { kind: tabz, children: [home] }, \(home) }", ["4 format/bad-value"]),
      ("{ main: { kind: stack, strat: / } }", ["4 format/unknown-key"]),
      ("{ main: { kind: stack } }", ["4 coordinator/shape"]),
      (
        "{ a: { kind: tabs, children: [b] }, b: { kind: tabs, children: [a] } }",
        ["4 coordinator/cycle"]
      ),
      ("{ main: { kind: stack, start: / }, \(home) }", ["4 coordinator/root"]),
      ("{}", ["2 coordinator/root"]),
    ]
    for row in rows {
      let text =
        Self.start.replacing("{ main: { kind: stack, start: / } }", with: row.coordinators)
        + "  - { path: \"/a/:x\", screen: Home }\n  - { path: \"/a/:y\", screen: Home }\n"
        + "screens: { Home: {} }\n"
      let found = try found(["app.yaml": text])
      #expect(lines(found) == row.found + ["8 route/conflict"], "\(found.map(\.summary))")
    }
  }

  @Test func `limits have a position`() throws {
    func text(_ section: String) -> String { Self.start + section + "screens: { Home: {} }\n" }
    let gates = (0..<65).map { "  g\($0): { challenge: / }\n" }.joined()
    #expect(
      try lines(found(["app.yaml": text("gates:\n" + gates)])) == ["72 definition/limit"])
    let values = (0...1_000).map { "      v\($0): a\n" }.joined()
    #expect(
      try lines(found(["app.yaml": text("  - path: /a\n    screen: Home\n    values:\n" + values)]))
        == ["1010 definition/limit"])
    let pairs = (0...1_000).map {
      "  - { path: \"/r\($0)/:a\", screen: Home }\n"
        + "  - { path: \"/r\($0)/:b\", screen: Home }\n"
    }.joined()
    let conflicts = try found(["app.yaml": text(pairs)])
    #expect(conflicts.count == 1_001)
    #expect(conflicts.last?.code == .formatTooManyErrors && conflicts.last?.position != nil)
  }
}
