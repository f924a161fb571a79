import Diagnostics
import PlatformLinks

extension ClaimFinding {
  /// What is wrong.
  package var message: String {
    switch self {
    case .claimedNotRouted(let platform, let link, _, _):
      "on \(platform.title), '\(link)' opens the app, and no route matches it"
    case .routedNotClaimed(let place, let link, let platforms, let obstacle):
      "links of '\(place.pattern)' do not open the app on \(list(platforms)): "
        + "\(obstacle.text) '\(link)'"
    case .onePlatform(let place, let link, let claimed, let missing, let obstacle):
      "links of '\(place.pattern)' open the app on \(claimed.title) and the browser on "
        + "\(missing.title): \(obstacle.text) '\(link)'"
    case .claimedIfSpelled(let place, let link, let claimed, let platform, _):
      "on \(platform.title), '\(link)' opens the browser, though '\(claimed)' opens the app; both "
        + "are links of '\(place.pattern)'"
    case .claimedInAnyCase(let platform, let link, _, let place):
      "on \(platform.title), '\(link)' opens the app, but the route '\(place.pattern)' matches it "
        + "only in another case"
    case .unclaimedSpelling(let place, let link, let platform, _):
      "on \(platform.title), links of '\(place.pattern)' open the browser if they are spelled like "
        + "'\(link)'"
    case .unroutedSpelling(let platform, let link, _):
      "on \(platform.title), links that are spelled like '\(link)' open the app, and no route "
        + "matches them"
    case .neverDecides(let rule, _, let by, let link):
      "\(rule.text) decides about no link: "
        + (by == nil || link == nil
          ? "nothing matches it"
          : "an earlier rule decides about its links, such as '\(link ?? "")'")
    case .pooledData(let link, _):
      "the filter takes '\(link)', though none of its <data> elements names such links: Android "
        + "combines every scheme, host and path of a filter"
    case .gated(let place, let gates, let link):
      "'\(link)' opens the app, where '\(place.pattern)' waits for "
        + (gates.count == 1 ? "gate " : "gates ") + gates.joined(separator: ", ")
    case .refused(let place, let opensBrowser, let link):
      "'\(link)' opens the app, where '\(place.pattern)' "
        + (opensBrowser ? "opens the browser" : "refuses it")
    case .undecided(let site, let states):
      "not all links that begin with '\(site)' were compared: there are more than \(states) kinds"
    case .unusedAllowance(let code, _):
      "'\(code.rawValue)' is allowed, but not found here"
    }
  }

  /// What to do.
  package var advice: String? {
    switch self {
    case .claimedNotRouted(let platform, _, _, let near):
      "Add a route, or exclude such links "
        + (platform == .ios ? "from the association file" : "from the manifest")
        + (near.map { "; a similar route is '\($0.pattern)'." } ?? ".")
    case .routedNotClaimed(_, _, _, let obstacle), .onePlatform(_, _, _, _, let obstacle):
      switch obstacle {
      case .excluded: "Move a rule for these links ahead of it, or allow the code on the route."
      case .unmatched: "Add a rule for these links, or allow the code on the route."
      case .notAssociated: "Add a statement about the package to assetlinks.json."
      }
    case .claimedIfSpelled: "Write the rule as programs write the link."
    case .claimedInAnyCase(.android, _, _, _):
      "No change needed: Android ignores the case of hosts, and routers see it."
    case .claimedInAnyCase:
      "Remove 'caseSensitive: false' from the rule, or add it to the route."
    case .unclaimedSpelling, .unroutedSpelling:
      "No change needed unless such links are in use."
    case .neverDecides: "Remove it, or move it ahead of the rule that precedes it."
    case .pooledData: "Split the filter, so that each combines only what belongs together."
    case .gated, .refused: "No change needed if intended."
    case .undecided: "Use fewer patterns with several wildcards."
    case .unusedAllowance: "Remove it."
    }
  }

  private func list(_ platforms: [Platform]) -> String {
    platforms.map(\.title).joined(separator: " and ")
  }
}

extension ClaimFinding.Obstacle {
  fileprivate var text: String {
    switch self {
    case .excluded: "a rule excludes"
    case .unmatched: "nothing claims"
    case .notAssociated: "assetlinks.json does not let the package open"
    }
  }
}

extension ClaimFinding.DeadRule {
  fileprivate var text: String {
    switch self {
    case .component: "the component"
    case .dynamicRule: "the dynamic rule"
    case .path: "the path"
    }
  }
}
