import Diagnostics
import Navigation
import PlatformFiles
import PlatformGeneration
import PlatformLinks
import TestSupport
import Testing

/// Goal: a generated file claims the links of the routes, and others only where a note says so.
/// Method: generate files for random tables, read them back, and compare decisions on random links.
struct RoundTripTests {
  static let bases = [
    ["https://x.example"], ["https://x.example/app"], ["https://x.example", "https://x.example/a"],
    ["https://*.x.example"], ["https://x.example/#/"], ["https://x.example/app#/b", "shop://"],
    ["shop://", "https://x.example"],
  ]

  @Test(arguments: seeds(40), [RandomTable.Kind.plain, .any])
  func `an association file claims what the table routes`(
    seed: UInt64, kind: RandomTable.Kind
  ) throws {
    var random = SplitMix64(seed: seed)
    let table = RandomTable(&random, kind, bases: random.pick(Self.bases))
    let generator = AssociationGenerator(table.definition)
    let host = try #require(generator.hosts.first)
    let file = generator.file(host: host, appID: "ABCDE12345.x.app")
    let (association, faults) = AppleAssociation.parse(Array(file.text.utf8), file: "f")
    #expect(faults.isEmpty, "\(faults.map(\.message)) \(file.text)")
    let claims = LinkClaims(
      apple: LinkClaims.Apple(try #require(association), app: Array("ABCDE12345.x.app".utf8)),
      hosts: [
        AssociatedHost(Array("x.example".utf8)),
        AssociatedHost(Array("x.example".utf8), isWildcard: true),
      ])
    compare(table, claims, on: .ios, file, &random)
  }

  @Test(arguments: seeds(40), [RandomTable.Kind.plain, .any])
  func `a manifest claims what the table routes`(seed: UInt64, kind: RandomTable.Kind) throws {
    var random = SplitMix64(seed: seed)
    let bases = random.pick(Self.bases.filter { !$0.joined().contains("#") })
    let table = RandomTable(&random, kind, bases: bases)
    let file = ManifestGenerator(table.definition).file(activity: ".MainActivity")
    let read = ManifestFile(Array(file.text.utf8), file: "f")
    let findings = read.findings.filter { $0.severity != .note }
    #expect(findings.isEmpty, "\(findings.map(\.message)) \(file.text)")
    let claims = LinkClaims(android: LinkClaims.Android(try #require(read.manifest)), hosts: [])
    compare(table, claims, on: .android, file, &random)
  }

  /// Links per table.
  private static let linksCount = 80

  private func compare(
    _ table: RandomTable, _ claims: LinkClaims, on platform: Platform, _ file: GeneratedFile,
    _ random: inout SplitMix64
  ) {
    var faults: [String] = []
    for _ in 0..<Self.linksCount {
      let link = table.link(&random)
      let isWeb = link.utf8.starts(with: "http".utf8)
      guard platform == .android || isWeb else { continue }
      let isRouted = table.definition.opens(link)
      let isClaimed = claims.decision(on: platform, Array(link.utf8))?.isClaimed ?? false
      guard isRouted != isClaimed else { continue }
      let difference: GenerationNote.Difference = isClaimed ? .claimsMore : .claimsLess
      let isNoted = file.notes.contains {
        $0.difference == difference && explains($0, link, table.definition)
      }
      // Android compares hosts without case, and the first segment after shop:// is one.
      let hasOtherCase = !isWeb && link.contains(where: \.isUppercase)
      if !isNoted, !hasOtherCase { faults.append("\(difference) \(link)") }
    }
    guard !faults.isEmpty else { return }
    let routes = table.definition.routes.map { "\($0.pattern) \($0.target)" }
    Issue.record(
      "\(Set(faults).sorted())\n\(routes.joined(separator: "\n"))\n\(table.bases)\n\(file.text)\n\(file.notes.map(\.text))"
    )
  }

  /// Whether a note can be about a link.
  private func explains(
    _ note: GenerationNote, _ link: String, _ definition: AppDefinition
  ) -> Bool {
    let gap = note.gap
    if gap.contains("refused") { return definition.route(of: link) == note.route }
    if gap.contains("redirect") { return definition.route(of: link) == note.route }
    if gap.contains("64 bits") { return link.contains("999999") }
    if gap.contains("contains '*'") { return link.contains("*") }
    if gap.contains("calendar") { return link.contains("-") }
    if gap.contains("decimal") { return link.contains { "0123456789.eE+-".contains($0) } }
    if gap.contains("query item"), !gap.contains("required") { return link.contains("?") }
    if gap.contains("case") { return link.contains { $0.isUppercase } }
    return true
  }
}
