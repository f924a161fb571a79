import Diagnostics
import PlatformLinks
import Testing

/// Which links an intent filter takes, and which part refuses the others.
struct IntentFilterTests {
  /// A filter with the action and categories of links, and what a rule says of a link.
  struct Row: Sendable {
    var filter: IntentFilter
    var url: String
    /// The rank of the match, or the refusing part.
    var result: String

    init(_ filter: IntentFilter, _ url: String, _ result: String) {
      self.filter = filter
      self.url = url
      self.result = result
    }
  }

  static let web = filter(schemes: ["https"], hosts: ["example.com"])

  static let rows: [Row] = [
    // Rule 1: what the others need.
    Row(filter(hosts: ["a"]), "https://a/", "scheme"),
    Row(filter(schemes: ["s"], paths: [(.literal, "/a")]), "s://h/b", "scheme match"),
    // Rule 2: the pool.
    Row(filter(schemes: ["s", "t"], hosts: ["a", "b"]), "t://a/", "host match"),
    // Rule 3: case.
    Row(web, "HTTPS://example.com/", "scheme"),
    Row(web, "https://EXAMPLE.com/", "host match"),
    // Rule 4: a filter without hosts, and ports.
    Row(filter(schemes: ["s"]), "s:foo", "scheme match"),
    Row(web, "https:foo", "host"),
    Row(web, "https://example.com:8/", "host match"),
    Row(filter(schemes: ["s"], hosts: ["h"], port: 8), "s://h:8/", "port match"),
    Row(filter(schemes: ["s"], hosts: ["h"], port: 8), "s://h/", "port"),
    Row(filter(schemes: ["s"], hosts: ["h"], port: 8), "s://g:8/", "host"),
    Row(filter(schemes: ["s"], hosts: ["h"], port: 8), "s://h:9/", "port"),
    // Rule 5: paths.
    Row(path(.literal, "/a"), "s://h/a", "path match"),
    Row(path(.literal, "/a"), "s://h/a/", "path"),
    Row(path(.prefix, "/a"), "s://h/ab", "path match"),
    Row(path(.suffix, "a/b"), "s://h/aa/b", "path match"),
    Row(path(.suffix, "a/b"), "s://h/ab", "path"),
    Row(path(.literal, "/%"), "s://h/%25", "path match"),
    Row(path(.literal, "/a/b"), "s://h/a%2Fb", "path match"),
    Row(path(.simpleGlob, "/.*"), "s:h", "host"),
    Row(path(.advancedGlob, "/[a-z]+"), "s://h/a?b#c", "path match"),
    // Rule 9: hosts.
    Row(filter(schemes: ["s"], hosts: ["*example.com"]), "s://evilexample.com", "host match"),
    Row(filter(schemes: ["s"], hosts: ["*.example.com"]), "s://a.Example.com", "host match"),
    Row(filter(schemes: ["s"], hosts: ["*.example.com"]), "s://example.com", "host"),
    Row(filter(schemes: ["s"], hosts: ["*"]), "s://", "host match"),
    Row(filter(schemes: ["s"], hosts: ["é.example"]), "s://É.example", "host match"),
    Row(filter(schemes: ["s"], hosts: ["u@h"]), "s://u@h", "host"),
    // Scheme-specific parts.
    Row(ssp("//h/a"), "s://h/a", "schemeSpecificPart match"),
    Row(ssp("//h/a"), "s://h/b", "schemeSpecificPart"),
    // A MIME type refuses every link.
    Row(mimeType(), "https://example.com/", "mimeType"),
  ]

  @Test(arguments: rows)
  func `a filter decides`(row: Row) {
    let decision = row.filter.decision(on: AndroidURL(row.url.utf8))
    #expect(result(decision) == row.result)
    #expect(!decision.explanation(of: row.filter).isEmpty)
  }

  @Test func `a filter needs the action VIEW and both categories`() {
    let url = AndroidURL("https://example.com/".utf8)
    var filter = Self.web
    filter.actions = []
    #expect(filter.decision(on: url) == .refuses(.action))
    for name in [AndroidName.defaultCategory, .browsable] {
      filter = Self.web
      filter.categories.removeAll { $0.text == name.bytes }
      #expect(filter.decision(on: url) == .refuses(.categories([name])))
      #expect(filter.decision(on: url).explanation(of: filter).contains(name.rawValue))
    }
    filter.categories = []
    #expect(filter.decision(on: url) == .refuses(.categories([.defaultCategory, .browsable])))
  }

  @Test func `the parts that decide are named`() throws {
    var filter = filter(
      schemes: ["s", "t"], hosts: ["a", "b"], paths: [(.literal, "/x"), (.prefix, "/y")])
    filter.schemes[1].position = place(11)
    filter.authorities[1].position = place(12)
    filter.paths[1].position = place(13)
    guard case .takes(let match) = filter.decision(on: AndroidURL("t://b/yz".utf8)) else {
      Issue.record("refused")
      return
    }
    #expect([match.scheme, match.authority, match.path] == [1, 1, 1])
    #expect(match.level == .path)
    #expect(match.positions(in: filter).map(\.line) == [11, 12, 13])
  }

