import Diagnostics
import Links
import Navigation
import PlatformFiles
import PlatformGeneration
import PlatformLinks
import TestSupport
import Testing

/// Which links of redirects the generated files claim: those that lead into the app.
struct RedirectTests {
  struct Row: Sendable, CustomTestStringConvertible {
    /// The redirect, its target, and the screen's path with the types of its values.
    let redirect: String
    let target: String
    let end: String
    var types: [String: ValueType] = [:]
    var query: [(name: Located<String>, type: ValueType, isOptional: Bool)] = []
    let claimed: [String]
    let unclaimed: [String]
    /// Filters of Android see no query.
    var isAppleOnly = false

    var testDescription: String { "\(redirect) \(target) \(end) \(types)" }
  }

  private static func row(_ type: ValueType, _ claimed: String, _ unclaimed: String) -> Row {
    Row(
      redirect: "/p/:x", target: "/items/:x", end: "/items/:id", types: ["id": type],
      claimed: ["/p/\(claimed)"], unclaimed: ["/p/\(unclaimed)"])
  }

  static let rows = [
    row(.int, "-7", "a"), row(.date, "2024-02-29", "2024"), row(.bool, "true", "maybe"),
    row(.uuid, "01234567-89ab-cdef-0123-456789abcdef", "01234567"),
    row(.oneOf(["a", "b"]), "b", "c"), row(.slug, "a-b", "a.b"),
    Row(
      redirect: "/p/:x", target: "/items/:x", end: "/items/:id([a-c]\\d)", claimed: ["/p/a7"],
      unclaimed: ["/p/d7", "/p/a"]),
    Row(
      redirect: "/p/:x/:y", target: "/items/:y", end: "/items/:id", types: ["id": .int],
      claimed: ["/p/a/7"], unclaimed: ["/p/7/a", "/p/7"]),
    // By way of another redirect.
    Row(
      redirect: "/p/:x", target: "/via/:x", end: "/items/:id", types: ["id": .int],
      claimed: ["/p/7", "/via/7"], unclaimed: ["/p/a", "/via/a"]),
    // A route of the same form belongs in the browser.
    Row(
      redirect: "/p/:x", target: "/:x", end: "/:id", claimed: ["/p/a"], unclaimed: ["/p/help"]),
    Row(
      redirect: "/p/:x", target: "/items/:x?n=:n", end: "/items/:id",
      query: [("n", .number, true)], claimed: ["/p/a?n=7"], unclaimed: ["/p/a", "/p/a?m=7"],
      isAppleOnly: true),
    Row(
      redirect: "/p/:x", target: "/items/:x", end: "/items/:id", query: [("n", .int, false)],
      claimed: ["/p/a?n=7"], unclaimed: ["/p/a"], isAppleOnly: true),
  ]

  @Test(arguments: rows)
  func `links of a redirect are claimed if they lead into the app`(_ row: Row) throws {
    let definition = try Self.definition(row)
    for link in row.claimed { #expect((try? definition.resolve(link)) != nil, "\(link)") }
    let file = AssociationGenerator(definition).file(host: "x.example", appID: "ABCDE12345.x")
    let (association, _) = AppleAssociation.parse(Array(file.text.utf8), file: "f")
    var claims = LinkClaims(hosts: [AssociatedHost("x.example")])
    claims.apple = LinkClaims.Apple(try #require(association), app: Array("ABCDE12345.x".utf8))
    let manifest = ManifestGenerator(definition).file(activity: ".Main").text
    claims.android = LinkClaims.Android(
      try #require(ManifestFile(Array(manifest.utf8), file: "m").manifest))
    for platform in row.isAppleOnly ? [Platform.ios] : Platform.allCases {
      func isClaimed(_ path: String) -> Bool? {
        claims.decision(on: platform, Array("https://x.example\(path)".utf8))?.isClaimed
      }
      // An exclusion has no place in a manifest.
      let unclaimed = row.unclaimed.filter { platform == .ios || $0 != "/p/help" }
      #expect(row.claimed.allSatisfy { isClaimed($0) == true }, "\(file.text) \(manifest)")
      #expect(unclaimed.allSatisfy { isClaimed($0) == false }, "\(file.text) \(manifest)")
    }
  }

  // Each leads to all of them: without a limit, the ways would be 30 to the power of 8.
  @Test func `redirects that lead to many others are not followed without end`() throws {
    var app = PluginDraft("app")
    app.links("https://x.example")
    app.stack("home", start: "/home")
    app.route("/home", screen: "Home")
    app.route("/items/:id", screen: "Item")
    for number in 0..<30 { app.redirect("/r\(number)/:rest+", to: "/:rest") }
    let definition = try AppDefinition(plugins: [app])
    let file = AssociationGenerator(definition).file(host: "x.example", appID: "A.b")
    #expect(file.text.contains(#"{ "/": "/items/?*" }"#))
  }

  private static func definition(_ row: Row) throws -> AppDefinition {
    var app = PluginDraft("app")
    app.links("https://x.example")
    app.stack("home", start: "/home/start")
    app.route("/home/start", screen: "Home")
    app.route("/help", screen: "Help") {
      $0.screen = nil
      $0.presentation = .outside
    }
    app.route(row.end, screen: "End") {
      $0.params = row.types.map { (name: Located($0.key, at: nil), type: $0.value) }
      $0.query = row.query
    }
    app.redirect("/via/:x", to: row.target == "/:x" ? "/home/start" : "/items/:x")
    app.redirect(row.redirect, to: row.target) {
      if row.target.contains("?") { $0.query = row.query }
    }
    return try AppDefinition(plugins: [app])
  }
}
