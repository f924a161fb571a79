import Diagnostics
import PlatformLinks
import Testing

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Whether Android verifies the hosts of an app, by level.
struct VerificationTests {
  struct Row: Sendable, CustomTestStringConvertible {
    /// The filters: schemes, hosts and whether they have `autoVerify`.
    let filters: [(scheme: String, host: String, isVerified: Bool)]
    /// The statement of `a`'s file: package and relation; nil without a file.
    let statement: (package: String, relation: String)?
    var fingerprints: [String] = []
    var link = "https://a/x"
    /// At levels 22, 30 and 36.
    let verdicts: [LinkVerdict]

    var testDescription: String { "\(filters) \(statement.map { "\($0)" } ?? "") \(link)" }
  }

  private static let links = "delegate_permission/common.handle_all_urls"
  private static let own = (package: "p", relation: links)
  private static let declared = (scheme: "https", host: "a", isVerified: true)
  private static let undeclared = (scheme: "https", host: "a", isVerified: false)

  static let rows = [
    Row(filters: [declared], statement: nil, verdicts: [.chooser, .app, .app]),
    Row(filters: [declared], statement: own, verdicts: [.chooser, .app, .app]),
    Row(filters: [undeclared], statement: own, verdicts: [.chooser, .chooser, .browser]),
    Row(filters: [undeclared], statement: nil, verdicts: [.chooser, .chooser, .browser]),
    // One scheme that is not of the web, and Android verifies none of the filter's hosts.
    Row(
      filters: [("https app", "a", true)], statement: own, verdicts: [.chooser, .chooser, .browser]),
    Row(filters: [("https http", "a", true)], statement: own, verdicts: [.chooser, .app, .app]),
    // A filter that names the host is enough.
    Row(filters: [undeclared, declared], statement: own, verdicts: [.chooser, .app, .app]),
    // Before Android 12, any filter makes Android verify the hosts of all.
    Row(
      filters: [undeclared, ("https", "b", true)], statement: own,
      verdicts: [.chooser, .app, .browser]),
    // The same levels verify all hosts or none.
    Row(
      filters: [declared, ("https", "b", true)], statement: ("q", links), link: "https://b/x",
      verdicts: [.chooser, .chooser, .app]),
    Row(
      filters: [declared, ("https", "*.a", true)], statement: own, link: "https://c.a/x",
      verdicts: [.chooser, .app, .app]),
    // A wildcard does not name the host itself, nor does the host name those of the wildcard.
    Row(
      filters: [undeclared, ("https", "*.a", true)], statement: own,
      verdicts: [.chooser, .app, .browser]),
    Row(
      filters: [("https", "*.a", false), declared], statement: own, link: "https://c.a/x",
      verdicts: [.chooser, .app, .browser]),
    Row(
      filters: [("https", "*.b.a", false), ("https", "*.a", true)], statement: own,
      link: "https://c.b.a/x", verdicts: [.chooser, .app, .app]),
    Row(filters: [declared], statement: ("q", links), verdicts: [.chooser, .chooser, .browser]),
    Row(filters: [declared], statement: ("p", "x"), verdicts: [.chooser, .chooser, .browser]),
    Row(
      filters: [declared], statement: own, fingerprints: ["ab:CD"],
      verdicts: [.chooser, .app, .app]),
    Row(
      filters: [declared], statement: own, fingerprints: ["AB:CE"],
      verdicts: [.chooser, .chooser, .browser]),
    // Each build of the app has its own, and all count.
    Row(
      filters: [declared], statement: own, fingerprints: ["AB:CE", "AB:CD"],
      verdicts: [.chooser, .chooser, .browser]),
    Row(
      filters: [declared], statement: own, fingerprints: ["AB:CD", "AB:CD"],
      verdicts: [.chooser, .app, .app]),
    Row(
      filters: [("app", "a", false)], statement: ("q", links), link: "app://a/x",
      verdicts: [.app, .app, .app]),
    Row(
      filters: [declared], statement: own, link: "https://z/x",
      verdicts: [.browser, .browser, .browser]),
  ]

