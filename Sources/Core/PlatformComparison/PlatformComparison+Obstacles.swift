import Diagnostics
import Navigation
import PlatformLinks

extension PlatformComparison {
  /// What keeps a link from opening the app.
  /// - Parameter isBrief: Whether no filter is looked for that was meant to take the link.
  func obstacle(
    on platform: Platform, _ link: [UInt8], _ fate: LinkFate, _ site: ClaimedSite, isBrief: Bool
  ) -> Obstacle {
    let place = place(on: platform, fate)
    if platform == .ios, let index = fate.ios?.rule {
      let rule = prepared.apple[index]
      return .excluded(at: rule.position, trap(of: rule, link), rule.path?.source ?? "*")
    }
    guard platform == .android else { return .unmatched(at: place) }
    if fate.android?.taking != nil {
      let rule = fate.android?.ruling?.rule.flatMap { prepared.dynamic?[$0].position }
      return rule.map { .excluded(at: $0) } ?? .unmatched(at: place)
    }
    if !isBrief, let meant = meantFilter(link) { return meant }
    guard site.filters.isEmpty else { return .unmatched(at: place) }
    return closedFilter(link) ?? .unnamed(at: place)
  }

  /// Why the first filter that names the scheme and host of a link takes none of its links; `nil`
  /// if no filter names them.
  private func closedFilter(_ link: [UInt8]) -> Obstacle? {
    let url = AndroidURL(link)
    for activity in claims.android?.manifest.activities ?? [] {
      for filter in activity.filters where filter.names(url) {
        let missing = (filter.hasViewAction ? [] : [.view]) + filter.missingCategories
        if !missing.isEmpty { return .incomplete(missing, at: filter.position) }
        if !filter.mimeTypes.isEmpty { return .typed(at: filter.position) }
        if activity.obstacle != nil {
          return .unavailable(at: activity.position, takesLinks: false)
        }
      }
    }
    return nil
  }

  /// Adds the edit that lets links of a route open the app.
  mutating func repair(_ obstacle: Obstacle, _ route: Int, on platform: Platform) {
    if let position = obstacle.position, let change = obstacle.change {
      repairs.append(Repair(at: position, [change]))
    } else if platform == .ios, !obstacle.isShared, let last = prepared.apple.last {
      // A pattern of literals is a component's path, too.
      let pattern = definition.routes[route].pattern
      let isLiteral = pattern.utf8.allSatisfy { byte in
        byte.isLetter || byte.isDigit || "/-_".utf8.contains(byte)
      }
      if isLiteral { repairs.append(Repair(at: last.position, [.claim(path: pattern)])) }
    }
  }

  /// The place of what keeps a link from opening the app.
  func place(on platform: Platform, _ fate: LinkFate) -> SourcePosition? {
    switch platform {
    case .ios:
      if let rule = fate.ios?.rule { return prepared.apple[rule].position }
      return claims.apple.flatMap { apple in
        apple.association.details.first { $0.apps.contains(apple.app) }
      }?.position
    case .android:
      guard fate.android?.taking != nil else {
        let activities = claims.android?.manifest.activities ?? []
        let first = activities.first { !$0.filters.isEmpty } ?? activities.first
        return first?.filters.first?.position ?? first?.position
      }
      if let rule = fate.android?.ruling?.rule { return prepared.dynamic?[rule].position }
      return claims.android?.assetLinks?.statements.first { [package = claims.android?.package] in
        $0.package == package
      }?.position
    }
  }

  /// Why a filter does not take a link that it was probably meant to take; `nil` if there is none.
  private func meantFilter(_ link: [UInt8]) -> Obstacle? {
    let url = AndroidURL(link)
    for activity in claims.android?.manifest.activities ?? [] {
      for filter in activity.filters where filter.hasViewAction {
        if filter.missingCategories.contains(.browsable), filter.dataDecision(on: url).isTaken {
          return .trapped(.notBrowsable, "<intent-filter>", at: filter.position)
        }
        guard filter.missingCategories.isEmpty else { continue }
        if activity.obstacle != nil, filter.dataDecision(on: url).isTaken {
          return .unavailable(at: activity.position, takesLinks: true)
        }
        if let misread = misread(filter, url) { return misread }
      }
    }
    return nil
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
