import Diagnostics
import PlatformLinks
import TestSupport
import Testing

private func place(_ line: Int) -> SourcePosition {
  SourcePosition(file: "f", line: line, column: 1)
}

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// A path as an association file writes it.
private func path(_ text: String) -> PartPattern {
  PartPattern(glob(text).trimmed, isDecoded: false, trimsSlashes: true)
}

private func link(_ text: String) -> [UInt8] { bytes("https://h/" + text) }

/// What is said about decisions.
struct ExplanationTests {
  static let patterns = [
    ("", ""), ("a*b?c", "a*b?c"), ("?*", "?*"), ("é/ü", "é/ü"), ("$(digit)", "$(digit)"),
    ("/$(lang)/*", "/$(lang)/*"), ("$(region)$(alnum)", "$(region)$(alnum)"), ("a$b", "a$b"),
    ("$(color)", "{red|b*}"), ("$(nothing)", "{}"), ("$(", "$("),
  ]

  @Test(arguments: patterns)
  func `a pattern is described as it is written`(text: String, description: String) {
    let variables = Glob.Variables(own: [bytes("color"): [bytes("red"), bytes("b*")]])
    for isCaseSensitive in [true, false] {
      var faults: [Glob.Fault] = []
      let pattern = Glob(
        parsing: bytes(text), variables: variables, isCaseSensitive: isCaseSensitive,
        faults: &faults)
      #expect(pattern.description == description)
    }
  }

  @Test(arguments: [
    ("/buy/*", "/buy/*"), ("/buy", "/buy"), ("buy/", "/buy"), ("*", "/*"), ("/", "/"), ("", "/"),
  ])
  func `a path starts with a slash`(text: String, description: String) {
    #expect(path(text).description == description)
  }

  /// Links whose first bytes decide must get the same answer as from the machine alone.
  @Test(arguments: seeds(50))
  func `a pattern matches what its machine accepts`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func text(_ pieces: [String]) -> String {
      (0..<random.next() % 7).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }
        .joined()
    }
    let texts = ["a", "B", "/", "%", "%2F", "%61", "2", "F"]
    for _ in 0..<20 {
      var faults: [Glob.Fault] = []
      let parsed = Glob(
        parsing: bytes(text(texts + ["*", "?", "$(digit)"])), variables: Glob.Variables(),
        isCaseSensitive: random.next() % 2 == 0, faults: &faults)
      let isPath = random.next() % 2 == 0
      let pattern = PartPattern(
        isPath ? parsed.trimmed : parsed, isDecoded: random.next() % 2 == 0, trimsSlashes: isPath)
      let machine = PartMachine(pattern)
      for _ in 0..<20 {
        let part = bytes(text(texts))
        let accepts = machine.isAccepting(part.reduce(machine.start, machine.step))
        #expect(
          pattern.matches(part) == accepts, "\(pattern) ~ \(String(decoding: part, as: UTF8.self))")
      }
    }
  }

  private func claims(_ rules: [ComponentRule]) -> LinkClaims {
    let detail = AppleAssociation.Detail(apps: [bytes("A")], rules: rules, at: place(1))
    return LinkClaims(
      apple: LinkClaims.Apple(AppleAssociation(details: [detail]), app: bytes("A")),
      hosts: [AssociatedHost(bytes("h"))])
  }

  private func item(_ name: String, _ value: String) -> QueryPattern {
    .items([
      ItemPattern(
        name: bytes(name), value: PartPattern(glob(value), isDecoded: false), quantifier: .every)
    ])
  }

  @Test func `a rule is explained part by part`() throws {
    let claims = claims([
      ComponentRule(path: path("/a/*"), query: item("id", "?*"), isExcluded: true, at: place(2)),
      ComponentRule(
        path: path("/a/*"), fragment: PartPattern(glob("x"), isDecoded: false), at: place(3)),
      ComponentRule(at: place(4)),
    ])
    let all = try #require(claims.explanation(on: .ios, link("b")))
    #expect(all.verdict == .app && all.position == place(4) && all.message == "matches every link")
    #expect(
      all.refusals.map(\.message) == [
        "the path is not '/a/*', the query item 'id' is not '?*'",
        "the path is not '/a/*', the fragment is not 'x'",
      ])
    #expect(all.refusals.map(\.parts) == [["path", "query"], ["path", "fragment"]])
    let excluded = try #require(claims.explanation(on: .ios, link("a/1?id=2")))
    #expect(excluded.verdict == .browser && excluded.position == place(2))
    #expect(excluded.message == "excludes path '/a/*', query item 'id' as '?*'")
    #expect(claims.explanation(on: .ios, link("a/1#x"))?.position == place(3))
    // A brief decision is the same, with the first part of each refusal.
    for text in ["b", "a/1", "a/1?id=2", "a/1#x"] {
      let brief = try #require(claims.decision(on: .ios, link(text), isBrief: true))
      let whole = try #require(claims.decision(on: .ios, link(text)))
      guard case .rules(let some) = brief.reason, case .rules(let all) = whole.reason else {
        Issue.record("other reasons")
        continue
      }
      #expect(some.decidedBy == all.decidedBy && some.outcome == all.outcome)
      #expect(some.refusals.map(\.index) == all.refusals.map(\.index))
      #expect(some.refusals.map(\.parts) == all.refusals.map { Array($0.parts.prefix(1)) })
    }
  }

  @Test func `of many rules the nearest are shown, and the others counted`() throws {
    let far = (0..<300).map { ComponentRule(path: path("/z\($0)"), at: place($0 + 1)) }
    let near = [
      ComponentRule(path: path("/items/new"), at: place(301)),
      ComponentRule(path: path("/items/*"), query: item("id", "7"), at: place(302)),
    ]
    let explanation = try #require(
      claims(far + near + far).explanation(on: .ios, link("items/8")))
    #expect(explanation.verdict == .browser && explanation.message == "no rule matches")
    #expect(explanation.refusals.count == 602)
    #expect(explanation.shownRefusals.map(\.position.line) == [301, 302])
    #expect(explanation.summaryOfOthers == "600 more refuse the link by its path")
    let many = (0..<9).map {
      ComponentRule(path: path("/items/*"), query: item("id", "\($0)"), at: place($0 + 1))
    }
    let mixed = try #require(claims(many + far).explanation(on: .ios, link("items/x")))
    #expect(mixed.shownRefusals.map(\.position.line) == [1, 2, 3, 4, 5])
    #expect(mixed.summaryOfOthers == "304 more refuse the link: 4 by query, 300 by path")
    let few = try #require(claims(Array(far.prefix(5))).explanation(on: .ios, link("x")))
    #expect(few.shownRefusals.count == 5 && few.summaryOfOthers == nil)
  }

  @Test func `links that the files are not about are undecided`() throws {
    let claims = claims([ComponentRule(at: place(1))])
    for (text, verdict) in [
      ("app://a", nil), ("https://h/" + String(repeating: "a", count: 9_000), nil),
      ("https://other/a", .browser), ("/a", .app), ("", .app), ("https://h", .app),
    ] as [(String, LinkVerdict?)] {
      #expect(try #require(claims.explanation(on: .ios, bytes(text))).verdict == verdict)
    }
    #expect(claims.explanation(on: .android, link("a")) == nil)
  }
}

