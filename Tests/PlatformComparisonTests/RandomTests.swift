import Diagnostics
import Links
import Navigation
import PlatformComparison
import PlatformLinks
import TestSupport
import Testing

/// Random routes, rules and filters over a few texts, so that they meet.
struct RandomTests {
  static let seeds = Array(0..<UInt64(6))
  static let linkCount = TestSupport.seeds(10_000).count

  // Goal: what the comparison says of a link is what the router and the platforms' matchers say.
  // Method: each finding's example is confirmed, and for each of many random links that differ
  // there is a finding about its route or rule.
  @Test(arguments: seeds)
  func `every random link that differs is covered by a finding`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let app = try Self.app(&random)
    let comparison = app.comparison
    #expect(comparison.unconfirmed.isEmpty)
    var undecided = false
    for finding in comparison.findings {
      if finding.code == .compareUndecided { undecided = true }
      check(finding, app)
    }
    #expect(!undecided)
    var differing = 0
    for _ in 0..<Self.linkCount {
      let link = Self.link(&random)
      guard (try? Link(bytes: link)) != nil else { continue }
      if !isCovered(link, app, comparison.findings, &differing) {
        Issue.record("\(String(decoding: link, as: UTF8.self)) of seed \(seed) is in no finding")
        break
      }
    }
    // Tables and rules that never differ would test nothing.
    #expect(differing > 0 || comparison.findings.allSatisfy { $0.severity == .note })
  }

  /// Confirms the example of a finding by the matchers.
  private func check(_ finding: Diagnostic, _ app: ClaimedApp) {
    guard let witness = finding.witness else { return }
    let link = Array(witness.utf8)
    let route = app.route(of: link)
    func opens(_ platform: Platform) -> Bool? {
      app.claims.decision(on: platform, link)?.isClaimed
    }
    switch ReadClaim(finding) {
    case .unrouted(let platform, _):
      #expect(route == nil && opens(platform) == true, "\(finding)")
    case .unclaimed(let own, let platforms):
      #expect(
        route.map(own.contains) == true && platforms.allSatisfy { opens($0) == false }, "\(finding)"
      )
    case .onePlatform(let own, let claimed, let missing):
      #expect(
        route.map(own.contains) == true && opens(claimed) == true && opens(missing) == false,
        "\(finding)")
    case .claimedIfSpelled(let own, let claimed, let platform):
      let other = Array(claimed.utf8)
      #expect(route == own && opens(platform) == false, "\(finding)")
      #expect(app.route(of: other) == route, "\(finding)")
      #expect(app.claims.decision(on: platform, other)?.isClaimed == true, "\(finding)")
    case .unclaimedSpelling(let own, let platform):
      #expect(route == own && opens(platform) == false, "\(finding)")
    case .opened(let own):
      #expect(route == own, "\(finding)")
      #expect(app.claims.platforms.contains { opens($0) == true }, "\(finding)")
    case .pooledData: #expect(opens(.android) == true, "\(finding)")
    case .other: break
    }
  }

  /// Whether a link does not differ, or a finding is about its route or rule.
  private func isCovered(
    _ link: [UInt8], _ app: ClaimedApp, _ findings: [Diagnostic], _ differing: inout Int
  ) -> Bool {
    let route = app.route(of: link)
    for platform in app.claims.platforms {
      guard let decision = app.claims.decision(on: platform, link) else { continue }
      guard (route != nil) != decision.isClaimed else { continue }
      differing += 1
      let place = decision.claimPosition(in: app.claims)
      let isFound = findings.contains { finding in
        switch ReadClaim(finding) {
        // Unusual spellings have one example for all routes and rules.
        case .unrouted(let on, let isUnusual):
          route == nil && on == platform && (isUnusual || finding.position == place)
        case .unclaimedSpelling(_, let on): route != nil && on == platform
        case .unclaimed(let own, let on): route.map(own.contains) ?? false && on.contains(platform)
        case .onePlatform(let own, _, let on): route.map(own.contains) ?? false && on == platform
        case .claimedIfSpelled(let own, _, let on): own == route && on == platform
        case .opened, .pooledData, .other: false
        }
      }
      if !isFound { return false }
    }
    return true
  }
}

extension ClaimedApp {
  /// The pattern of the route that a link matches.
  func route(of link: [UInt8]) -> String? {
    guard let link = try? Link(bytes: link), let match = try? definition.table.match(link) else {
      return nil
    }
    return definition.routes[match.route].pattern
  }
}

// MARK: Random apps

extension RandomTests {
  static let words = ["a", "b", "ab", "A", "é", "x-1"]

