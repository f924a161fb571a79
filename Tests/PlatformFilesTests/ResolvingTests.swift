import Diagnostics
import PlatformFiles
import PlatformLinks
import Testing

/// A file's `applinks`, a link, and the outcome for the app `A`.
struct OutcomeRow: Sendable, CustomTestStringConvertible {
  let links: String
  let link: String
  let outcome: RuleDecision.Outcome

  init(_ links: String, _ link: String, _ outcome: RuleDecision.Outcome) {
    self.links = links
    self.link = link
    self.outcome = outcome
  }

  var testDescription: String { "\(link) by \(links)" }
}

/// One entry for `A` with these members.
private func details(_ members: String) -> String {
  #""details": [{ "appID": "A", \#(members) }]"#
}

struct ResolvingTests {
  static let rows = [
    // Rule 9: what is nearest wins, key by key.
    OutcomeRow(
      #""defaults": { "caseSensitive": false }, "# + details(#""components": [{ "/": "/a" }]"#),
      "/A", .match),
    OutcomeRow(
      #""defaults": { "caseSensitive": false }, "#
        + details(#""defaults": { "caseSensitive": true }, "components": [{ "/": "/a" }]"#),
      "/A", .noMatch),
    OutcomeRow(
      #""defaults": { "caseSensitive": false }, "#
        + details(
          #""defaults": { "caseSensitive": true }, "components": [{ "/": "/a", "caseSensitive": false }]"#
        ), "/A", .match),
    OutcomeRow(
      details(#""defaults": { "percentEncoded": false }, "components": [{ "/": "/a b" }]"#),
      "/a%20b", .match),
    OutcomeRow(
      details(#""defaults": { "exclude": true }, "components": [{ "/": "/a" }]"#), "/a", .block),
    OutcomeRow(
      details(#""defaults": { "exclude": true }, "components": [{ "exclude": false }]"#), "/a",
      .match),
    OutcomeRow(
      details(##""defaults": { "#": "x" }, "components": [{ "/": "/a" }]"##), "/a", .noMatch),
    OutcomeRow(
      details(#""defaults": { "?": { "a": "1" } }, "components": [{ "?": "b" }]"#), "/x?b", .match),
    OutcomeRow(
      details(#""defaults": { "?": { "a": "1" } }, "components": [{ "?": { "b": 1 } }]"#), "/x",
      .match),
    OutcomeRow(
      details(#""defaults": { "?": { "a": "1" } }, "components": [{ "/": "/x" }]"#), "/x",
      .noMatch),
    OutcomeRow(
      details(#""components": [{ "?": { "a": "1", "flag": true } }]"#), "/x?a=2", .match),
    // Rule 10: variables also in queries and fragments, before or after `details`.
    OutcomeRow(
      details(##""components": [{ "?": { "l": "$(lang)" }, "#": "$(v)" }]"##)
        + #", "substitutionVariables": { "v": ["x*"] }"#, "/?l=en#xyz", .match),
    OutcomeRow(details(#""components": [{ "/": "/$(v)" }]"#), "/$(v)", .noMatch),
    OutcomeRow(
      details(#""components": [{ "/": "/$(V)" }]"#)
        + #", "substitutionVariables": { "v": ["x"] }"#, "/x", .noMatch),
    // Rule 11: legacy paths.
    OutcomeRow(details(#""paths": ["NOT /a/*", "*"]"#), "/a/b", .block),
    OutcomeRow(details(#""paths": ["NOT /a/*", "*"]"#), "/b", .match),
    OutcomeRow(details(#""paths": ["/b", "NOT /b"]"#), "/b", .match),
    OutcomeRow(details(#""paths": ["NOT"]"#), "/NOT", .match),
    OutcomeRow(details(#""paths": ["/b"]"#), "/b?x#y", .match),
    OutcomeRow(details(#""paths": ["*"], "components": []"#), "/b", .noMatch),
    OutcomeRow(details(#""x": 1"#), "/b", .noMatch),
    OutcomeRow(#""details": { "A": { "paths": ["/b"] }, "B": { "paths": ["*"] } }"#, "/b", .match),
    OutcomeRow(
      #""details": { "A": { "paths": ["/b"] }, "B": { "paths": ["*"] } }"#, "/c", .noMatch),
    // Values of other kinds, and the last of two keys.
    OutcomeRow(details(#""components": [{ "/": 1, "exclude": "x" }]"#), "/b", .match),
    OutcomeRow(details(#""components": [{ "/": "/a", "/": "/b" }]"#), "/b", .match),
    OutcomeRow(details(#""components": [{ "/": "/a", "/": "/b" }]"#), "/a", .noMatch),
    OutcomeRow(
      details(#""components": [{ "/": "/\u0000" , "percentEncoded": false }]"#), "/%00", .match),
  ]

  @Test(arguments: rows)
  func `defaults, variables and legacy forms become rules`(_ row: OutcomeRow) throws {
    let text = "{ \"applinks\": { \(row.links) } }"
    let association = try #require(
      AppleAssociation.parse(Array(text.utf8), file: "f").association)
    let link = try #require(URLParts(Array(row.link.utf8)))
    #expect(association.decision(for: link, app: Array("A".utf8)).outcome == row.outcome)
  }

  @Test func `a rule has the position of its component or path`() throws {
    let text = """
      { "applinks": { "details": [
        { "appID": "A", "components": [ { "/": "/a" },
          { "exclude": true } ] },
        { "appID": "A", "paths": [ "NOT /x",
          "*" ] } ] } }
      """
    let association = try #require(
      AppleAssociation.parse(Array(text.utf8), file: "f").association)
    #expect(association.details.map(\.position.description) == ["f:2:3", "f:4:3"])
    #expect(
      association.details.flatMap(\.rules).map(\.position.description)
        == ["f:2:35", "f:3:5", "f:4:30", "f:5:5"])
  }
}
