import Diagnostics
import Navigation
import PlatformComparison
import TestSupport
import Testing

/// Texts of the platforms' files that do not match what they seem to.
struct TrapTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let trap: Trap
    var components: String?
    var filters: [String]?
    var routes: [String] = []
    let witness: String
    /// The rule to write, as the advice has it.
    let remedy: String

    var testDescription: String { "\(trap): \(remedy)" }
  }

  private static let data =
    #"<data android:scheme="https" android:host="x.example"/>"#
    + #"<data android:path="/"/>"#

  static let rows = [
    Row(
      trap: .emptyQueryItem,
      components: #"{"?":{"web":"*"},"exclude":true},{"/":"/*"}"#, routes: ["/a"],
      witness: "https://x.example/", remedy: #"Write "?*" for "*""#),
    Row(
      trap: .starTakesSlash, components: #"{"/":"/"},{"/":"/items/?*"}"#, routes: ["/items/:id"],
      witness: "https://x.example/items/a/x", remedy: #"{ "/": "/items/*/?*", "exclude": true }"#),
    Row(
      trap: .starTakesSlash, components: #"{"/":"/"},{"/":"/le-????"}"#,
      routes: ["/:id(le-[a-z]{4})"], witness: "https://x.example/le-a/aa",
      remedy: #"{ "/": "/le-*/?*", "exclude": true }"#),
    // Here it hides the rule after it, excludes a route's links, and claims a path too many.
    Row(
      trap: .optionalRest,
      components: #"{"/":"/"},{"/":"/items/*/*","exclude":true},{"/":"/items/?*"}"#,
      routes: ["/items/:id"], witness: "/items/a", remedy: #"Write "/items/*/?*""#),
    Row(
      trap: .optionalRest, components: #"{"/":"/items/*/","exclude":true},{"/":"/*"}"#,
      routes: ["/items", "/:x"], witness: "https://x.example/items",
      remedy: #"Write "/items/?*""#),
    Row(
      trap: .optionalRest,
      components: #"{"/":"/"},{"/":"/items/*/?*","exclude":true},{"/":"/items/*"}"#,
      routes: ["/items/:id"], witness: "https://x.example/items", remedy: #"Write "/items/?*""#),
    Row(
      trap: .decidedBefore, components: #"{"/":"*"},{"/":"/b","exclude":true}"#,
      routes: ["/*"], witness: "/b", remedy: "Move the component ahead"),
    Row(
      trap: .dotTakesSlash, filters: [data + #"<data android:pathPattern="/lesson/...."/>"#],
      routes: ["/lesson/:id([a-z]{4})"], witness: "https://x.example/lesson/a/aa",
      remedy: #"android:pathAdvancedPattern="/lesson/[^/][^/][^/][^/]""#),
    Row(
      trap: .dotTakesSlash, filters: [data + #"<data android:pathPattern="/items/.*"/>"#],
      routes: ["/items/:id"], witness: "https://x.example/items/a/x",
      remedy: #"android:pathAdvancedPattern="/items/[^/]*""#),
    Row(
      trap: .firstOccurrence, filters: [data + #"<data android:pathPattern="/a/.*/b"/>"#],
      routes: ["/a/:x/:y/b"], witness: "https://x.example/a/a/a/b",
      remedy: "a pathPattern for each number of segments"),
    Row(
      trap: .plainCharacter, filters: [data + #"<data android:pathPattern="/items/[0-9]+"/>"#],
      routes: ["/items/:id(\\d+)"], witness: "https://x.example/items/0",
      remedy: #"android:pathAdvancedPattern="/items/[0-9]+""#),
    Row(
      trap: .queryInPath, filters: [data + #"<data android:pathPattern="/items\\?id=.*"/>"#],
      routes: ["/items"], witness: "https://x.example/items", remedy: "Delete the question mark"),
    Row(
      trap: .prefixIsText, filters: [data + #"<data android:pathPrefix="/item"/>"#],
      routes: ["/item/*"], witness: "https://x.example/items",
      remedy: #"android:path="/item" and android:pathPrefix="/item/""#),
    Row(
      trap: .schemeSpecificPart,
      filters: [data, #"<data android:scheme="https" android:sspPattern="x.example/a"/>"#],
      routes: ["/a"], witness: "https://x.example/a", remedy: #"Write "//x.example/a""#),
  ]

  @Test(arguments: rows)
  func `a trap is explained where it bites`(_ row: Row) throws {
    let app = try ClaimedApp(components: row.components, filters: row.filters) { app in
      for (number, path) in row.routes.enumerated() { app.route(path, screen: "S\(number)") }
    }
    #expect(app.comparison.unconfirmed.isEmpty)
    let found = app.comparison.findings.filter { $0.advice?.contains(row.trap.effect) == true }
    #expect(found.contains { $0.witness.map { sameBytes($0, row.witness) } ?? false }, "\(found)")
    #expect(
      found.contains { $0.advice?.contains(row.remedy) == true }, "\(app.comparison.findings)")
  }

  @Test(arguments: [
    (["/lib", "/items/:id"], "https://x.example", "/?*"),
    (["/lib", "/items/:id"], "https://x.example/x", "/*"),
    (["/files/:path*"], "https://x.example", "/?iles*"),
  ])
  func `an exclusion of links that the app opens is no advice`(
    routes: [String], base: String, component: String
  ) throws {
    let app = try ClaimedApp(bases: [base], components: #"{"/":"\#(component)"}"#) { app in
      for (number, path) in routes.enumerated() { app.route(path, screen: "S\(number)") }
    }
    let found = app.comparison.findings.filter { $0.code == .compareClaimedNotRouted }
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.advice?.contains("Add a route") == true }, "\(found)")
  }

  @Test func `each trap has a row`() {
    // A filter without BROWSABLE is in the example app of all faults.
    #expect(Set(Self.rows.map(\.trap)).union([.notBrowsable]) == Set(Trap.allCases))
  }

  private func markdown(_ text: String) -> String { text.replacing("*", with: "\\*") }

  @Test func `the page has the table of traps`() throws {
    let page = try Page("docs/compare.md").text
    let rows = Trap.allCases.map { trap in
      "| `\(trap.example)` | \(markdown(trap.effect)) | \(markdown(trap.remedy(for: trap.example)))"
        + " | \(trap.source) |"
    }
    let missing = rows.filter { !page.contains($0) }
    #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
  }
}
