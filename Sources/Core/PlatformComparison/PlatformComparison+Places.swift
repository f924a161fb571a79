import Diagnostics
import Links
import Navigation
import PlatformLinks
import RouteProofs

extension PlatformComparison {
  func place(of route: Int) -> Located<String> {
    Located(definition.routes[route].pattern, at: definition.routes[route].position)
  }

  /// The place of the rule or filter that claims a link.
  func ruling(
    on platform: Platform, _ fate: LinkFate, _ site: ClaimedSite
  ) -> SourcePosition? {
    switch platform {
    case .ios: fate.ios?.rule.map { prepared.apple[$0].position }
    case .android:
      fate.android?.taking.flatMap { site.manifest?.machine.filters[$0.filter].filter.position }
    }
  }

  /// What keeps a link from opening the app.
  func obstacle(
    on platform: Platform, _ fate: LinkFate, _ site: ClaimedSite
  ) -> Obstacle {
    switch platform {
    case .ios:
      if let rule = fate.ios?.rule { return .excluded(at: prepared.apple[rule].position) }
      let detail = claims.apple.flatMap { apple in
        apple.association.details.first { $0.apps.contains(apple.app) }
      }
      return .unmatched(at: detail?.position)
    case .android:
      guard let android = fate.android, android.taking != nil else {
        let activities = claims.android?.manifest.activities ?? []
        let first = activities.first { !$0.filters.isEmpty } ?? activities.first
        return .unmatched(at: first?.filters.first?.position ?? first?.position)
      }
      let statements = claims.android?.assetLinks?.statements
      guard android.isAssociated else { return .notAssociated(at: statements?.first?.position) }
      if let rule = android.ruling?.rule, let rules = prepared.dynamic {
        return .excluded(at: rules[rule].position)
      }
      let own = statements?.first { $0.package == claims.android?.package }
      return .unmatched(at: own?.position)
    }
  }

  /// The route whose pattern begins most like a link's path.
  func routeNear(_ link: String) -> Located<String>? {
    guard let parts = URLParts(Array(link.utf8)) else { return nil }
    let path =
      parts.isWeb ? parts.path : [UInt8(ascii: "/")] + (parts.host ?? []) + parts.path
    func common(_ route: Int) -> Int {
      zip(definition.routes[route].pattern.utf8, path).prefix { $0 == $1 }.count
    }
    let best = definition.routes.indices.max { common($0) < common($1) }
    return best.map(place)
  }

  /// A link that opens the app on a platform, and that the router reads like a link that does not.
  func claimedSpelling(of link: [UInt8], route: Int, on platform: Platform) -> String? {
    Respelling.all(of: link).first { other in
      claims.decision(on: platform, other)?.opensApp == true && matchedRoute(other) == route
    }.map { String(decoding: $0, as: UTF8.self) }
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
        return claims.decision(on: platform, link)?.opensApp == opens
      }
    if !isSame { unconfirmed.append(String(decoding: link, as: UTF8.self)) }
    return isSame
  }
}
