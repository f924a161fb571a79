import Diagnostics
import PlatformFiles
import PlatformLinks

/// Android manifests: every file yields a manifest or an error, findings have messages and places
/// in the file, and decisions can be explained.
enum ManifestTarget {
  static func fault(of bytes: [UInt8]) -> String? {
    let file = ManifestFile(bytes, file: "fuzz.xml")
    let lineCount = bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 1
    for finding in file.findings {
      _ = finding.advice
      guard !finding.message.isEmpty else { return "a finding without a message" }
      guard let place = finding.position, (1...lineCount).contains(place.line),
        (1...(bytes.count + 1)).contains(place.column)
      else { return "a finding outside of the file: \(finding)" }
    }
    guard let manifest = file.manifest else {
      return file.findings.contains { $0.severity == .error }
        ? nil : "neither a manifest nor an error"
    }
    // The file also serves as a link.
    for link in [bytes, Array("https://www.example.com/a?b#c".utf8)] {
      if let fault = fault(of: manifest, on: link) { return fault }
    }
    return nil
  }

  private static func fault(of manifest: AndroidManifest, on link: [UInt8]) -> String? {
    guard let decision = manifest.decision(on: link) else { return nil }
    for (activity, decisions) in zip(manifest.activities, decision.activities) {
      for (filter, decision) in zip(activity.filters, decisions.filters) {
        if decision.explanation(of: filter).isEmpty { return "a decision without an explanation" }
        if case .takes(let match) = decision, match.positions(in: filter).isEmpty {
          return "a match without a place"
        }
      }
    }
    return nil
  }
}
