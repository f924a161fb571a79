package import Diagnostics
import Languages
import Navigation
import PlatformLinks

/// Differences between an app's routes and its files for the platforms: an error if the app opens
/// and shows nothing, a note if all may be as intended (docs/compare.md explains each).
///
/// A link is one that both the router and the platforms confirm.
extension Diagnostic {
  /// Links that a rule claims open nothing in the app, also after a redirect; `near` is a route
  /// with a similar path.
  static func claimedNotRouted(
    _ platform: Platform, link: String, at position: SourcePosition?, redirect: Located<String>?,
    near: Located<String>?, advice: String?
  ) -> Self {
    Diagnostic(
      .compareClaimedNotRouted,
      "on \(platform.title), '\(link)' opens the app, and "
        + (redirect.map { "'\($0.value)' redirects it to a link that no route matches" }
          ?? "no route matches it"),
      advice: advice ?? "Add a route, or exclude such links "
        + (platform == .ios ? "from the association file" : "from the manifest")
        + (near.map { "; a similar route is '\($0.value)'." } ?? "."),
      at: position, other: (redirect ?? near)?.position, witness: link)
  }

  /// Links of routes open the browser on each of the platforms.
  static func routedNotClaimed(
    _ routes: String, link: String, _ platforms: [Platform], _ obstacle: Obstacle
  ) -> Self {
    Diagnostic(
      .compareRoutedNotClaimed,
      "links of \(routes) do not open the app on "
        + platforms.map { $0.title }.joined(separator: " and ") + ": \(obstacle.text) '\(link)'",
      advice: obstacle.advice, severity: .warning, witness: link)
  }

  /// Links of routes open the app on one platform and the browser on the other.
  static func onePlatform(
    _ routes: String, link: String, claimedOn claimed: Platform,
    missingOn missing: Platform, _ obstacle: Obstacle
  ) -> Self {
    Diagnostic(
      .compareOnePlatform,
      "links of \(routes) open the app on \(claimed.title) and the browser on "
        + "\(missing.title): \(obstacle.text) '\(link)'",
      advice: obstacle.advice, severity: .warning, witness: link)
  }

  /// A rule decides about no link; `other` decides about the links that it matches.
  /// - Parameter rule: What it is, such as `the component` or `the path`.
  static func neverDecides(
    _ rule: String, at position: SourcePosition?, by other: ComponentRule? = nil,
    link: String? = nil, advice: String? = nil
  ) -> Self {
    let cause =
      if let other, let link {
        "an earlier rule for \(other.explanation) decides about its links, such as '\(link)'"
      } else {
        "nothing matches it"
      }
    return Diagnostic(
      .compareNeverDecides, "\(rule) decides about no link: \(cause)",
      advice: advice ?? "Correct or remove it.", severity: .warning, at: position,
      other: other?.position, witness: link)
  }

  /// A filter takes links whose scheme, host and path no element of it names together.
  static func pooledData(link: String, at position: SourcePosition?) -> Self {
    Diagnostic(
      .comparePooledData,
      "the filter takes '\(link)', though none of its <data> elements names such links: Android "
        + "combines every scheme, host and path of a filter",
      advice: "Split the filter, so that each combines only what belongs together.",
      severity: .warning, at: position, witness: link)
  }

  /// Links of a route open the app, which asks for gates first.
  static func gated(_ route: Located<String>, gates: [String], link: String) -> Self {
    Diagnostic(
      .compareGated,
      "'\(link)' opens the app, where '\(route.value)' waits for "
        + (gates.count == 1 ? "gate " : "gates ") + gates.joined(separator: ", "),
      advice: "No change needed if intended.", severity: .note, at: route.position, witness: link)
  }

  /// Links of a route open the app, which opens the browser or refuses them.
  static func refused(_ route: Located<String>, _ end: LinkEnd, link: String) -> Self {
    let source = if case .refused(let source?) = end { ": it comes from \(source)" } else { "" }
    return Diagnostic(
      .compareRefused,
      "'\(link)' opens the app, where '\(route.value)' "
        + (end == .browser ? "opens the browser" : "refuses it") + source,
      advice: "No change needed if intended.", severity: .note, at: route.position, witness: link)
  }

  /// Not all links of a site were compared; `rule` is the place of the rule that most of the work
  /// was about.
  static func undecided(site: String, at rule: SourcePosition?) -> Self {
    Diagnostic(
      .compareUndecided,
      "not all links that begin with '\(site)' were compared: there are too many kinds"
        + (rule == nil ? "" : ", most of them by this rule"),
      advice: "Use fewer patterns with several wildcards.", severity: .warning, at: rule)
  }
}

/// Differences in the spelling of links.
extension Diagnostic {
  /// Links of a route open the browser as programs write them, and the app if spelled otherwise.
  static func claimedIfSpelled(
    _ route: Located<String>, link: String, claimed: String, _ platform: Platform,
    _ cause: SourcePosition?
  ) -> Self {
    Diagnostic(
      .compareEncoding,
      "on \(platform.title), '\(link)' opens the browser, though '\(claimed)' opens the app; both "
        + "are links of '\(route.value)'",
      advice: "Write the rule as programs write the link.", severity: .warning,
      at: route.position, other: cause, witness: link)
  }

  /// A rule, or Android in the host of a custom scheme, ignores the case of letters, and the route
  /// does not.
  static func claimedInAnyCase(
    _ platform: Platform, link: String, at position: SourcePosition?, _ route: Located<String>
  ) -> Self {
    Diagnostic(
      .compareEncoding,
      "on \(platform.title), '\(link)' opens the app, but the route '\(route.value)' matches it "
        + "only in another case",
      advice: platform == .android
        ? "No change needed: Android ignores the case of hosts, and routers see it."
        : "Remove 'caseSensitive: false' from the rule, or add it to the route.",
      severity: platform == .android ? .note : .warning, at: position, other: route.position,
      witness: link)
  }

  /// Links of a route open the browser in an unusual spelling.
  static func unclaimedSpelling(
    _ route: Located<String>, link: String, _ platform: Platform, _ cause: SourcePosition?
  ) -> Self {
    Diagnostic(
      .compareEncoding,
      "on \(platform.title), links of '\(route.value)' open the browser if they are spelled like "
        + "'\(link)'",
      advice: "No change needed unless such links are in use.", severity: .note,
      at: route.position, other: cause, witness: link)
  }

  /// Links that a rule claims open nothing in an unusual spelling.
  static func unroutedSpelling(
    _ platform: Platform, link: String, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .compareEncoding,
      "on \(platform.title), links that are spelled like '\(link)' open the app, and no route "
        + "matches them",
      advice: "No change needed unless such links are in use.", severity: .note, at: position,
      witness: link)
  }
}

extension Diagnostic {
  /// Whether the files and the routes treat some links differently.
  package var isDifference: Bool {
    switch code {
    case .compareClaimedNotRouted, .compareRoutedNotClaimed, .compareOnePlatform, .compareEncoding,
      .compareRefused, .compareUndecided:
      true
    default: false
    }
  }
}
