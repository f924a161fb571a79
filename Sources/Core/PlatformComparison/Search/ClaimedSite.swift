import Diagnostics
import Languages
import Links
import Navigation
import PlatformLinks
import RouteProofs

/// The links that begin with one scheme, and for http and https one host, with the machines that
/// read the rest of them.
final class ClaimedSite {
  /// A base without segments.
  let shape: Base.Shape
  /// The start of all links: `https://cinema.example`, `cinema://`.
  let start: [UInt8]
  private let router: Memoized
  private let folded: Memoized?
  private let apple: Memoized?
  private let appleRules: RuleMachine?
  private let manifest: Memoized?
  private let manifestMachine: ManifestMachine?
  /// The filters of the manifest that can take links of the site.
  let filters: [ManifestMachine.Filter]
  private let dynamic: Memoized?
  private let dynamicRules: RuleMachine?
  /// The routes that allow links which open nothing.
  private let allowing: Memoized?
  private let claims: PreparedClaims
  private let order: QueryOrder?

  init(_ shape: Base.Shape, _ table: RouteTable, _ claims: PreparedClaims) {
    self.shape = shape
    self.claims = claims
    // After a host, the link of the root ends with the slash of its path.
    let root = Array(shape.link(path: "/", query: "").utf8)
    start = shape.host.isEmpty ? root : root.dropLast()
    order = claims.order(of: table)
    let hasUniqueNames = order != nil
    func machine(_ reading: RouterMachine.Reading) -> Memoized {
      Memoized(RouterMachine(table, site: shape, reading, hasUniqueNames: hasUniqueNames))
    }
    router = machine(.exact)
    let routes = claims.routesAllowingOthers
    allowing = routes.isEmpty ? nil : machine(.anyValue(routes))
    let isWeb = !shape.host.isEmpty
    let isServed = claims.serves(shape)
    appleRules = isServed && claims.claims.apple != nil ? RuleMachine(claims.apple) : nil
    apple = appleRules.map { Memoized($0) }
    ignoringCase = Platform.allCases.filter { platform in
      switch platform {
      case .ios: isServed && claims.ignoresCase
      case .android: !isWeb && claims.claims.android != nil
      }
    }
    folded = ignoringCase.isEmpty ? nil : machine(.folded)
    manifestMachine = claims.claims.android.map { ManifestMachine($0.manifest, site: shape) }
    filters = manifestMachine?.filters ?? []
    manifest = manifestMachine.map { Memoized($0) }
    dynamicRules = isServed && manifest != nil ? claims.dynamic.map { RuleMachine($0) } : nil
    dynamic = dynamicRules.map { Memoized($0) }
  }

  /// The platforms that ignore the case of letters in some links: iOS if a rule says so, Android in
  /// the host of a custom scheme.
  let ignoringCase: [Platform]

  /// Whether a platform's file speaks of the links.
  var isClaimed: Bool { apple != nil || manifest != nil }

  private var machines: [Memoized] {
    [router, folded, apple, manifest, dynamic, allowing].compactMap { $0 }
  }

  /// What the machines and the searches have done.
  var work: Int { machines.reduce(visitingWork) { $0 + $1.work } }
  private var visitingWork = 0

  /// The rule that causes most of a search's work; nil if something other than a rule does.
  var busiestRule: ComponentRule? {
    guard let busiest = machines.max(by: { $0.work < $1.work }) else { return nil }
    if busiest === apple { return appleRules?.busiestRule.map { claims.apple[$0] } }
    if busiest === dynamic { return dynamicRules?.busiestRule.flatMap { claims.dynamic?[$0] } }
    return nil
  }

  /// The kinds of links of the site, each with a shortest link.
  ///
  /// - Parameters:
  ///   - limit: The number of states that may be visited.
  ///   - workMax: The work that the machines may have done at its end.
  ///   - goesOn: Called with each fate when it is first found; false ends the search.
  /// - Returns: The fates in the order found, whether these are all, and the number of states.
  func fates(
    _ spelling: LinkForm.Spelling, limit: Int, workMax: Int,
    goesOn: (LinkFate) -> Bool = { _ in true }
  ) -> (found: [(fate: LinkFate, link: [UInt8])], isComplete: Bool, states: Int) {
    let form = Memoized(
      LinkForm(spelling: spelling, isCustomScheme: shape.host.isEmpty, order: order))
    let machines = machines
    var search = LinkSearch(form, machines)
    var known: Set<LinkSearch.States> = []
    var first: [(fate: LinkFate, visit: Int)] = []
    let isComplete = search.run(limit: limit, workMax: workMax) { states, visit, isLink in
      guard isLink else { return .goOn }
      var verdicts = LinkSearch.States()
      for index in machines.indices {
        verdicts[index] = machines[index].verdict(in: states[index + 1])
      }
      guard known.insert(verdicts).inserted else { return .goOn }
      let fate = fate(from: verdicts)
      first.append((fate, visit))
      return goesOn(fate) ? .goOn : .stop
    }
    visitingWork += search.count * LinkSearch.workPerState
    return (first.map { ($0.fate, start + search.link(of: $0.visit)) }, isComplete, search.count)
  }

