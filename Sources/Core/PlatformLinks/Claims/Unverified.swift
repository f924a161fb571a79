import Diagnostics

/// Why Android does not verify that an app owns a host.
package enum Unverified: Sendable, Hashable {
  /// The level verifies nothing.
  case level
  /// No filter with `android:autoVerify="true"` names the host.
  case notDeclared
  /// The filter with `android:autoVerify="true"` has other schemes, too.
  case otherSchemes
  /// No statement of the website is about the app's package.
  case package
  /// The statements about the package lack the relation of links.
  case relation
  /// The statements about the package lack a fingerprint of the app.
  case fingerprint
  /// Another host of the app is not verified, which before Android 12 counts for all.
  case otherHost([UInt8])
}

extension LinkClaims {
  /// Why Android does not verify a host, in lower case; `nil` if it does. A website whose
  /// `assetlinks.json` is not known counts as one that names the app.
  ///
  /// - SeeAlso: developer.android.com, Verify Android App Links.
  package func unverified(_ host: [UInt8]) -> Unverified? {
    guard let android else { return nil }
    guard android.level >= AndroidLevel.verifies else { return .level }
    guard android.level < AndroidLevel.verifiesEachHost else {
      let isDeclared = android.manifest.openFilters.contains {
        $0.isVerified && $0.names(host) && $0.takesWebLinks
      }
      return isDeclared ? refusal(host, android) : undeclared(host, android)
    }
    let filters = android.manifest.webFilters
    guard filters.contains(where: { $0.isVerified }) else { return undeclared(host, android) }
    if let refusal = refusal(host, android) { return refusal }
    return filters.lazy.flatMap { $0.verifiedHosts }.first { refusal($0, android) != nil }
      .map { .otherHost($0) }
  }

  /// Whether the app opens for links of a host, in lower case, only since its `assetlinks.json` is
  /// not known and assumed to name the app.
  func isAssumed(_ host: [UInt8]) -> Bool {
    guard let android, unverified(host) == nil else { return false }
    return android.assetLinks == nil || !hosts.contains { $0.covers(host) }
  }

  /// Why no filter makes Android verify a host.
  private func undeclared(_ host: [UInt8], _ android: Android) -> Unverified {
    let isAsked = android.manifest.webFilters.contains { $0.isAutoVerified && $0.names(host) }
    return isAsked ? .otherSchemes : .notDeclared
  }

  /// Why the file of a host does not name the app.
  private func refusal(_ host: [UInt8], _ android: Android) -> Unverified? {
    guard let refusal = android.refusal, hosts.contains(where: { $0.covers(host) }) else {
      return nil
    }
    return refusal
  }

  /// The hosts that each filter of the manifest names and Android does not verify, with the reason
  /// for the first of them.
  package var unverifiedFilters: [(filter: IntentFilter, hosts: [[UInt8]], reason: Unverified)] {
    guard let android else { return [] }
    let filters = android.manifest.webFilters
    let verifying = filters.filter { $0.isVerified }
    let isOld = android.level < AndroidLevel.verifiesEachHost
    let declaring = isOld && !verifying.isEmpty ? Array(filters) : verifying
    let failing = declaring.flatMap { $0.verifiedHosts }.filter { refusal($0, android) != nil }
      .min { $0.lexicographicallyPrecedes($1) }
    func reason(_ host: NamedHost) -> Unverified? {
      if android.level < AndroidLevel.verifies { return .level }
      guard declaring.contains(where: { $0.names(host.strictest) }) else {
        return undeclared(host.strictest, android)
      }
      return refusal(host.website, android) ?? (isOld ? failing.map { .otherHost($0) } : nil)
    }
    return filters.compactMap { filter in
      let hosts = filter.namedHosts.filter { reason($0) != nil }
      return hosts.first.flatMap(reason).map { (filter, hosts.map { $0.text }, $0) }
    }
  }
}