/// What is said about the decisions of manifests.
struct ManifestExplanationTests {
  private func filter(_ scheme: String, _ host: String, line: Int) throws -> IntentFilter {
    var filter = IntentFilter(at: place(line))
    filter.isAutoVerified = true
    filter.actions = [LocatedText(AndroidName.view.bytes, at: place(line))]
    filter.categories = [AndroidName.defaultCategory, .browsable].map {
      LocatedText($0.bytes, at: place(line))
    }
    filter.schemes = [DataText(try AndroidTextMatcher(.literal, bytes(scheme)), at: place(line))]
    filter.authorities = [DataAuthority(AndroidTextMatcher(host: bytes(host)), at: place(line))]
    return filter
  }

  private func claims(
    _ activities: [AndroidActivity], _ statement: AssetLinks.Statement? = nil
  ) -> LinkClaims {
    let website = statement.map { AssetLinks(statements: [$0]) }
    return LinkClaims(
      android: LinkClaims.Android(
        AndroidManifest(activities: activities), assetLinks: website, package: bytes("p")),
      hosts: [AssociatedHost(bytes("h"))])
  }

  private func statement(_ package: String, _ rules: [ComponentRule]?) -> AssetLinks.Statement {
    AssetLinks.Statement(
      relations: [AssetLinks.linkRelation], package: bytes(package), fingerprints: [],
      dynamicRules: rules, at: place(90))
  }