  @Test(arguments: rows)
  func `a web link opens the app if its host is verified`(_ row: Row) throws {
    let verdicts = try [22, 30, 36].map { level in
      try claims(row, level).verdict(on: .android, bytes(row.link))
    }
    #expect(verdicts == row.verdicts)
    // The list of hosts that are not verified says the same.
    let names = ["https://a/x": "a", "https://c.a/x": "*.a", "https://c.b.a/x": "*.b.a"]
    guard let name = names[row.link] else { return }
    for (level, verdict) in zip([22, 30, 36], row.verdicts) {
      let hosts = try claims(row, level).unverifiedFilters.flatMap { $0.hosts }
      #expect(hosts.contains(bytes(name)) == (verdict != .app), "\(level)")
    }
  }

  @Test(arguments: [
    (nil, "https://a/x", 36, true), (nil, "https://a/x", 30, true), (nil, "https://a/x", 22, false),
    (own, "https://a/x", 36, false), (own, "https://b/x", 36, true),
    (nil, "https://z/x", 36, false),
    (nil, "app://a/x", 36, false),
  ])
  func `an app that opens since a file is assumed has a note`(
    statement: (package: String, relation: String)?, link: String, level: Int, isNoted: Bool
  ) throws {
    let row = Row(
      filters: [Self.declared, ("https", "b", true), ("app", "a", false)], statement: statement,
      verdicts: [])
    let explanation = try claims(row, level).explanation(on: .android, bytes(link))
    let isFound = explanation?.notes.contains { $0.hasPrefix("the assetlinks.json of the host") }
    #expect(isFound == isNoted)
  }

  @Test(arguments: [(22, true), (30, true), (31, false), (34, false), (35, false)])
  func `an older level reads no suffixes, advanced patterns and groups`(
    level: Int, takesAll: Bool
  ) throws {
    let place = SourcePosition(file: "f", line: 1, column: 1)
    var filter = try filter("https", "a", isVerified: true)
    filter.paths = try [.suffix, .advancedGlob].map { kind in
      DataText(try AndroidTextMatcher(kind, bytes("/x")), at: place)
    }
    filter.groups = [
      RelativeFilterGroup(
        allows: true,
        [.init(.query, DataText(try AndroidTextMatcher(.literal, bytes("q=1")), at: place))],
        at: place)
    ]
    let manifest = AndroidManifest(
      activities: [AndroidActivity(name: bytes("M"), filters: [filter], at: place)])
    func isTaken(_ link: String) -> Bool? {
      manifest.read(at: level).decision(on: bytes(link)).map { !$0.taking.isEmpty }
    }
    #expect(isTaken("https://a/x") == true)
    #expect(isTaken("https://a/y") == takesAll)
    #expect(isTaken("https://a/y?q=1") == (takesAll || level >= 35))
  }

  private func filter(_ scheme: String, _ host: String, isVerified: Bool) throws -> IntentFilter {
    let place = SourcePosition(file: "f", line: 1, column: 1)
    var filter = IntentFilter(at: place)
    filter.isAutoVerified = isVerified
    filter.actions = [LocatedText(AndroidName.view.bytes, at: place)]
    filter.categories = [AndroidName.defaultCategory, .browsable].map {
      LocatedText($0.bytes, at: place)
    }
    filter.schemes = try scheme.split(separator: " ").map {
      DataText(try AndroidTextMatcher(.literal, bytes(String($0))), at: place)
    }
    filter.authorities = [DataAuthority(AndroidTextMatcher(host: bytes(host)), at: place)]
    return filter
  }

  private func claims(_ row: Row, _ level: Int) throws -> LinkClaims {
    let place = SourcePosition(file: "f", line: 1, column: 1)
    let filters = try row.filters.map { try filter($0.scheme, $0.host, isVerified: $0.isVerified) }
    let file = row.statement.map { statement in
      AssetLinks(statements: [
        AssetLinks.Statement(
          relations: [bytes(statement.relation)], package: bytes(statement.package),
          fingerprints: [bytes("AB:CD")], dynamicRules: nil, at: place)
      ])
    }
    return LinkClaims(
      android: LinkClaims.Android(
        AndroidManifest(
          activities: [AndroidActivity(name: bytes("M"), filters: filters, at: place)]),
        assetLinks: file, package: bytes("p"), fingerprints: row.fingerprints.map(bytes),
        level: level),
      hosts: [AssociatedHost(bytes("a"))])
  }
}
