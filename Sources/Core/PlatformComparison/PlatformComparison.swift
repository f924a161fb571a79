package import Diagnostics
import Links
package import Navigation
package import PlatformLinks
import RouteAnalysis
import RouteProofs

/// Compares an app's routes with what its files claim: whole languages of links, in both
/// directions.
///
/// For every scheme and host that a base or a manifest names, all kinds of links are visited: the
/// product of the automata of the routes, the association file, the manifest and the dynamic rules.
/// Each finding comes with a link that the route table and the platforms' matchers confirm.
package struct PlatformComparison {
  /// The findings, sorted by position and code.
  package internal(set) var findings: [Diagnostic] = []
  /// Links on which the route table or a platform's matcher disagrees with the search: a bug in
  /// this module.
  package internal(set) var unconfirmed: [String] = []

  /// Edits that may remove findings, in the order in which these were found.
  package internal(set) var repairs: [Repair] = []
  /// A link of each kind that was compared, without unusual spellings.
  package private(set) var proved: [ProvedLink] = []

  let definition: AppDefinition
  let prepared: PreparedClaims
  var claims: LinkClaims { prepared.claims }
  /// The source as which the app opens the platforms' links.
  package let source: Identifier<Source>
  let limit: Int
  /// What was found, each once.
  var known: Set<Key> = []
  /// The rules of the association file, and the dynamic rules, that decide about a link.
  private(set) var decidingRules: Set<Int> = []
  private(set) var decidingDynamicRules: Set<Int> = []
  private var isComplete = true
  /// The work that the machines of further sites may do.
  package private(set) var workLeft: Int
  /// The work that was done.
  package var work: Int { workMax - workLeft }
  private let workMax: Int
  /// The states that searches for unusual spellings may still visit: their findings are only notes.
  var spellingStatesLeft = 8_000
  /// Links of a site that open the app only without the slash at their end, or only with one.
  private var slashed:
    [(link: [UInt8], route: Int, platforms: [Platform], cause: SourcePosition?)] = []
  /// Of each rule of a site, the links of routes that it claims, one of each kind, the shortest
  /// first.
  private(set) var routedLinks: [Claim: [[UInt8]]] = [:]
  /// The rules that exclude links of routes by more than a `/*` at the end that matches nothing.
  var meantExclusions: Set<SourcePosition> = []
  /// Routes whose links do not open the app for one cause, in the order found.
  private(set) var unclaimed: [UnclaimedRoutes] = []
  /// The indices of causes that several routes can have.
  private var sharedCauses: [UnclaimedRoutes.Cause: Int] = [:]
  /// What a filter that was meant has been looked for.
  private var explained: Set<Key> = []
  /// The allowed codes that were found, by position.
  private var usedAllowances: Set<SourcePosition> = []

  /// The identity of a finding: findings with equal keys are one.
  struct Key: Hashable {
    let code: DiagnosticCode
    var platforms: [Platform] = []
    var route: Int?
    var rule: SourcePosition?
    /// What all routes have in common that are in one finding.
    var cause: Obstacle?
    /// For findings about spellings: whether a route matches the link.
    var isRouted: Bool?
  }

  /// Compares the links of a definition.
  ///
  /// - Parameters:
  ///   - hosts: The websites whose links are compared, and those with a custom scheme; all if
  ///     `nil`.
  ///   - source: The source as which the app opens the platforms' links.
  ///   - limit: The number of states that the search of a site may visit.
  ///   - workMax: The work that the searches of all sites may do.
  package init(
    _ definition: AppDefinition, _ claims: LinkClaims, hosts: [AssociatedHost]? = nil,
    from source: Identifier<Source> = AppDefinition.outside,
    limit: Int = LinkSearch.statesMax, workMax: Int = LinkSearch.totalWorkMax
  ) {
    self.definition = definition
    self.source = source
    self.limit = limit
    (workLeft, self.workMax) = (workMax, workMax)
    prepared = PreparedClaims(claims, definition)
    // Mostly http and https, or two hosts, mean the same.
    var compared: Set<SiteKey> = []
    let size = prepared.size + definition.table.variants.count
    for shape in sites {
      if let hosts, !shape.host.isEmpty, !hosts.contains(where: { $0.covers(shape.host) }) {
        continue
      }
      guard workLeft > 0 else {
        giveUp(shape.link(path: "/", query: ""), at: nil)
        continue
      }
      // The machines of a site are built from all rules.
      workLeft -= min(workLeft, size * LinkSearch.workPerRule)
      let isNew = compared.insert(SiteKey(shape, definition.table, prepared)).inserted
      // A search that was given up says so for each site.
      guard isNew || !isComplete else { continue }
      let site = ClaimedSite(shape, definition.table, prepared)
      if site.isClaimed { compare(site) }
    }
    findings += unclaimed.map { $0.finding(place) }
    findDeadRules()
    findUnusedAllowances()
    let order = findings.indices.sorted { isBefore(findings[$0], findings[$1]) }
    findings = order.map { findings[$0] }
  }

  private func isBefore(_ left: Diagnostic, _ right: Diagnostic) -> Bool {
    guard let first = left.position, let second = right.position else {
      return left.position == nil && right.position != nil
    }
    return first == second ? left.code.rawValue < right.code.rawValue : first < second
  }
}