  /// Whether a route that allows links which open nothing matches one of them.
  func isAllowed(_ link: [UInt8]) -> Bool {
    allowing.map { verdict(of: $0, on: link) >= 0 } ?? false
  }

  /// The fate of one link of the site.
  func fate(of link: [UInt8]) -> LinkFate {
    var verdicts = LinkSearch.States()
    for (index, machine) in machines.enumerated() {
      verdicts[index] = verdict(of: machine, on: link)
    }
    return fate(from: verdicts)
  }

  private func verdict(of machine: Memoized, on link: [UInt8]) -> Int32 {
    var index = start.count
    var state: Int32 = 0
    while index < link.count {
      let escaped = Percent.byte(in: link, at: index, before: link.count)
      state = machine.step(state, escaped.map { Token($0, .escaped) } ?? Token(link[index]))
      index += escaped == nil ? 1 : 3
    }
    return machine.verdict(in: state)
  }

  /// The fate that verdicts of all machines mean, in the order of `machines`.
  private func fate(from verdicts: LinkSearch.States) -> LinkFate {
    var index = 0
    func next(_ machine: Memoized?) -> Int? {
      guard machine != nil else { return nil }
      defer { index += 1 }
      return verdicts[index] < 0 ? nil : Int(verdicts[index])
    }
    let route = next(router)
    let foldedRoute = next(folded)
    let appleRule = next(apple)
    let taking = next(manifest)
    let dynamicRule = next(dynamic)
    let allowingRoute = next(allowing)
    return LinkFate(
      route: route, foldedRoute: folded == nil ? route : foldedRoute,
      ios: apple.map { _ in ruling(appleRule, claims.apple) },
      android: manifest.map { _ in
        LinkFate.Android(
          taking: taking.flatMap { manifestMachine?.taking(numbered: $0) },
          ruling: dynamic.map { _ in ruling(dynamicRule, claims.dynamic ?? []) })
      }, allowingRoute: allowingRoute)
  }

  private func ruling(_ rule: Int?, _ rules: [ComponentRule]) -> LinkFate.Ruling {
    LinkFate.Ruling(rule: rule, isExcluded: rule.map { rules[$0].isExcluded } ?? false)
  }
}

/// The claims of one app, as lists of rules.
struct PreparedClaims {
  let claims: LinkClaims
  /// The rules of the association file about the app, in order.
  let apple: [ComponentRule]
  /// Android's dynamic rules about the package, in order; `nil` if it has none.
  let dynamic: [ComponentRule]?
  /// The routes that allow links which open the app and nothing in it.
  let routesAllowingOthers: [Int]

  init(_ claims: LinkClaims, _ definition: AppDefinition) {
    self.claims = claims
    routesAllowingOthers = definition.routes.indices.filter { route in
      definition.routes[route].allowed.contains { $0.value == .compareClaimedNotRouted }
    }
    apple =
      claims.apple.map { apple in
        apple.association.details.filter { $0.apps.contains(apple.app) }.flatMap { $0.rules }
      } ?? []
    let statements = claims.android.flatMap { android in
      android.assetLinks?.statements.filter { $0.package == android.package && $0.handlesLinks }
    }
    let rules = statements?.compactMap { $0.dynamicRules }
    dynamic = rules.flatMap { $0.isEmpty ? nil : $0.flatMap { $0 } }
  }

  /// The number of rules, hosts and paths.
  var size: Int {
    let filters = claims.android?.manifest.activities.flatMap { $0.filters } ?? []
    return apple.count + (dynamic?.count ?? 0)
      + filters.reduce(0) { $0 + $1.schemes.count + $1.authorities.count + $1.paths.count }
  }

  /// The order to try the items of queries in; `nil` if a rule compares whole queries.
  func order(of table: RouteTable) -> QueryOrder? {
    var names = table.routes.flatMap { $0.conditions.map { Array($0.query.name.utf8) } }
    for query in (apple + (dynamic ?? [])).compactMap({ $0.query }) {
      guard case .items(let items) = query else { return nil }
      names += items.map { $0.name }
    }
    let groups =
      claims.android?.manifest.activities.flatMap { $0.filters }.flatMap { $0.groups } ?? []
    let matchers = groups.flatMap { $0.matchers }.filter { $0.part == .query }
    return matchers.isEmpty ? QueryOrder(names) : nil
  }

  /// Whether the website of a site serves the association file and the asset links.
  func serves(_ site: Base.Shape) -> Bool {
    !site.host.isEmpty && claims.hosts.contains { $0.covers(site.host) }
  }

  /// Whether a rule of the association file ignores the case of letters.
  var ignoresCase: Bool {
    apple.contains { $0.ignoresCase }
  }
}

extension ComponentRule {
  /// Whether letters of the path match in any case.
  var ignoresCase: Bool { path?.glob.hasFoldedLetters ?? false }
}
