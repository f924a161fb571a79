import Diagnostics
import JSONCodec
import PlatformFiles
import PlatformLinks

/// Apple's association file: cases that a project's tests compare with Apple's `swcutil`.
struct AppleAssociations: Adapter {
  static let source = "aasa-conformance"
  static let file = "cases.jsonl"
  static let excluded: [Rule: [Int]] = [:]

  init(folder: String) {}

  mutating func verdict(_ row: JSON) throws -> Verdict {
    let text = row["aasa_text"]?.stringValue ?? (row["aasa"] ?? .null).text
    let read = AppleAssociation.parse(Array(text.utf8), file: "aasa")
    if row["expect_error"] == true {
      return Verdict(
        read.association == nil && read.faults.first?.severity == .error,
        otherwise: "is read without an error")
    }
    guard let association = read.association else { return .fails("\(read.faults)") }
    let link = try parts(of: try row.text("url"))
    var found: [JSON.Member] = []
    for (app, outcome, decidedBy) in association.decisions(for: link) {
      let decision = association.decision(for: link, app: app)
      guard decision.outcome == outcome, decision.decidedBy == decidedBy else {
        return .fails("the decisions for one app and for all apps differ")
      }
      found.append(
        JSON.Member(
          String(decoding: app, as: UTF8.self), .string(outcome == .match ? "match" : "block")))
    }
    return Verdict(row["expect"] == .object(found), otherwise: "is \(JSON.object(found).text)")
  }
}

/// Cases of another matcher's tests.
struct AppleAssociationLibrary: Adapter {
  static let source = "aasa-conformance"
  static let file = "library_cases.jsonl"
  static let excluded: [Rule: [Int]] = [:]

  init(folder: String) {}

  mutating func verdict(_ row: JSON) throws -> Verdict {
    try outcome(
      of: row["aasa"] ?? .null, row, domain: try row.text("domain"),
      expected: try row.text("expect"))
  }
}

/// Recorded answers of Apple's `swcutil`.
struct AppleAssociationProbes: Adapter {
  static let source = "aasa-conformance"
  static let file = "swcutil_probes.jsonl"
  static let excluded: [Rule: [Int]] = [:]

  init(folder: String) {}

  mutating func verdict(_ row: JSON) throws -> Verdict {
    let file =
      row["aasa"]
      ?? [
        "applinks": [
          "details": [
            ["appIDs": ["ABCDE12345.com.example.app"], "components": [row["component"] ?? .null]]
          ]
        ]
      ]
    return try outcome(of: file, row, domain: "example.com", expected: try row.text("expect"))
  }
}

/// Compares the outcome for a file's only app with the expected one.
private func outcome(
  of file: JSON, _ row: JSON, domain: String, expected: String
) throws -> Verdict {
  let read = AppleAssociation.parse(Array(file.text.utf8), file: "aasa")
  guard let association = read.association, let app = association.apps.first else {
    return .fails("\(read.faults)")
  }
  let decision = association.decision(
    for: try parts(of: try row.text("url")), app: app, domain: Array(domain.utf8))
  let found: Set =
    switch decision.outcome {
    case .match: ["match"]
    case .block: ["block", "exclude"]
    case .noMatch: ["no_match"]
    }
  return Verdict(found.contains(expected), otherwise: "is \(decision)")
}

private func parts(of url: String) throws -> URLParts {
  guard let parts = URLParts(Array(url.utf8)) else { throw CorpusFault("'\(url)' is too long") }
  return parts
}