// MARK: Sites

extension PlatformComparison {
  private mutating func compare(_ site: ClaimedSite) {
    let workMax = min(LinkSearch.workMax, workLeft)
    defer { workLeft -= min(site.work, workLeft) }
    let (found, isComplete, _) = site.fates(.usual, limit: limit, workMax: workMax)
    if !isComplete {
      giveUp(String(decoding: site.start, as: UTF8.self), at: site.busiestRule?.position)
    }
    let lost = found.compactMap { fate, link in
      end(of: link, fate) == .nothing ? fate.route : nil
    }
    let values = lost.isEmpty ? [] : typedValues
    let fates = found + Set(lost).sorted().flatMap { opening($0, values, on: site) }
    let ends = fates.map { end(of: $0.link, $0.fate) }
    for ((fate, link), end) in zip(fates, ends) {
      if let rule = fate.ios?.rule { decidingRules.insert(rule) }
      if end != .nothing { noteExclusion(fate, link) }
      if let rule = fate.android?.ruling?.rule { decidingDynamicRules.insert(rule) }
    }
    routedLinks = [:]
    for ((fate, link), end) in zip(fates, ends) where end != .nothing {
      for platform in Platform.allCases where fate.opensApp(on: platform) == true {
        let claim = Claim(platform: platform, rule: ruling(on: platform, fate, site))
        routedLinks[claim, default: []].append(link)
      }
    }
    var inOtherCase: [(fate: LinkFate, link: [UInt8], route: Int)] = []
    var shown: Set<Int> = []
    for ((fate, link), end) in zip(fates, ends) where isConfirmed(fate, link) {
      prove(fate, link, end)
      if end == .screen, let route = fate.route { shown.insert(route) }
      // A rule that also claims links which match in no case has the other finding.
      if let route = routeInOtherCase(fate, link, site) {
        inOtherCase.append((fate, link, route))
      } else {
        report(fate, link, end, site)
      }
    }
    // ASCII letters are the better example.
    for isASCII in [true, false] {
      for (fate, link, route) in inOtherCase where (fate.foldedRoute != nil) == isASCII {
        reportCase(fate, link, site, route)
      }
    }
    reportSlashed()
    compareSpellings(site, usual: fates.map { $0.fate }, shown, workMax: workMax)
  }

  private mutating func prove(_ fate: LinkFate, _ link: [UInt8], _ end: LinkEnd) {
    var isClaimed: [Platform: Bool] = [:]
    for platform in Platform.allCases { isClaimed[platform] = fate.opensApp(on: platform) }
    proved.append(ProvedLink(link: link, isRouted: end == .screen, isClaimed: isClaimed))
  }

  private mutating func giveUp(_ site: String, at rule: SourcePosition?) {
    isComplete = false
    findings.append(.undecided(site: site, at: rule))
  }

