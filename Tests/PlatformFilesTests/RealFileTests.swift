import Diagnostics
import FileAccess
import Languages
import PlatformFiles
import PlatformLinks
import TestSupport
import Testing

/// The association files of real apps.
struct RealFileTests {
  static let names = [
    "artsy.net", "cms.artsy.net", "expo-router-sandbox", "new.expensify.com", "status.app",
  ]

  @Test(.enabled(if: hasCorpora, "skipped: corpora not present"), arguments: names)
  func `a real file has no errors, and each rule decides a link built from it`(
    name: String
  ) throws {
    let path = "\(corporaFolder)/platform-files/\(name).json"
    let (association, faults) = AppleAssociation.read(path: path)
    // Two paths of one file have a `#`, so that no link matches them.
    #expect(faults.allSatisfy { $0.code == .platformBadValue })
    #expect(faults.count == (name == "artsy.net" ? 2 : 0))
    let details = try #require(association?.details)
    #expect(!details.isEmpty)
    for detail in details {
      #expect(!detail.rules.isEmpty)
      for (number, rule) in detail.rules.enumerated()
      where !faults.contains(where: { $0.position == rule.position }) {
        let path = try #require(rule.path)
        let link = try #require(URLParts(Array("https://h/".utf8) + path.glob.example))
        let app = try #require(detail.apps.first)
        let decision = try #require(association?.decision(for: link, app: app))
        #expect(decision.decidedBy?.position == rule.position, "\(rule.position)")
        #expect(decision.outcome == (rule.isExcluded ? .block : .match))
        #expect(decision.refusals.map(\.index.rule) == Array(0..<number))
        #expect(decision.refusals.allSatisfy { $0.parts == [.path] })
      }
    }
  }
}

extension Glob {
  /// A text that the pattern matches.
  fileprivate var example: [UInt8] {
    elements.flatMap { element in
      switch element {
      case .byte(let byte): [byte]
      case .bytes(let bytes): Array(bytes.bytes.prefix(1))
      case .any: Array("x".utf8)
      case .run: Array("anything".utf8)
      case .oneOf(let texts): texts.first.map { Glob($0).example } ?? []
      }
    }
  }
}
