import Diagnostics
import FileAccess
import JSONCodec
import RouteFiles

extension CheckReport {
  /// The findings in the Static Analysis Results Interchange Format. Paths are relative to the
  /// working folder; a fingerprint stays the same when lines above the finding come or go.
  /// - SeeAlso: SARIF 2.1.0 (OASIS), §3.
  var sarif: JSON {
    let codes = Set(findings.map(\.code.rawValue)).sorted()
    let rules: [JSON] = codes.map { code in
      let known = DiagnosticCode(rawValue: code)
      var rule: [JSON.Member] = [
        .init("id", .string(code)),
        .init("shortDescription", ["text": .string(known?.summary ?? code)]),
      ]
      // The tag by which code scanning recognizes faults of security comes first.
      if let weaknesses = known?.weaknesses, !weaknesses.isEmpty {
        rule.append(.init("properties", ["tags": .texts(["security"] + weaknesses)]))
      }
      return .object(rule)
    }
    let lines = SourceLines(of: findings)
    var seen: [UInt64: Int] = [:]
    let results: [JSON] = findings.map { finding in
      let hash = fingerprint(of: finding, line: finding.position.flatMap { lines[$0] })
      let number = seen[hash, default: 0]
      seen[hash] = number + 1
      return result(
        finding, rule: codes.firstIndex(of: finding.code.rawValue) ?? 0,
        fingerprint: zeroPadded(hash, 16, radix: 16) + ":\(number)")
    }
    let driver: JSON = [
      "name": "signalbox", "version": .string(programVersion), "rules": .array(rules),
    ]
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": ["driver": driver], "columnKind": "unicodeCodePoints",
          "results": .array(results),
        ]
      ],
    ]
  }

  private func result(_ finding: Diagnostic, rule: Int, fingerprint: String) -> JSON {
    var members: [JSON.Member] = [
      .init("ruleId", .string(finding.code.rawValue)), .init("ruleIndex", JSON(rule)),
      .init("level", .string(finding.severity.rawValue)),
      .init("message", ["text": .string(finding.sentences)]),
    ]
    if let place = finding.position {
      members.append(.init("locations", [["physicalLocation": location(place)]]))
    }
    if let other = finding.other {
      let related: JSON = [
        "id": 1, "message": ["text": "the other side"], "physicalLocation": location(other),
      ]
      members.append(.init("relatedLocations", [related]))
    }
    members.append(.init("partialFingerprints", ["signalbox/v1": .string(fingerprint)]))
    return .object(members)
  }

  private func location(_ place: SourcePosition) -> JSON {
    [
      "artifactLocation": ["uri": .string(reference(place.file))],
      "region": ["startLine": JSON(place.line), "startColumn": JSON(place.column)],
    ]
  }

  /// The hash of what identifies a finding without its line number: the code, the file, and the
  /// text of the line, or the message if there is no line.
  private func fingerprint(of finding: Diagnostic, line: String?) -> UInt64 {
    var hash = FNV()
    hash.add(finding.code.rawValue.utf8)
    hash.add(finding.position.map { reference($0.file) }?.utf8 ?? "".utf8)
    hash.add((line ?? finding.message).utf8.filter { $0 != 0x20 && $0 != 0x09 })
    return hash.value
  }

  /// A path as a URI reference (RFC 3986 §4.1): relative in the working folder, otherwise a `file`
  /// URI. The address of a file that a website serves is one already.
  private func reference(_ path: String) -> String {
    if path.utf8.starts(with: "https://".utf8) { return path }
    var bytes = Array(path.utf8)
    let slash = UInt8(ascii: "/")
    var start = ""
    if bytes.first == slash {
      let folder = ((try? currentFolder) ?? "").utf8 + [slash]
      if bytes.starts(with: folder) {
        bytes.removeFirst(folder.count)
      } else {
        start = "file://"
      }
    }
    while bytes.starts(with: "./".utf8) { bytes.removeFirst(2) }
    let encoded = bytes.flatMap { byte in
      byte.isUnreserved || byte == slash ? [byte] : byte.percentEncoded()
    }
    return start + String(decoding: encoded, as: UTF8.self)
  }
}