  /// Rule 11. The groups, a link, and whether it is taken.
  static let groups: [(groups: [RelativeFilterGroup], url: String, result: String)] = [
    ([group([(.path, "/a"), (.query, "x=1")])], "s://h/a?y&x=1", "path match"),
    ([group([(.path, "/a"), (.query, "x=1")])], "s://h/a?x=12", "path"),
    ([group([(.path, "/a"), (.query, "x=1")])], "s://h/a", "path"),
    ([group([(.fragment, "")])], "s://h/a#", "path match"),
    ([group([(.fragment, "")])], "s://h/a", "path"),
    // The first group that matches decides.
    ([group([(.path, "/a")], allows: false), group([(.path, "/a")])], "s://h/a", "group"),
    ([group([(.path, "/a")]), group([(.path, "/a")], allows: false)], "s://h/a", "path match"),
    ([group([(.path, "/b")], allows: false), group([(.path, "/a")])], "s://h/a", "path match"),
    // A path next to the groups beats them.
    ([group([(.path, "/p")], allows: false)], "s://h/p", "path match"),
    // Groups match decoded parts.
    ([group([(.fragment, "é")])], "s://h/a#%C3%A9", "path match"),
  ]

  @Test(arguments: groups)
  func `groups are alternatives to paths, and the first that matches decides`(
    row: (groups: [RelativeFilterGroup], url: String, result: String)
  ) {
    var filter = path(.literal, "/p")
    filter.groups = row.groups
    let decision = filter.decision(on: AndroidURL(row.url.utf8))
    #expect(result(decision) == row.result)
    #expect(!decision.explanation(of: filter).isEmpty)
  }

  @Test func `an unknown text matches nothing`() {
    var filter = Self.web
    filter.authorities = [
      DataAuthority(AndroidTextMatcher(unknown: .literal, Array("a".utf8)), at: place(1))
    ]
    #expect(result(filter.decision(on: AndroidURL("https://a".utf8))) == "host")
    filter = Self.web
    filter.paths = [DataText(AndroidTextMatcher(unknown: .prefix, []), at: place(1))]
    #expect(result(filter.decision(on: AndroidURL("https://example.com/".utf8))) == "path")
  }

  @Test func `an activity takes a link with its first filter that does`() {
    let other = filter(schemes: ["s"])
    let activity = AndroidActivity(name: [], filters: [other, Self.web, Self.web], at: place(1))
    var manifest = AndroidManifest(activities: [activity, activity])
    let url = "https://example.com/"
    #expect(manifest.decision(on: url.utf8)?.taking == [0, 1])
    #expect(
      manifest.decision(on: url.utf8)?.activities[0].filters.map(result) == [
        "scheme", "host match",
      ])
    #expect(manifest.decision(on: "t:".utf8)?.taking == [])
    manifest.activities[0].isEnabled = false
    manifest.activities[1].isExported = false
    #expect(
      manifest.decision(on: url.utf8)?.activities.map(\.obstacle) == [.disabled, .notExported])
    #expect(manifest.decision(on: url.utf8)?.taking == [])
    manifest.isEnabled = false
    #expect(manifest.decision(on: url.utf8)?.activities[0].obstacle == .appDisabled)
    let long = Array(repeating: UInt8(ascii: "a"), count: AndroidLimits.urlBytesMax + 1)
    #expect(manifest.decision(on: long) == nil)
    #expect(manifest.decision(on: long.dropLast()) != nil)
  }

  // MARK: Filters

  private static func place(_ line: Int) -> SourcePosition {
    SourcePosition(file: "AndroidManifest.xml", line: line, column: 1)
  }

  private func place(_ line: Int) -> SourcePosition { Self.place(line) }

  private static func filter(
    schemes: [String] = [], hosts: [String] = [], port: Int? = nil,
    paths: [(AndroidTextMatcher.Kind, String)] = []
  ) -> IntentFilter {
    var filter = IntentFilter(at: place(1))
    filter.actions = [LocatedText(AndroidName.view.bytes, at: place(1))]
    filter.categories = [AndroidName.defaultCategory, .browsable].map {
      LocatedText($0.bytes, at: place(1))
    }
    filter.schemes = schemes.map { data(.literal, $0) }
    filter.authorities = hosts.map {
      DataAuthority(AndroidTextMatcher(host: Array($0.utf8)), port: port, at: place(1))
    }
    filter.paths = paths.map { data($0.0, $0.1) }
    return filter
  }

  private func filter(
    schemes: [String], hosts: [String] = [], paths: [(AndroidTextMatcher.Kind, String)] = []
  ) -> IntentFilter {
    Self.filter(schemes: schemes, hosts: hosts, paths: paths)
  }

  private static func path(_ kind: AndroidTextMatcher.Kind, _ text: String) -> IntentFilter {
    filter(schemes: ["s"], hosts: ["h"], paths: [(kind, text)])
  }

  private func path(_ kind: AndroidTextMatcher.Kind, _ text: String) -> IntentFilter {
    Self.path(kind, text)
  }

  private static func ssp(_ text: String) -> IntentFilter {
    var filter = filter(schemes: ["s"])
    filter.schemeSpecificParts = [data(.literal, text)]
    return filter
  }

  private static func mimeType() -> IntentFilter {
    var filter = web
    filter.mimeTypes = [LocatedText(Array("*/*".utf8), at: place(1))]
    return filter
  }

  private static func group(
    _ matchers: [(RelativeFilterGroup.Part, String)], allows: Bool = true
  ) -> RelativeFilterGroup {
    RelativeFilterGroup(
      allows: allows,
      matchers.map { RelativeFilterGroup.Matcher($0.0, data(.literal, $0.1)) }, at: place(1))
  }

  private static func data(_ kind: AndroidTextMatcher.Kind, _ text: String) -> DataText {
    let bytes = Array(text.utf8)
    let matcher = try? AndroidTextMatcher(kind, bytes)
    return DataText(matcher ?? AndroidTextMatcher(unknown: kind, bytes), at: place(1))
  }

  /// The rank of the match, or the refusing part.
  private func result(_ decision: FilterDecision) -> String {
    switch decision {
    case .takes(let match): "\(match.level.rawValue) match"
    case .refuses(let refusal): refusal.part
    }
  }
}
