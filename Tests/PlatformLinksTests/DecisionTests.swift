import Diagnostics
import PlatformLinks
import Testing

/// A rule for a path at a line of the file.
private func rule(_ path: String, isExcluded: Bool = false, line: Int) -> ComponentRule {
  ComponentRule(
    path: PartPattern(glob(path).trimmed, isDecoded: false, trimsSlashes: true),
    isExcluded: isExcluded, at: place(line))
}

private func place(_ line: Int) -> SourcePosition {
  SourcePosition(file: "f", line: line, column: 1)
}

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

struct DecisionTests {
  static let association = AppleAssociation(details: [
    AppleAssociation.Detail(
      apps: [bytes("A"), bytes("B")],
      rules: [
        rule("/a/private/*", isExcluded: true, line: 1), rule("/a/*", line: 2),
        rule("/a/x", isExcluded: true, line: 3),
      ], at: place(1)),
    AppleAssociation.Detail(
      apps: [bytes("B"), bytes("C")], rules: [rule("*", isExcluded: true, line: 4)], at: place(4)),
  ])

  /// An app, a link, the outcome, the line of the rule that decides, and the lines of those before.
  typealias Row = (String, String, RuleDecision.Outcome, Int?, [Int])
  static let rows: [Row] = [
    ("A", "https://h/a/private/x", .block, 1, []), ("A", "https://h/a/x", .match, 2, [1]),
    ("A", "https://h/b", .noMatch, nil, [1, 2, 3]), ("B", "https://h/b", .block, 4, [1, 2, 3]),
    ("B", "https://h/a", .match, 2, [1]), ("C", "https://h/a", .block, 4, []),
    ("D", "https://h/a", .noMatch, nil, []),
  ]

  @Test(arguments: rows)
  func `the first rule that matches decides, and those before it are explained`(_ row: Row) throws {
    let (app, link, outcome, line, refused) = row
    let parts = try #require(URLParts(bytes(link)))
    let decision = Self.association.decision(for: parts, app: bytes(app))
    #expect(decision.outcome == outcome)
    #expect(decision.decidedBy?.position.line == line)
    #expect(decision.refusals.map(\.index.position.line) == refused)
    #expect(decision.refusals.allSatisfy { $0.parts == [.path] })
    #expect(decision.obstacle == nil)
    let all = Self.association.decisions(for: parts).first { $0.app == bytes(app) }
    #expect(all?.outcome ?? .noMatch == outcome)
    #expect(all?.decidedBy == decision.decidedBy)
  }

  @Test func `a rule is named by the indices of its entry and of itself`() throws {
    let link = try #require(URLParts(bytes("/a/x")))
    let decision = Self.association.decision(for: link, app: bytes("B"))
    #expect(decision.decidedBy == RuleDecision.Index(group: 0, rule: 1, position: place(2)))
    #expect(Self.association.apps == ["A", "B", "C"].map(bytes))
    #expect(Self.association.decisions(for: link).map(\.app) == ["A", "B", "C"].map(bytes))
  }

  @Test(arguments: [
    ("https://h/a", "h", RuleDecision.Obstacle?.none), ("http://h/a", "h", nil),
    ("https://H/a", "h", nil), ("https://h/a", "H", nil), ("/a", "h", nil),
    ("https://h.evil/a", "h", .host), ("app://h/a", "h", .scheme), ("app://x/a", "h", .scheme),
  ])
  func `only web links of the domain are compared`(
    link: String, domain: String, obstacle: RuleDecision.Obstacle?
  ) throws {
    let parts = try #require(URLParts(bytes(link)))
    let decision = Self.association.decision(for: parts, app: bytes("A"), domain: bytes(domain))
    #expect(decision.obstacle == obstacle)
    #expect(decision.outcome == (obstacle == nil ? .match : .noMatch))
    let all = Self.association.decisions(for: parts, domain: bytes(domain))
    #expect(all.isEmpty == (obstacle != nil))
  }

  private func statement(
    _ package: String, _ rules: [ComponentRule]?, relation: [UInt8] = AssetLinks.linkRelation,
    line: Int
  ) -> AssetLinks.Statement {
    AssetLinks.Statement(
      relations: [bytes("other"), relation], package: bytes(package), fingerprints: [],
      dynamicRules: rules, at: place(line))
  }

  @Test func `dynamic rules narrow what a statement allows`() throws {
    let links = AssetLinks(statements: [
      statement("p", nil, relation: bytes("x"), line: 1), statement("p", nil, line: 2),
      statement("q", [rule("/no", isExcluded: true, line: 4), rule("/a*", line: 5)], line: 3),
      statement("r", nil, line: 6), statement("r", [rule("/z", line: 8)], line: 7),
    ])
    func decision(_ package: String, _ link: String) throws -> AssetLinks.Decision {
      links.decision(for: try #require(URLParts(bytes(link))), package: bytes(package))
    }
    #expect(try decision("x", "/a") == .notAssociated)
    #expect(try decision("p", "/a") == .unrestricted(place(2)))
    func outcome(_ package: String, _ link: String) throws -> (RuleDecision.Outcome, Int?)? {
      guard case .rules(let rules) = try decision(package, link) else { return nil }
      return (rules.outcome, rules.decidedBy?.position.line)
    }
    for (package, link, expected, line) in [
      ("q", "/no", RuleDecision.Outcome.block, Int?.some(4)), ("q", "/abc", .match, 5),
      ("q", "/b", .noMatch, nil), ("r", "/z", .match, 8), ("r", "/y", .noMatch, nil),
      ("q", "app://h/abc", .noMatch, nil),
    ] {
      let found = try #require(try outcome(package, link))
      #expect(found == (expected, line), "\(package) \(link)")
    }
    let ownStatement = AssetLinks(statements: [statement("s", [], line: 1)])
    let link = try #require(URLParts(bytes("/a")))
    #expect(
      ownStatement.decision(for: link, package: bytes("s"))
        == .rules(AppleAssociation(details: []).decision(for: link, app: [])))
  }
}