  private mutating func report(
    _ fate: LinkFate, _ link: [UInt8], _ end: LinkEnd, _ site: ClaimedSite
  ) {
    let text = String(decoding: link, as: UTF8.self)
    if let taking = fate.android?.taking, !taking.isStated {
      let place = site.filters[taking.filter].filter.position
      add(
        .pooledData(link: text, at: place), Key(code: .comparePooledData, rule: place))
    }
    let opening = Platform.allCases.filter { fate.opensApp(on: $0) == true }
    let missing = Platform.allCases.filter { fate.opensApp(on: $0) == false }
    guard let route = fate.route, end != .nothing else {
      for platform in opening { reportUnrouted(platform, fate, link, site) }
      return
    }
    guard !isOptOut(link, fate) else { return }
    let place = place(of: route)
    guard end == .screen else {
      guard !opening.isEmpty else { return }
      add(.refused(place, end, link: text), Key(code: .compareRefused, route: route), route: route)
      return
    }
    if !opening.isEmpty { reportGates(route, text) }
    guard let first = missing.first else { return }
    let other = Respelling.withOtherEnd(link)
    let slashedOn = missing.filter { isClaimed(other, route: route, on: $0) }
    guard slashedOn.isEmpty else {
      // One example says enough, and only after those that differ in more. The other spelling has
      // the findings about the other platforms.
      slashed.append((link, route, slashedOn, self.place(on: first, fate)))
      return
    }
    for platform in missing {
      if let claimed = claimedSpelling(of: link, route: route, on: platform) {
        add(
          .claimedIfSpelled(
            place, link: text, claimed: claimed, platform, self.place(on: first, fate)),
          Key(code: .compareEncoding, platforms: [platform], route: route), route: route)
        return
      }
    }
    reportUnclaimed(route, link, on: opening.isEmpty ? missing : [first], opening.first, fate, site)
  }

  /// Reports a link that opens the app on no platform, or not on all.
  private mutating func reportUnclaimed(
    _ route: Int, _ link: [UInt8], on missing: [Platform], _ claimedOn: Platform?, _ fate: LinkFate,
    _ site: ClaimedSite
  ) {
    let code: DiagnosticCode = claimedOn == nil ? .compareRoutedNotClaimed : .compareOnePlatform
    // Looking for a filter that was meant takes time, and one for each route says enough.
    let isFirst = explained.insert(Key(code: code, platforms: missing, route: route)).inserted
    let own = Key(code: code, platforms: claimedOn == nil ? [] : missing, route: route)
    guard isFirst || !known.contains(own) else { return }
    let obstacle = obstacle(on: missing[0], link, fate, site, isBrief: !isFirst)
    let shared = Key(code: code, platforms: missing, route: route, cause: obstacle)
    guard isNew(obstacle.isShared ? shared : own, route: route) else { return }
    if isFirst, obstacle.isMeant { known.insert(own) }
    let cause = UnclaimedRoutes.Cause(claimedOn: claimedOn, missing: missing, obstacle: obstacle)
    let member = (route, String(decoding: link, as: UTF8.self))
    if obstacle.isShared, let index = sharedCauses[cause] {
      unclaimed[index].members.append(member)
    } else {
      if obstacle.isShared { sharedCauses[cause] = unclaimed.count }
      unclaimed.append(UnclaimedRoutes(cause: cause, members: [member]))
      repair(obstacle, route, on: missing[0])
    }
  }

  /// Whether a rule excludes the fragment of a link that the router does not read, as websites ask
  /// for links to stay in the browser. The same links without it have findings of their own.
  private func isOptOut(_ link: [UInt8], _ fate: LinkFate) -> Bool {
    guard let rule = fate.ios?.rule, prepared.apple[rule].isExcluded,
      let fragment = prepared.apple[rule].fragment, !fragment.matches([]),
      let mark = link.firstIndex(of: UInt8(ascii: "#"))
    else { return false }
    return matchedRoute(Array(link[..<mark])) == fate.route
  }

  /// Reports links that open the browser because a slash is at their end, or is not.
  private mutating func reportSlashed() {
    for (link, route, platforms, cause) in slashed {
      for platform in platforms {
        add(
          .unclaimedSpelling(
            place(of: route), link: String(decoding: link, as: UTF8.self), platform, cause),
          Key(code: .compareEncoding, platforms: [platform], isRouted: true), route: route)
      }
    }
    slashed = []
  }