extension LinkClaims.Android {
  /// Why `assetlinks.json` does not name the app; `nil` if it does, or is not known.
  package var refusal: Unverified? {
    guard let file = assetLinks else { return nil }
    let own = file.statements.filter { $0.package == package }
    guard !own.isEmpty else { return .package }
    let linking = own.filter { $0.handlesLinks }
    guard !linking.isEmpty else { return .relation }
    return missingFingerprints.isEmpty ? nil : .fingerprint
  }

  /// The fingerprints of the app that no statement about it lists, in order.
  package var missingFingerprints: [[UInt8]] {
    let own = assetLinks?.statements.filter { $0.package == package && $0.handlesLinks } ?? []
    let listed = Set(own.flatMap { $0.fingerprints }.map { $0.map { $0.folded } })
    return fingerprints.filter { !listed.contains($0.map { $0.folded }) }
  }
}

extension Unverified {
  /// Why, for people: one clause.
  package var clause: String {
    switch self {
    case .level: "before Android 6 no host is verified"
    case .notDeclared: "no filter with android:autoVerify=\"true\" names the host"
    case .otherSchemes:
      "the filter with android:autoVerify=\"true\" has other schemes than http and https, too"
    case .package: "assetlinks.json has no statement about the app's package"
    case .relation: "the statement about the app's package lacks 'handle_all_urls'"
    case .fingerprint: "the statement about the app's package lacks a fingerprint of the app"
    case .otherHost(let host):
      "before Android 12 all hosts of the app must be verified, and \(quoted(host)) is not"
    }
  }
}

extension AndroidManifest {
  /// The filters of activities that other apps can start.
  var openFilters: some Sequence<IntentFilter> {
    activities.lazy.filter { [isEnabled] in isEnabled && $0.obstacle == nil }
      .flatMap { $0.filters }
  }

  /// Those that take links of `http` and `https`.
  var webFilters: some Sequence<IntentFilter> { openFilters.lazy.filter { $0.takesWebLinks } }
}

extension IntentFilter {
  /// Whether a scheme is `http` or `https`.
  package var hasWebScheme: Bool {
    schemes.contains { scheme in
      ["http", "https"].contains { scheme.matcher.text.elementsEqual($0.utf8) }
    }
  }

  var takesWebLinks: Bool { takesLinks && hasWebScheme }

  /// Whether Android verifies the hosts: `android:autoVerify` counts only for filters whose schemes
  /// are all of the web (`IntentFilter.needsVerification` of Android's sources).
  package var isVerified: Bool {
    isAutoVerified
      && schemes.allSatisfy { scheme in
        ["http", "https"].contains { scheme.matcher.text.elementsEqual($0.utf8) }
      }
  }

  /// Whether the filter takes links at all.
  package var takesLinks: Bool {
    hasViewAction && missingCategories.isEmpty && !schemes.isEmpty && mimeTypes.isEmpty
  }

  /// Whether a host of the filter matches one.
  func names(_ host: [UInt8]) -> Bool {
    let units = utf16Units(host)
    return authorities.contains { $0.host.matches(units) }
  }

  /// The hosts whose websites Android asks: without a leading `*.`, in lower case.
  package var verifiedHosts: [[UInt8]] { namedHosts.map { $0.website } }

  fileprivate var namedHosts: [NamedHost] {
    authorities.filter { $0.host.isKnown }.map { NamedHost(text: $0.host.text.map { $0.folded }) }
  }
}

/// A host as a filter names it, in lower case.
private struct NamedHost {
  let text: [UInt8]

  /// The host whose website Android asks.
  var website: [UInt8] { Array(text.dropFirst(text.starts(with: "*.".utf8) ? 2 : 0)) }

  /// A host that filters name only if they name every host that this one matches: a zero byte,
  /// which no filter has, in place of the star.
  var strictest: [UInt8] {
    text.first == UInt8(ascii: "*") ? [0] + text.dropFirst() : text
  }
}
