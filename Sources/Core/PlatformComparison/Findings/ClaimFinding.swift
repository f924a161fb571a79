package import Diagnostics
package import PlatformLinks

/// A difference between an app's routes and its files for the platforms (docs/compare.md explains
/// each).
package enum ClaimFinding: Diagnostic, Hashable {
  /// A route named by a finding.
  package struct RoutePlace: Hashable, Sendable {
    /// Its path.
    package let pattern: String
    /// The position of the path in a file.
    package let position: SourcePosition?
  }

  /// What the files say about links that do not open the app.
  package enum Obstacle: Hashable, Sendable {
    /// A rule excludes them.
    case excluded(at: SourcePosition)
    /// No rule or filter matches; the place is that of the app in the file.
    case unmatched(at: SourcePosition?)
    /// No statement lets the app open links.
    case notAssociated(at: SourcePosition?)

    var position: SourcePosition? {
      switch self {
      case .excluded(let at): at
      case .unmatched(let at), .notAssociated(let at): at
      }
    }
  }

  /// A rule that decides about no link.
  package enum DeadRule: String, Hashable, Sendable {
    case component, dynamicRule, path
  }

  /// Links that a rule claims open nothing in the app; `near` is a route with a similar path.
  case claimedNotRouted(Platform, link: String, at: SourcePosition?, near: RoutePlace?)
  /// Links of a route open the browser on each of the platforms.
  case routedNotClaimed(RoutePlace, link: String, [Platform], Obstacle)
  /// Links of a route open the app on one platform and the browser on the other.
  case onePlatform(RoutePlace, link: String, claimedOn: Platform, missingOn: Platform, Obstacle)
  /// Links of a route open the browser as programs write them, and the app if spelled otherwise.
  case claimedIfSpelled(RoutePlace, link: String, claimed: String, Platform, Obstacle)
  /// A rule, or Android in the host of a custom scheme, ignores the case of letters, and the route
  /// does not.
  case claimedInAnyCase(Platform, link: String, at: SourcePosition?, RoutePlace)
  /// Links of a route open the browser in an unusual spelling.
  case unclaimedSpelling(RoutePlace, link: String, Platform, Obstacle)
  /// Links that a rule claims open nothing in an unusual spelling.
  case unroutedSpelling(Platform, link: String, at: SourcePosition?)
  /// A rule decides about no link; `by` decides about the links that it matches.
  case neverDecides(DeadRule, at: SourcePosition?, by: SourcePosition?, link: String?)
  /// A filter takes links whose scheme, host and path no element of it names together.
  case pooledData(link: String, at: SourcePosition?)
  /// Links of a route open the app, which asks for gates first.
  case gated(RoutePlace, gates: [String], link: String)
  /// Links of a route open the app, which opens the browser or refuses them.
  case refused(RoutePlace, opensBrowser: Bool, link: String)
  /// Not all links of a site were compared.
  case undecided(site: String, states: Int)
  /// A route allows a code that is not found.
  case unusedAllowance(DiagnosticCode, at: SourcePosition?)
}

extension ClaimFinding {
  /// The stable code.
  package var code: DiagnosticCode {
    switch self {
    case .claimedNotRouted: .compareClaimedNotRouted
    case .routedNotClaimed: .compareRoutedNotClaimed
    case .onePlatform: .compareOnePlatform
    case .claimedIfSpelled, .claimedInAnyCase, .unclaimedSpelling, .unroutedSpelling:
      .compareEncoding
    case .neverDecides: .compareNeverDecides
    case .pooledData: .comparePooledData
    case .gated: .compareGated
    case .refused: .compareRefused
    case .undecided: .compareUndecided
    case .unusedAllowance: .allowUnused
    }
  }

  /// An error if the app opens and shows nothing; a note if all may be as intended.
  package var severity: Severity {
    switch self {
    case .claimedNotRouted: .error
    case .gated, .refused, .unclaimedSpelling, .unroutedSpelling,
      .claimedInAnyCase(.android, _, _, _):
      .note
    default: .warning
    }
  }

  /// Whether the files and the routes treat some links differently.
  package var isDifference: Bool {
    switch code {
    case .compareClaimedNotRouted, .compareRoutedNotClaimed, .compareOnePlatform, .compareEncoding,
      .compareRefused, .compareUndecided:
      true
    default: false
    }
  }

  /// The place of the rule or route that is wrong.
  package var position: SourcePosition? {
    switch self {
    case .claimedNotRouted(_, _, let at, _), .claimedInAnyCase(_, _, let at, _),
      .unroutedSpelling(_, _, let at), .neverDecides(_, let at, _, _), .pooledData(_, let at),
      .unusedAllowance(_, let at):
      at
    case .routedNotClaimed(let place, _, _, _), .onePlatform(let place, _, _, _, _),
      .claimedIfSpelled(let place, _, _, _, _), .unclaimedSpelling(let place, _, _, _),
      .gated(let place, _, _), .refused(let place, _, _):
      place.position
    case .undecided: nil
    }
  }

  /// The place in the other file.
  package var other: SourcePosition? {
    switch self {
    case .claimedNotRouted(_, _, _, let near): near?.position
    case .routedNotClaimed(_, _, _, let obstacle), .onePlatform(_, _, _, _, let obstacle),
      .claimedIfSpelled(_, _, _, _, let obstacle), .unclaimedSpelling(_, _, _, let obstacle):
      obstacle.position
    case .claimedInAnyCase(_, _, _, let place): place.position
    case .neverDecides(_, _, let by, _): by
    default: nil
    }
  }

  /// A link that both the router and the platforms confirm.
  package var witness: String? {
    switch self {
    case .claimedNotRouted(_, let link, _, _), .routedNotClaimed(_, let link, _, _),
      .onePlatform(_, let link, _, _, _), .claimedIfSpelled(_, let link, _, _, _),
      .claimedInAnyCase(_, let link, _, _), .unclaimedSpelling(_, let link, _, _),
      .unroutedSpelling(_, let link, _), .pooledData(let link, _), .gated(_, _, let link),
      .refused(_, _, let link):
      link
    case .neverDecides(_, _, _, let link): link
    case .undecided, .unusedAllowance: nil
    }
  }
}
