import Diagnostics
import PlatformFiles
import PlatformLinks
import TestSupport
import Testing

/// The manifests of three real apps.
@Suite(.enabled(if: hasCorpora, "skipped: corpora not present"))
struct RealManifestTests {
  private func read(
    _ name: String, _ substitutions: ManifestSubstitutions = ManifestSubstitutions()
  ) -> ManifestFile {
    ManifestFile(
      path: "\(corporaFolder)/platform-files/\(name).AndroidManifest.xml", substitutions)
  }

  /// The line and the code of each finding.
  static let findings: [(name: String, activities: Int, findings: [String])] = [
    ("artsy", 3, ["42 platform/manifest-unresolved"]),
    ("kickstarter", 52, []),
    ("rocket.chat", 3, []),
  ]

  @Test(arguments: findings)
  func `a real manifest is read`(row: (name: String, activities: Int, findings: [String])) {
    let file = read(row.name)
    #expect(
      file.findings.map { "\($0.position?.line ?? 0) \($0.code.rawValue)" } == row.findings)
    #expect(file.manifest?.activities.count == row.activities)
  }

  /// A link, and the lines of the filters that take it.
  static let links: [(name: String, link: String, lines: [Int])] = [
    ("artsy", "artsy://anything", [50]),
    ("artsy", "artsy:anything", [50]),
    ("artsy", "https://www.artsy.net/artist/banksy", [56]),
    ("artsy", "http://artsy.net/artists-i-know", [56]),
    ("artsy", "https://artsy.net/press", []),
    ("artsy", "https://click.artsy.net", []),
    ("artsy", "https://click.artsy.net/", [125]),
    ("artsy", "https://WWW.artsy.net/%61rtist", [56]),
    ("kickstarter", "https://www.kickstarter.com/profile/verify_email?a", [83, 261]),
    ("kickstarter", "ksrauth2://authenticate", [144]),
    ("kickstarter", "ksrauth2:authenticate", []),
    ("kickstarter", "ksr://www.kickstarter.com/settings/a", [270]),
    ("kickstarter", "https://kickstarter.com/projects", []),
    ("kickstarter", "https://a.kickstarter.com/projects/a", [278]),
    ("kickstarter", "https://a.kickstarter.com/settings/a", [278]),
    ("rocket.chat", "https://go.rocket.chat/invite?host=a", [66]),
    ("rocket.chat", "https://go.rocket.chat/invite/", []),
    ("rocket.chat", "rocketchat://auth", [74]),
  ]

  @Test(arguments: links)
  func `a link of a real app is decided`(row: (name: String, link: String, lines: [Int])) throws {
    let manifest = try #require(read(row.name).manifest)
    let decision = try #require(manifest.decision(on: row.link.utf8))
    let lines = decision.taking.compactMap { index -> Int? in
      let filter = decision.activities[index].filters.count - 1
      return manifest.activities[index].filters[filter].position.line
    }
    #expect(lines == row.lines)
  }

  @Test(arguments: ["artsy", "kickstarter", "rocket.chat"])
  func `each filter of a real app is explained`(name: String) throws {
    let manifest = try #require(read(name).manifest)
    let decision = try #require(manifest.decision(on: "none://none".utf8))
    for (activity, decisions) in zip(manifest.activities, decision.activities) {
      #expect(decisions.filters.count == activity.filters.count)
      for (filter, decision) in zip(activity.filters, decisions.filters) {
        let isLink = filter.hasViewAction && filter.missingCategories.isEmpty
        let explanation = decision.explanation(of: filter)
        #expect(explanation.hasPrefix(isLink ? "the scheme is none of" : "the filter lacks"))
      }
    }
  }

  @Test func `a string resource of Artsy can be given`() {
    let name = TextBytes("fb_login_protocol_scheme")
    let file = read("artsy", ManifestSubstitutions(strings: [name: Array("fb1".utf8)]))
    #expect(file.findings == [])
    #expect(file.manifest?.decision(on: "fb1:".utf8)?.taking == [1])
  }
}
