package import Diagnostics

/// Which links the files of one app claim, on both platforms.
///
/// On iOS nothing claims the links of a host outside `hosts`, since that host's file is unknown;
/// on Android the manifest alone decides about them, as about links with a custom scheme.
package struct LinkClaims: Sendable {
  /// The part of an association file that speaks of the app.
  package struct Apple: Sendable {
    package var association: AppleAssociation
    package var app: [UInt8]

    package init(_ association: AppleAssociation, app: [UInt8]) {
      self.association = association
      self.app = app
    }
  }

  /// A manifest, and the part of `assetlinks.json` that speaks of its package.
  package struct Android: Sendable {
    package var manifest: AndroidManifest
    /// The website's file; `nil` if it is not known, and the manifest alone decides.
    package var assetLinks: AssetLinks?
    package var package: [UInt8]
    /// The fingerprints of the certificates that sign the builds of the app, which all count; any
    /// if there is none.
    package var fingerprints: [[UInt8]]
    /// The API level of the system, which has read both files (`read(at:)`).
    package var level: Int

    /// A manifest with what a website says about its package.
    package init(
      _ manifest: AndroidManifest, assetLinks: AssetLinks? = nil, package: [UInt8] = [],
      fingerprints: [[UInt8]] = [], level: Int = AndroidLevel.newest
    ) {
      self.manifest = manifest
      self.assetLinks = assetLinks
      self.package = package
      self.fingerprints = fingerprints
      self.level = level
    }
  }

  /// Nothing if no association file is known.
  package var apple: Apple?
  /// What the iOS app says of itself.
  package var appleApp = AppleApp()
  /// Nothing if no manifest is known.
  package var android: Android?
  /// The hosts that serve the association file and `assetlinks.json`.
  package var hosts: [AssociatedHost]

  package init(apple: Apple? = nil, android: Android? = nil, hosts: [AssociatedHost]) {
    self.apple = apple
    self.android = android
    self.hosts = hosts
  }

  /// The platforms with a file.
  package var platforms: [Platform] {
    Platform.allCases.filter { $0 == .ios ? apple != nil : android != nil }
  }

  /// Decides whether a link opens the app.
  ///
  /// - Parameter isBrief: Whether refusals of websites' rules name only the first refused part,
  ///   which takes less time.
  /// - Returns: `nil` if there is no file for the platform.
  package func decision(
    on platform: Platform, _ link: [UInt8], isBrief: Bool = false
  ) -> ClaimDecision? {
    switch platform {
    case .ios: appleDecision(link, isBrief)
    case .android: android.map { decision($0, link, isBrief) }
    }
  }

  private func appleDecision(_ link: [UInt8], _ isBrief: Bool) -> ClaimDecision? {
    guard apple != nil || appleApp.schemes != nil || appleApp.domains != nil else { return nil }
    guard let parts = URLParts(link) else { return ClaimDecision(.tooLong) }
    if !parts.isWeb, appleApp.schemes != nil {
      let registration = appleApp.registration(of: parts.scheme ?? [])
      guard registration != nil || !appleApp.lacksSchemes else { return nil }
      return ClaimDecision(.scheme(registration?.position))
    }
    if parts.isWeb, let host = parts.host, appleApp.isEntitled(to: host) == false {
      return ClaimDecision(.notEntitled)
    }
    guard let apple else { return nil }
    guard parts.isWeb else { return ClaimDecision(.rules(RuleDecision(.scheme))) }
    guard isServed(parts) else { return ClaimDecision(.otherHost) }
    return ClaimDecision(
      .rules(apple.association.decision(for: parts, app: apple.app, isBrief: isBrief)))
  }

  private func decision(
    _ android: Android, _ link: [UInt8], _ isBrief: Bool
  ) -> ClaimDecision {
    guard let parts = URLParts(link), let manifest = android.manifest.decision(on: link) else {
      return ClaimDecision(.tooLong)
    }
    guard !manifest.taking.isEmpty, parts.isWeb, isServed(parts),
      let website = android.assetLinks?.decision(
        for: parts, package: android.package, isBrief: isBrief)
    else { return ClaimDecision(.manifest(manifest, website: nil)) }
    return ClaimDecision(.manifest(manifest, website: website))
  }

  /// Whether a link's host serves the files; a link that is a path is one of theirs.
  private func isServed(_ link: URLParts) -> Bool {
    guard let host = link.host else { return true }
    return hosts.contains { $0.covers(host) }
  }
}

/// Whether a link opens the app, and why.
package struct ClaimDecision: Sendable, Hashable {
  /// What decided.
  package enum Reason: Sendable, Hashable {
    /// The rules of an association file.
    case rules(RuleDecision)
    /// The filters of a manifest, and if they take the link, what the website says.
    case manifest(ManifestDecision, website: AssetLinks.Decision?)
    /// The host does not serve the association file.
    case otherHost
    /// The entitlements of the iOS app do not name the host.
    case notEntitled
    /// The iOS app registers the custom scheme at this place, or nowhere.
    case scheme(SourcePosition?)
    /// The link is longer than the platform's matchers read.
    case tooLong
  }

  package let reason: Reason

  init(_ reason: Reason) {
    self.reason = reason
  }

  /// Whether the files claim the link. On Android, `LinkClaims.verdict` also asks whether the host
  /// is verified.
  package var isClaimed: Bool {
    switch reason {
    case .rules(let decision): return decision.outcome == .match
    case .manifest(let manifest, let website):
      guard !manifest.taking.isEmpty else { return false }
      switch website {
      case nil, .unrestricted?, .notAssociated?: return true
      case .rules(let decision)?: return decision.outcome == .match
      }
    case .scheme(let registration): return registration != nil
    case .otherHost, .notEntitled, .tooLong: return false
    }
  }

  /// The rule of an association file that decided; `nil` if none did.
  package var rule: RuleDecision.Index? {
    switch reason {
    case .rules(let decision), .manifest(_, website: .rules(let decision)?): decision.decidedBy
    case .manifest, .otherHost, .notEntitled, .scheme, .tooLong: nil
    }
  }

  /// The place of the rule that decided: a component, or of the first activity that takes the link,
  /// its filter. `nil` if nothing decided.
  package func position(in claims: LinkClaims) -> SourcePosition? {
    if let rule { return rule.position }
    if case .scheme(let registration) = reason { return registration }
    guard isClaimed, case .manifest(let decision, _) = reason, let index = decision.taking.first,
      let filter = decision.activities[at: index]?.filters.indices.last
    else { return nil }
    return claims.android?.manifest.activities[at: index]?.filters[at: filter]?.position
  }

  /// The place of what claims the link on a platform: a component, or on Android the path, group or
  /// scheme-specific part of the first filter that takes it, or the filter if it takes every path.
  package func claimPosition(in claims: LinkClaims) -> SourcePosition? {
    switch reason {
    case .rules(let decision): return decision.decidedBy?.position
    case .manifest(let decision, _):
      guard let index = decision.taking.first,
        let activity = decision.activities[at: index],
        let filter = claims.android?.manifest.activities[at: index]?
          .filters[at: activity.filters.count - 1],
        case .takes(let match)? = activity.filters.last
      else { return nil }
      return match.partPosition(in: filter) ?? filter.position
    case .scheme(let registration): return registration
    case .otherHost, .notEntitled, .tooLong: return nil
    }
  }
}
