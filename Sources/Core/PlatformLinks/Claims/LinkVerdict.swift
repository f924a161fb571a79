/// What a system opens for a link.
package enum LinkVerdict: String, Sendable, Hashable {
  case app
  /// The user chooses between the app and a browser.
  case chooser
  case browser
  /// Nothing: no app has the custom scheme.
  case nothing
}

extension LinkClaims {
  /// What a platform opens for a link; `nil` if its files do not decide.
  package func verdict(on platform: Platform, _ link: [UInt8]) -> LinkVerdict? {
    decision(on: platform, link, isBrief: true).flatMap { verdict(of: $0, link) }
  }

  /// What a decision means; `nil` if the files do not decide.
  func verdict(of decision: ClaimDecision, _ link: [UInt8]) -> LinkVerdict? {
    guard decision.isDecided else { return nil }
    guard decision.isClaimed else { return URLParts(link)?.isWeb == false ? .nothing : .browser }
    guard unverified(decision, link) != nil else { return .app }
    return androidLevel < AndroidLevel.verifiesEachHost ? .chooser : .browser
  }

  /// Why Android does not verify the host of a link that a filter takes; `nil` if it does, or need
  /// not.
  func unverified(_ decision: ClaimDecision, _ link: [UInt8]) -> Unverified? {
    guard case .manifest = decision.reason, let parts = URLParts(link), parts.isWeb,
      let host = parts.host
    else { return nil }
    return unverified(host)
  }

  /// The API level of the system.
  package var androidLevel: Int { android?.level ?? AndroidLevel.newest }
}
