import Diagnostics
import PlatformFiles
import PlatformLinks
import Testing

/// A file and its faults, as `line:column severity code`.
struct FaultRow: Sendable, CustomTestStringConvertible {
  let text: String
  let faults: [String]

  init(_ text: String, _ faults: String...) {
    self.text = text
    self.faults = faults
  }

  var testDescription: String { text }
}

/// `line:column severity code` of every fault.
func findings(_ faults: [Diagnostic]) -> [String] {
  faults.map { fault in
    let place = fault.position.map { "\($0.line):\($0.column)" } ?? "-"
    return "\(place) \(fault.severity.rawValue) \(fault.code.rawValue)"
  }
}

/// An entry for the app `A` in an association file whose first line ends after `details`.
func entry(_ members: String, links: String = "") -> String {
  "{ \"applinks\": { \(links)\"details\": [\n{ \"appIDs\": [\"A\"],\n\(members) }\n] } }"
}

struct ReadingTests {
  static let files = [
    FaultRow("", "1:1 error platform/syntax"), FaultRow("{[]}", "1:2 error platform/syntax"),
    FaultRow("{\n \"applinks\": {,} }", "2:15 error platform/syntax"),
    FaultRow("[]", "1:1 error platform/wrong-type"),
    FaultRow("\u{FEFF}{}", "1:1 error platform/syntax"),
    FaultRow("0", "1:1 error platform/signed"), FaultRow("0\u{82}", "1:1 error platform/signed"),
    FaultRow(#"{ "applinks": [] }"#, "1:15 error platform/wrong-type"),
    FaultRow(
      String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
      "1:65 error platform/limit"),
  ]

  @Test(arguments: files)
  func `a file that the system ignores has an error`(_ row: FaultRow) {
    let (association, faults) = AppleAssociation.parse(Array(row.text.utf8), file: "f")
    #expect(association == nil)
    #expect(findings(faults) == row.faults)
  }

  static let rows = [
    FaultRow("{}", "1:1 warning platform/missing-key"),
    FaultRow(
      #"{ "aplinks": {} }"#, "1:1 warning platform/missing-key",
      "1:3 warning platform/unknown-key"),
    FaultRow(#"{ "applinks": {} }"#, "1:15 warning platform/missing-key"),
    FaultRow(#"{ "applinks": { "apps": [], "details": [] }, "webcredentials": 1 }"#),
    FaultRow(#"{ "applinks": { "details": 1 } }"#, "1:28 error platform/wrong-type"),
    FaultRow(#"{ "applinks": { "details": [1] } }"#, "1:29 error platform/wrong-type"),
    FaultRow(
      #"{ "applinks": { "details": [{ "components": [] }] } }"#,
      "1:29 error platform/missing-key"),
    FaultRow(
      #"{ "applinks": { "details": [{ "appID": "B", "appIDs": [], "components": [] }] } }"#,
      "1:55 warning platform/ignored"),
    FaultRow(
      #"{ "applinks": { "details": [{ "appIDs": "B", "components": [] }] } }"#,
      "1:41 error platform/wrong-type"),
    FaultRow(
      #"{ "applinks": { "details": [{ "appIDs": [1, "B"], "components": [] }] } }"#,
      "1:42 error platform/wrong-type"),
    FaultRow(entry(#""components": [{ "/": "/a", "comment": 1 }]"#)),
    FaultRow(entry(""), "3:2 error platform/syntax"),
    FaultRow(entry(#""paths": []"#)),
    FaultRow(
      entry(#""x": 1"#), "2:1 warning platform/missing-key", "3:1 warning platform/unknown-key"),
    FaultRow(entry(#""paths": ["*"], "components": []"#), "3:1 warning platform/ignored"),
    FaultRow(entry(#""paths": [1, "*"]"#), "3:11 error platform/wrong-type"),
    FaultRow(entry(#""components": {}"#), "3:15 error platform/wrong-type"),
    FaultRow(entry(#""components": [1]"#), "3:16 error platform/wrong-type"),
    FaultRow(entry(#""components": [{ "/": 1 }]"#), "3:23 warning platform/wrong-type"),
    FaultRow(entry(##""components": [{ "#": [] }]"##), "3:23 warning platform/wrong-type"),
    FaultRow(entry(#""components": [{ "?": 1 }]"#), "3:23 warning platform/wrong-type"),
    FaultRow(
      entry(#""components": [{ "?": { "a": true, "b": null } }]"#),
      "3:30 warning platform/ignored", "3:41 warning platform/ignored"),
    FaultRow(entry(#""components": [{ "exclude": "true" }]"#), "3:29 warning platform/wrong-type"),
    FaultRow(
      entry(#""components": [{ "casesensitive": true }]"#), "3:18 warning platform/unknown-key"),
    FaultRow(entry(#""components": [{ "caseSensitive": 0 }]"#), "3:35 warning platform/wrong-type"),
    FaultRow(
      entry(#""components": [{ "percentEncoded": 0 }]"#), "3:36 warning platform/wrong-type"),
    FaultRow(entry(#""components": [{ "/": "NOT /a" }]"#), "3:23 warning platform/bad-value"),
    FaultRow(entry(##""components": [{ "/": "/#" }]"##), "3:16 warning platform/bad-value"),
    FaultRow(entry(##""components": [{ "/": "/#", "percentEncoded": false }]"##)),
    FaultRow(entry(##""paths": ["NOT /#"]"##), "3:11 warning platform/bad-value"),
    FaultRow(entry(#""components": [{ "/": "/$(digits)" }]"#), "3:23 warning platform/variable"),
    FaultRow(entry(##""components": [{ "#": "$(lang" }]"##), "3:23 warning platform/variable"),
    FaultRow(entry(#""components": [{ "?": { "é": "$(x)" } }]"#), "3:30 warning platform/variable"),
    FaultRow(entry(#""components": [{ "?": "$(x)" }]"#), "3:23 warning platform/variable"),
    FaultRow(entry(#""paths": ["/a", "NOT /$(x)"]"#), "3:17 warning platform/variable"),
    FaultRow(entry(#""components": [], "defaults": []"#), "3:31 warning platform/wrong-type"),
    FaultRow(
      entry(#""components": [{}, {}], "defaults": { "/": "$(x)", "y": 1 }"#),
      "3:44 warning platform/variable", "3:52 warning platform/unknown-key"),
    FaultRow(
      entry(#""components": [{ "/": "/a", "/": "/b" }]"#), "3:29 warning platform/duplicate-key"),
    FaultRow(
      entry(#""components": []"#, links: #""substitutionVariables": [], "#),
      "1:42 warning platform/wrong-type"),
    FaultRow(
      entry(#""components": []"#, links: #""substitutionVariables": { "a": "b" }, "#),
      "1:49 warning platform/wrong-type"),
    FaultRow(
      entry(
        #""components": [{ "/": "$(a)" }]"#,
        links: #""substitutionVariables": { "(": [], "lang": ["x"], "a": ["$(b)", 1] }, "#),
      "1:44 warning platform/variable", "1:53 warning platform/variable",
      "1:74 warning platform/variable", "1:82 error platform/wrong-type"),
  ]

  @Test(arguments: rows)
  func `a fault has its place, and the rest of the file is read`(_ row: FaultRow) {
    let (association, faults) = AppleAssociation.parse(Array(row.text.utf8), file: "f")
    #expect(findings(faults) == row.faults)
    #expect((association == nil) == faults.contains { $0.code == .platformSyntax })
    for fault in faults {
      #expect(!fault.message.isEmpty && !fault.message.hasSuffix("."))
      #expect(fault.advice?.last.map { ".?".contains($0) } ?? true, "\(fault)")
    }
  }

  @Test func `messages quote the offending text and advise`() {
    let text = entry(
      """
      "appID": "B", "components": [{ "/": "/$(digits)", "?": { "a": 1 }, "casesensitive": true }]
      """)
    let (_, faults) = AppleAssociation.parse(Array(text.utf8), file: "f")
    #expect(
      faults.map(\.summary) == [
        "f:3:37: warning[platform/variable]: the variable '$(digits)' is not defined, so the "
          + "pattern matches nothing. Did you mean '$(digit)'?",
        "f:3:63: warning[platform/ignored]: 'a' is a number, not a text, so the whole '?' object "
          + "is ignored. Write a text, such as \"*\".",
        "f:3:68: warning[platform/unknown-key]: 'casesensitive' is ignored in a component. "
          + "Did you mean 'caseSensitive'?",
      ])
  }

  @Test func `a conflict names both places`() {
    let text = entry(#""components": [], "paths": [], "paths": []"#)
    let (_, faults) = AppleAssociation.parse(Array(text.utf8), file: "f")
    #expect(
      findings(faults) == ["3:32 warning platform/duplicate-key", "3:32 warning platform/ignored"])
    #expect(faults.map { $0.other?.column } == [19, 1])
    let hidden = #"{ "applinks": { "details": [{ "appID": "B", "appIDs": [] }] } }"#
    let faultsOfHidden = AppleAssociation.parse(Array(hidden.utf8), file: "f").faults
    #expect(faultsOfHidden.compactMap { $0.other?.column } == [31])
  }

  @Test func `faults are limited in number`() {
    let components = String(repeating: "1, ", count: 200) + "1"
    let text = entry("\"components\": [\(components)]")
    let (association, faults) = AppleAssociation.parse(Array(text.utf8), file: "f")
    #expect(faults.count == AssociationLimits.faultsMax + 1)
    #expect(faults.last?.code == .platformLimit)
    #expect(association?.details.first?.rules == [])
  }
}
