import Diagnostics
import PlatformLinks

extension PlatformComparison {
  /// What keeps a link from opening the app.
  func obstacle(
    on platform: Platform, _ link: [UInt8], _ fate: LinkFate, _ site: ClaimedSite
  ) -> Obstacle {
    switch platform {
    case .ios:
      if let rule = fate.ios?.rule {
        let trap = excludesByAbsence(prepared.apple[rule], link) ? Trap.emptyQueryItem : nil
        return .excluded(at: prepared.apple[rule].position, trap)
      }
      let detail = claims.apple.flatMap { apple in
        apple.association.details.first { $0.apps.contains(apple.app) }
      }
      return .unmatched(at: detail?.position)
    case .android:
      guard let android = fate.android, android.taking != nil else {
        return manifestObstacle(link, site)
      }
      let statements = claims.android?.assetLinks?.statements
      if let rule = android.ruling?.rule, let rules = prepared.dynamic {
        return .excluded(at: rules[rule].position)
      }
      let own = statements?.first { $0.package == claims.android?.package }
      return .unmatched(at: own?.position)
    }
  }

  /// Why no filter takes a link: the one that was probably meant to.
  private func manifestObstacle(_ link: [UInt8], _ site: ClaimedSite) -> Obstacle {
    let activities = claims.android?.manifest.activities ?? []
    let url = AndroidURL(link)
    for activity in activities {
      for filter in activity.filters where filter.hasViewAction {
        if filter.missingCategories.contains(.browsable), filter.dataDecision(on: url).isTaken {
          return .trapped(.notBrowsable, "<intent-filter>", at: filter.position)
        }
        guard filter.missingCategories.isEmpty else { continue }
        if activity.obstacle != nil, filter.dataDecision(on: url).isTaken {
          return .unavailable(at: activity.position)
        }
        if let misread = misread(filter, url) { return misread }
      }
    }
    let first = activities.first { !$0.filters.isEmpty } ?? activities.first
    let place = first?.filters.first?.position ?? first?.position
    guard site.filters.isEmpty else { return .unmatched(at: place) }
    return .unnamed(at: place)
  }

  /// A text of a filter that seems to match a link and does not.
  private func misread(_ filter: IntentFilter, _ url: AndroidURL) -> Obstacle? {
    switch filter.dataDecision(on: url) {
    case .refuses(.path):
      guard let path = url.path else { return nil }
      let found = filter.paths.first { $0.matcher.seemsToMatch(path) }
      return found.flatMap { found in
        found.matcher.misreading.map {
          .trapped($0, String(decoding: found.matcher.text, as: UTF8.self), at: found.position)
        }
      }
    case .refuses(.host), .refuses(.schemeSpecificPart):
      let rest = url.schemeSpecificPart.dropFirst(2)
      let found = filter.schemeSpecificParts.first { $0.matcher.matches(rest) }
      return found.map {
        .trapped(
          .schemeSpecificPart, String(decoding: $0.matcher.text, as: UTF8.self), at: $0.position)
      }
    default: return nil
    }
  }
}
