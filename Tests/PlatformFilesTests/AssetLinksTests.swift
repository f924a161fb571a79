import Diagnostics
import PlatformFiles
import PlatformLinks
import Testing

private let fingerprint = Array(repeating: "aF", count: 32).joined(separator: ":")

/// A file with one statement about the app `p`; its second line has the dynamic rules.
private func statement(_ rules: String) -> String {
  """
  [{ "relation": ["delegate_permission/common.handle_all_urls"], "target": { "namespace": \
  "android_app", "package_name": "p", "sha256_cert_fingerprints": ["\(fingerprint)"] },
  "relation_extensions": { "delegate_permission/common.handle_all_urls": {
  "dynamic_app_link_components": \(rules) } } }]
  """
}

struct AssetLinksTests {
  static let files = [
    FaultRow("", "1:1 error platform/syntax"), FaultRow("{}", "1:1 error platform/wrong-type"),
    FaultRow("[\n{]", "2:2 error platform/syntax"),
  ]

  @Test(arguments: files)
  func `a file that the system ignores has an error`(_ row: FaultRow) {
    let (links, faults) = AssetLinks.parse(Array(row.text.utf8), file: "f")
    #expect(links == nil)
    #expect(findings(faults) == row.faults)
  }

  static let rows = [
    FaultRow("[]"), FaultRow("[1]", "1:2 error platform/wrong-type"),
    FaultRow(
      "[{}]", "1:2 error platform/missing-key", "1:2 error platform/missing-key"),
    FaultRow(#"[{ "include": "https://a.example/x" }]"#, "1:4 warning platform/include"),
    FaultRow(
      #"[{ "relation": 1, "target": [] }]"#, "1:16 error platform/wrong-type",
      "1:29 error platform/wrong-type"),
    FaultRow(#"[{ "relation": [], "target": { "namespace": "web", "site": "x" } }]"#),
    FaultRow(#"[{ "relation": [], "target": {} }]"#, "1:30 error platform/missing-key"),
    FaultRow(
      #"[{ "relation": [], "target": { "namespace": "android_app", "x": 1 } }]"#,
      "1:30 error platform/missing-key", "1:30 error platform/missing-key",
      "1:60 warning platform/unknown-key"),
    FaultRow(
      statement("[]").replacing(":aF\"", with: ":aG\""), "1:154 warning platform/bad-value",
      "3:32 warning platform/ignored"),
    FaultRow(statement("[]"), "3:32 warning platform/ignored"),
    FaultRow(statement("{}"), "3:32 warning platform/ignored"),
    FaultRow(statement(#"[{ "/": "/a" }]"#)),
    FaultRow(statement(#"[{ "/": "$(x)", "comment": "c" }]"#)),
    FaultRow(statement(#"[{ "/": 1 }]"#), "3:40 warning platform/ignored"),
    FaultRow(statement(##"[{ "#": 1 }]"##), "3:40 warning platform/ignored"),
    FaultRow(statement(#"[{ "?": "a=1" }]"#), "3:40 warning platform/ignored"),
    FaultRow(statement(#"[{}, { "?": { "a": 1 } }]"#), "3:51 warning platform/ignored"),
    FaultRow(statement(#"[{ "exclude": 1 }]"#), "3:46 warning platform/ignored"),
    FaultRow(statement(#"[{ "x": 1 }]"#), "3:35 warning platform/unknown-key"),
  ]

  @Test(arguments: rows)
  func `a fault has its place`(_ row: FaultRow) throws {
    let (links, faults) = AssetLinks.parse(Array(row.text.utf8), file: "f")
    #expect(links != nil)
    #expect(findings(faults) == row.faults)
    guard row.text.contains("dynamic_app_link_components") else { return }
    let statement = try #require(links?.statements.first)
    #expect(statement.package == Array("p".utf8) && statement.handlesLinks)
    #expect((statement.dynamicRules == nil) == faults.contains { $0.code == .platformIgnored })
  }

  /// A link and whether it opens, or `nil` if no rule matches.
  static let links: [(String, Bool?)] = [
    ("/a/b", true), ("/a", nil), ("/a/", true), ("//a/b", nil), ("/%61/b", true),
    ("/no?x=1", false), ("/no?x=2&x=1", false), ("/no", nil), ("/no?x", nil),
    ("/f#go", true), ("/f", nil), ("/A/b", nil),
  ]

  @Test(arguments: links)
  func `dynamic rules compare the decoded link`(link: String, opens: Bool?) throws {
    let text = statement(
      ##"[{ "/": "/no", "?": { "x": "1" }, "exclude": true }, { "/": "/a/*" }, { "#": "?*" }]"##)
    let (links, faults) = AssetLinks.parse(Array(text.utf8), file: "f")
    #expect(faults == [])
    let parts = try #require(URLParts(Array("https://h\(link)".utf8)))
    guard case .rules(let decision)? = links?.decision(for: parts, package: Array("p".utf8)) else {
      Issue.record("the rules do not decide")
      return
    }
    let outcome: RuleDecision.Outcome = opens.map { $0 ? .match : .block } ?? .noMatch
    #expect(decision.outcome == outcome)
  }
}
