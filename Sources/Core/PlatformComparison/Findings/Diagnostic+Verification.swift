package import Diagnostics
package import PlatformLinks

extension LinkClaims {
  /// An error if `assetlinks.json` names another app than the manifest, by package or fingerprint.
  package var packageFinding: Diagnostic? {
    guard let android, let file = android.assetLinks else { return nil }
    let own = String(decoding: android.package, as: UTF8.self)
    let place = android.manifest.package?.position
    switch android.refusal {
    case .package?:
      let names = quotedNames(file.statements.map { $0.package })
      return Diagnostic(
        .comparePackage,
        "the app's package is '\(own)', and assetlinks.json names "
          + (names.isEmpty ? "no app" : "only \(names)"),
        advice: "Add a statement about '\(own)', or name the app's package with --package.",
        at: place, other: file.statements.first?.position)
    case .fingerprint?:
      let statement = file.statements.first { $0.package == android.package }
      return Diagnostic(
        .comparePackage,
        "the app is signed with \(quotedNames(android.missingFingerprints)), and assetlinks.json "
          + "lists \(quotedNames(statement?.fingerprints ?? [])) for '\(own)'",
        advice: "Add the missing fingerprints to the statement.", at: statement?.position)
    default: return nil
    }
  }

  /// Warnings about hosts that a filter of the manifest names and Android does not verify.
  /// - Parameter named: The hosts to look at; all if `nil`.
  package func neverVerified(hosts named: [AssociatedHost]?) -> [Diagnostic] {
    unverifiedFilters.compactMap { filter, hosts, reason in
      let hosts = hosts.filter { host in named?.contains { $0.covers(host) } ?? true }
      // These have a finding of their own.
      guard !hosts.isEmpty, reason != .package, reason != .fingerprint else { return nil }
      let opens = androidLevel < AndroidLevel.verifiesEachHost ? "a chooser" : "the browser"
      return Diagnostic(
        .compareNeverVerified,
        "Android opens \(opens) for links of \(quotedNames(hosts)) that the filter takes: "
          + reason.clause,
        advice: reason.advice, severity: .warning, at: filter.position)
    }
  }

  /// The first names, each once, and the number of the others.
  private func quotedNames(_ names: [[UInt8]]) -> String {
    var seen: Set<[UInt8]> = []
    let texts = names.filter { seen.insert($0).inserted }
      .map { "'\(shortened(String(decoding: $0, as: UTF8.self)))'" }
    let others = texts.count - namesMax
    return texts.prefix(namesMax).joined(separator: ", ")
      + (others > 0 ? " and \(others) more" : "")
  }
}

/// The names that a finding lists.
private let namesMax = 5

extension Unverified {
  fileprivate var advice: String {
    switch self {
    case .level: "Choose a later level with --api, or expect the chooser."
    case .notDeclared:
      "Add android:autoVerify=\"true\" to the filter if the hosts are the app's."
    case .otherSchemes: "Give the other schemes a filter of their own."
    case .package, .fingerprint, .relation:
      "Add 'delegate_permission/common.handle_all_urls' to the statement about the app."
    case .otherHost: "Let the file of that host name the app, or remove the host."
    }
  }
}