  static func app(_ random: inout SplitMix64) throws -> ClaimedApp {
    let components = (0..<random.below(4) + 1).map { _ in component(&random) }
    let filters = (0..<random.below(2) + 1).map { _ in filter(&random) }
    let hasApple = random.chance(80)
    let hasDynamic = random.chance(30)
    let rules = hasDynamic ? component(&random) : nil
    var paths: Set<String> = ["/"]
    let drafts = (0..<random.below(4) + 1).map { _ in route(&random) }
      .filter { paths.insert($0.path).inserted }
    // Routes that tie are refused; others take their place.
    for count in (0...drafts.count).reversed() {
      let app = try? ClaimedApp(
        components: hasApple ? components.joined(separator: ",") : nil,
        filters: hasApple && random.chance(30) ? nil : filters, dynamicRules: rules
      ) { draft in
        for (index, route) in drafts.prefix(count).enumerated() {
          draft.route(route.path, screen: "S\(index)") { $0 = route.apply($0) }
        }
      }
      if let app { return app }
    }
    return try ClaimedApp(components: components.joined(separator: ",")) { _ in }
  }

  struct RandomRoute {
    let path: String
    let type: ValueType?
    let hasQuery: Bool
    let isFolded: Bool

    func apply(_ draft: RouteDraft) -> RouteDraft {
      var draft = draft
      if let type { draft.params = [(name: "p", type: type)] }
      if hasQuery { draft.query = [(name: "q", type: .int, isOptional: false)] }
      return draft
    }
  }

  static func route(_ random: inout SplitMix64) -> RandomRoute {
    var path = ""
    var type: ValueType?
    for _ in 0..<random.below(3) + 1 {
      if type == nil, random.chance(30) {
        path += "/:p"
        type = random.pick([.int, .string, .oneOf(["a", "b"]), .slug])
      } else {
        path += "/" + random.pick(words)
      }
    }
    if random.chance(15) { path += "/*" }
    return RandomRoute(
      path: path, type: type, hasQuery: random.chance(20), isFolded: random.chance(10))
  }

  static func glob(_ random: inout SplitMix64) -> String {
    let pieces = ["*", "?", "?*", "$(digit)*", "caf%C3%A9", "%C3%A9", "a", "b", "ab", "A", "x-1"]
    var text = ""
    for _ in 0..<random.below(3) + 1 { text += "/" + random.pick(pieces) }
    return random.chance(10) ? text + "*" : text
  }

  static func component(_ random: inout SplitMix64) -> String {
    var members = [#""/":"\#(random.chance(10) ? "*" : glob(&random))""#]
    if random.chance(20) { members.append(#""exclude":true"#) }
    if random.chance(15) { members.append(#""caseSensitive":false"#) }
    if random.chance(15) { members.append(#""percentEncoded":false"#) }
    if random.chance(15) { members.append(#""?":{"q":"\#(random.pick(["1*", "?*", "*"]))"}"#) }
    if random.chance(8) { members.append(##""#":"x""##) }
    return "{\(members.joined(separator: ","))}"
  }

  static func filter(_ random: inout SplitMix64) -> String {
    let attributes = [
      "path=\"/\"", "path=\"/a\"", "pathPrefix=\"/a\"", "pathPattern=\"/a/.*\"",
      "pathPattern=\"/.*b\"", "pathAdvancedPattern=\"/[a-z]+/[^/]+\"", "pathSuffix=\"/b\"",
      "pathPattern=\"/é\"", "pathAdvancedPattern=\"/.{1,2}\"", "pathPrefix=\"/x-1/\"",
    ]
    let paths = (0..<random.below(3)).map { _ in
      "<data android:\(random.pick(attributes))/>"
    }
    return #"<data android:scheme="https" android:host="x.example"/>"# + paths.joined()
  }

  static func link(_ random: inout SplitMix64) -> [UInt8] {
    let pieces = [
      "a", "b", "ab", "A", "AB", "1", "-7", "x-1", "%C3%A9", "%c3%a9", "é", "%61", "a%2Fb", "",
      "caf%C3%A9",
      "%F0%9F%8E%AC", "abc", "%E2%82%AC",
    ]
    var text = "https://x.example"
    for _ in 0..<random.below(4) + 1 { text += "/" + random.pick(pieces) }
    if random.chance(10) { text += "/" }
    if random.chance(30) { text += "?" + random.pick(["q=1", "q=2", "q=a", "q", "z=1", "q=-3"]) }
    if random.chance(10) { text += "#" + random.pick(["x", "", "y"]) }
    return Array(text.utf8)
  }
}
