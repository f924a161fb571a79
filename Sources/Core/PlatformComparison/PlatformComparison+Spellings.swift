import Diagnostics
import Navigation
import PlatformLinks

extension PlatformComparison {
  /// Compares links in unusual spellings, as far as those in usual ones do not differ.
  /// - Parameter shown: The routes with links that open a screen.
  mutating func compareSpellings(
    _ site: ClaimedSite, usual: [LinkFate], _ shown: Set<Int>, workMax: Int
  ) {
    for platform in Platform.allCases {
      let claimed = Set(usual.filter { $0.opensApp(on: platform) == true }.compactMap { $0.route })
      guard !claimed.isEmpty else { continue }
      let unclaimed = Set(
        usual.filter { $0.opensApp(on: platform) == false }.compactMap { $0.route })
      let wanted = claimed.subtracting(unclaimed).intersection(shown)
      // One example of each kind says enough.
      let keys = [true, false].map {
        Key(code: .compareEncoding, platforms: [platform], isRouted: $0)
      }
      func isUnclaimed(_ fate: LinkFate) -> Bool {
        fate.opensApp(on: platform) == false && fate.route.map(wanted.contains) ?? false
      }
      let rules = Set(
        usual.filter { $0.route == nil && $0.opensApp(on: platform) == true }
          .map { ruling(on: platform, $0, site) })
      func isUnrouted(_ fate: LinkFate) -> Bool {
        fate.opensApp(on: platform) == true && fate.route == nil
          && !rules.contains(ruling(on: platform, fate, site))
      }
      var isOpen = keys.map { !known.contains($0) }
      guard isOpen.contains(true), spellingStatesLeft > 0 else { continue }
      let statesMax = min(limit, spellingStatesLeft)
      let (fates, _, states) = site.fates(.any, limit: statesMax, workMax: workMax) { fate in
        if isUnclaimed(fate) { isOpen[0] = false }
        if isUnrouted(fate) { isOpen[1] = false }
        return isOpen.contains(true)
      }
      spellingStatesLeft -= min(states, spellingStatesLeft)
      for (fate, link) in fates where isUnclaimed(fate) && isConfirmed(fate, link) {
        let text = String(decoding: link, as: UTF8.self)
        guard let route = fate.route else { continue }
        add(
          .unclaimedSpelling(
            place(of: route), link: text, platform, self.place(on: platform, fate)),
          keys[0], route: route)
      }
      for (fate, link) in fates where isUnrouted(fate) && isConfirmed(fate, link) {
        let text = String(decoding: link, as: UTF8.self)
        add(
          .unroutedSpelling(platform, link: text, at: ruling(on: platform, fate, site)), keys[1])
      }
    }
  }
}
