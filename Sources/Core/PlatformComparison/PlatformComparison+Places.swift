import Diagnostics
import Links
import Navigation
import PlatformLinks
import RouteProofs

extension PlatformComparison {
  mutating func reportGates(_ route: Int, _ link: String) {
    guard let resolution = try? definition.resolve(link, from: source) else { return }
    let gates = definition[resolution.route].gateOrder.map { definition[$0].name }
    guard !gates.isEmpty else { return }
    add(
      .gated(place(of: route), gates: gates, link: link), Key(code: .compareGated, route: route),
      route: route)
  }

  func place(of route: Int) -> Located<String> {
    Located(definition.routes[route].pattern, at: definition.routes[route].position)
  }

  /// The place of the rule, or of the path of a filter, that claims a link.
  func ruling(
    on platform: Platform, _ fate: LinkFate, _ site: ClaimedSite
  ) -> SourcePosition? {
    switch platform {
    case .ios: fate.ios?.rule.map { prepared.apple[$0].position }
    case .android:
      fate.android?.taking.flatMap { site.filters[$0.filter].position(of: $0.part) }
    }
  }

  /// The first route that `why` would list for a link that no route matches; `nil` if none is
  /// similar.
  func routeNear(_ link: String) -> Located<String>? {
    guard let link = try? Link(link) else { return nil }
    let near = definition.table.misses(of: link, limit: 1, onlyNear: true).first
    return near.map { place(of: $0.route) }
  }

  /// A link that opens the app on a platform, and that the router reads like a link that does not.
  func claimedSpelling(of link: [UInt8], route: Int, on platform: Platform) -> String? {
    Respelling.all(of: link).first { isClaimed($0, route: route, on: platform) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a link of a route opens the app on a platform.
  func isClaimed(_ link: [UInt8], route: Int, on platform: Platform) -> Bool {
    claims.decision(on: platform, link, isBrief: true)?.isClaimed == true
      && matchedRoute(link) == route
  }

  func matchedRoute(_ link: [UInt8]) -> Int? {
    var route: Int?
    MatchScratch.withTemporary { scratch in
      route = link.withUnsafeBytes { definition.table.match($0, scratch).route }
    }
    return route
  }

  /// Whether the route table and the platforms' matchers say the same of a link as the search.
  mutating func isConfirmed(_ fate: LinkFate, _ link: [UInt8]) -> Bool {
    let isSame =
      matchedRoute(link) == fate.route
      && Platform.allCases.allSatisfy { platform in
        guard let opens = fate.opensApp(on: platform) else { return true }
        return claims.decision(on: platform, link, isBrief: true)?.isClaimed == opens
      }
    if !isSame { unconfirmed.append(String(decoding: link, as: UTF8.self)) }
    return isSame
  }
}