  @Test func `every activity that takes a link is named`() throws {
    let both = try ["One", "Two"].enumerated().map { index, name in
      AndroidActivity(
        name: bytes(name), filters: [try filter("https", "h", line: index + 1)], at: place(50))
    }
    let hidden = AndroidActivity(
      name: bytes("Hidden"), isExported: false, filters: [try filter("https", "h", line: 3)],
      at: place(50))
    let found = try #require(claims(both + [hidden]).explanation(on: .android, link("a")))
    #expect(found.verdict == .app && found.position == place(1))
    #expect(found.activities == ["One", "Two"])
    #expect(found.message == "One takes scheme 'https', host 'h'")
    #expect(
      found.notes == [
        "f:3:1 of Hidden takes scheme 'https', host 'h', but the activity is not exported",
        "f:2:1 of Two takes scheme 'https', host 'h', so Android asks the user",
        "the assetlinks.json of the host is not given, and assumed to name the app",
      ])
    let none = try #require(claims([hidden]).explanation(on: .android, link("a")))
    #expect(none.verdict == .browser && none.message == "no filter takes the link")
    #expect(
      claims([]).explanation(on: .android, link("a"))?.message == "the manifest has no filter")
  }

  @Test func `filters refuse by a part, and those without data are not shown`() throws {
    let launcher = IntentFilter(at: place(9))
    let activity = AndroidActivity(
      name: [],
      filters: [
        launcher, try filter("https", "x", line: 1), try filter("app", "h", line: 2),
      ], at: place(50))
    let found = try #require(claims([activity]).explanation(on: .android, link("a")))
    #expect(found.refusals.map(\.parts) == [["action"], ["host"], ["scheme"]])
    #expect(
      found.refusals.map(\.activity) == Array(repeating: "an activity without a name", count: 3))
    #expect(found.shownRefusals.map(\.position.line) == [1, 2])
    #expect(found.summaryOfOthers == "1 more refuses the link by its action")
  }

  @Test func `the website can refuse what the manifest takes`() throws {
    let activity = AndroidActivity(
      name: bytes("Main"), filters: [try filter("https", "h", line: 1)], at: place(50))
    let rules = [
      ComponentRule(path: path("/a"), isExcluded: true, at: place(91)),
      ComponentRule(path: path("/b"), at: place(92)),
    ]
    let taken = "f:1:1 of Main takes scheme 'https', host 'h'"
    let rows: [(AssetLinks.Statement, String, LinkVerdict, Int?, String, [String])] = [
      (
        statement("p", nil), "a", .app, 1, "Main takes scheme 'https', host 'h'",
        ["f:90:1 allows every link of the manifest"]
      ),
      (
        statement("q", nil), "a", .browser, 1,
        "Main takes scheme 'https', host 'h', but assetlinks.json has no statement about the app's "
          + "package", []
      ),
      (statement("p", rules), "a", .browser, 91, "excludes path '/a'", [taken]),
      (statement("p", rules), "b", .app, 92, "matches path '/b'", [taken]),
      (statement("p", rules), "c", .browser, nil, "no rule matches", [taken]),
    ]
    for (statement, text, verdict, line, message, notes) in rows {
      let found = try #require(
        claims([activity], statement).explanation(on: .android, link(text)))
      #expect(found.verdict == verdict && found.position == line.map(place), "\(message)")
      #expect(found.message == message && found.notes == notes)
      #expect(found.activities == (verdict == .app ? ["Main"] : []))
    }
  }
}

/// Apps and packages whose rules say the same.
struct RuleGroupTests {
  private func detail(_ apps: [String], _ rules: [(String, Int)]) -> AppleAssociation.Detail {
    AppleAssociation.Detail(
      apps: apps.map(bytes), rules: rules.map { ComponentRule(path: path($0), at: place($1)) },
      at: place(1))
  }

  private func texts(_ groups: [[[UInt8]]]) -> [[String]] {
    groups.map { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test func `apps are grouped by what their rules match, wherever these are`() {
    let association = AppleAssociation(details: [
      detail(["A", "B"], [("/x", 1)]), detail(["C", "A"], [("/y", 2)]), detail(["D"], [("/x", 3)]),
      detail(["E", "E"], [("/x", 4), ("/y", 5)]), detail(["F"], []),
    ])
    #expect(texts(association.appsByRules) == [["A", "E"], ["B", "D"], ["C"], ["F"]])
    #expect(AppleAssociation(details: []).appsByRules.isEmpty)
  }

  @Test func `packages are grouped by their dynamic rules`() {
    let rules = [ComponentRule(path: path("/x"), at: place(1))]
    func statement(
      _ package: String, _ rules: [ComponentRule]?, isLink: Bool = true
    ) -> AssetLinks.Statement {
      AssetLinks.Statement(
        relations: isLink ? [AssetLinks.linkRelation] : [bytes("other")], package: bytes(package),
        fingerprints: [], dynamicRules: rules, at: place(1))
    }
    let links = AssetLinks(statements: [
      statement("a", nil), statement("b", rules), statement("c", nil), statement("d", nil),
      statement("d", rules), statement("e", nil, isLink: false),
    ])
    #expect(texts(links.packagesByRules) == [["a", "c"], ["b", "d"]])
  }
}