  private mutating func reportUnrouted(
    _ platform: Platform, _ fate: LinkFate, _ link: [UInt8], _ site: ClaimedSite
  ) {
    let rule = ruling(on: platform, fate, site)
    let key = Key(code: .compareClaimedNotRouted, platforms: [platform], rule: rule)
    guard isNew(key, route: fate.allowingRoute) else { return }
    let example = example(link, Claim(platform: platform, rule: rule), fate, site)
    if let rule, let change = example.change { repairs.append(Repair(at: rule, [change])) }
    let text = String(decoding: example.link, as: UTF8.self)
    findings.append(
      .claimedNotRouted(
        platform, link: text, at: rule, redirect: matchedRoute(example.link).map(place),
        near: routeNear(text), advice: example.advice))
  }

  /// The route that a link without one would open in another case, if a platform that opens the app
  /// ignores the case.
  private func routeInOtherCase(_ fate: LinkFate, _ link: [UInt8], _ site: ClaimedSite) -> Int? {
    guard fate.route == nil, fate.allowingRoute == nil,
      Platform.allCases.contains(where: { ignoresCase($0, fate, site) })
    else { return nil }
    guard fate.foldedRoute == nil else { return fate.foldedRoute }
    guard site.shape.host.isEmpty, fate.opensApp(on: .android) == true else { return nil }
    return Respelling.withFoldedHost(link).flatMap(matchedRoute)
  }

  /// Whether a link opens the app on a platform in any case.
  private func ignoresCase(
    _ platform: Platform, _ fate: LinkFate, _ site: ClaimedSite
  ) -> Bool {
    guard site.ignoringCase.contains(platform), fate.opensApp(on: platform) == true else {
      return false
    }
    return platform == .android || fate.ios?.rule.map { prepared.apple[$0].ignoresCase } ?? false
  }

  /// Reports a link that opens the app in any case, and that no route matches in this case.
  private mutating func reportCase(
    _ fate: LinkFate, _ link: [UInt8], _ site: ClaimedSite, _ route: Int
  ) {
    let text = String(decoding: link, as: UTF8.self)
    for platform in Platform.allCases where fate.opensApp(on: platform) == true {
      if ignoresCase(platform, fate, site) {
        reportCase(platform, fate, text, site, route)
      } else {
        reportUnrouted(platform, fate, link, site)
      }
    }
  }

  private mutating func reportCase(
    _ platform: Platform, _ fate: LinkFate, _ link: String, _ site: ClaimedSite, _ route: Int
  ) {
    let rule = ruling(on: platform, fate, site)
    let other = Key(code: .compareClaimedNotRouted, platforms: [platform], rule: rule)
    guard !known.contains(other) else { return }
    // Android ignores the case of all hosts, so that one example says enough.
    add(
      .claimedInAnyCase(platform, link: link, at: rule, place(of: route)),
      Key(
        code: .compareEncoding, platforms: [platform], rule: platform == .ios ? rule : nil))
  }

  /// Adds a finding, unless it is known or the route allows it.
  mutating func add(_ finding: Diagnostic, _ key: Key, route: Int? = nil) {
    if isNew(key, route: route) { findings.append(finding) }
  }

  /// Whether a finding is the first of its kind and the route does not allow it.
  mutating func isNew(_ key: Key, route: Int?) -> Bool {
    if let route {
      let allowed = definition.routes[route].allowed.filter { $0.value == key.code }
      usedAllowances.formUnion(allowed.compactMap { $0.position })
      guard allowed.isEmpty else { return false }
    }
    return known.insert(key).inserted
  }

  private mutating func findUnusedAllowances() {
    guard isComplete, claims.platforms == Platform.allCases else { return }
    for allowed in definition.routes.flatMap({ $0.allowed }) {
      guard let position = allowed.position, DiagnosticCode.comparable.contains(allowed.value),
        !usedAllowances.contains(position)
      else { continue }
      findings.append(.unusedAllowance(allowed))
    }
  }
}
