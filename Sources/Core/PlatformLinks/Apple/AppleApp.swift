package import Diagnostics

/// What an iOS app says of itself about links: the hosts of its entitlements, and the schemes of
/// its `Info.plist`.
package struct AppleApp: Sendable {
  /// A host for universal links: an entry `applinks:` of `com.apple.developer.associated-domains`.
  package struct Domain: Sendable {
    /// The hosts that it names.
    package let host: AssociatedHost
    /// The text after `?mode=`: the entry counts only for apps that are signed for development, or
    /// on managed devices. `nil` for everybody.
    package let mode: [UInt8]?
    /// Where it is written.
    package let position: SourcePosition

    /// An entry of the entitlements.
    package init(host: AssociatedHost, mode: [UInt8]?, position: SourcePosition) {
      self.host = host
      self.mode = mode
      self.position = position
    }
  }

  /// A custom scheme: a text of `CFBundleURLSchemes`, in lower case.
  package struct Scheme: Sendable {
    package let text: [UInt8]
    /// Where it is written.
    package let position: SourcePosition

    /// A scheme, in any case.
    package init(_ text: [UInt8], position: SourcePosition) {
      self.text = text.map { $0.folded }
      self.position = position
    }
  }

  /// The hosts in file order, and the place of the list; `nil` if the entitlements are not known.
  package var domains: (list: [Domain], position: SourcePosition)?
  /// The schemes in file order, and the place of the list; `nil` if the `Info.plist` is not known.
  package var schemes: (list: [Scheme], position: SourcePosition)?

  /// Whether the lists lack entries that depend on the build: what is not in them is unknown then.
  package var lacksDomains = false
  package var lacksSchemes = false

  /// An app of which nothing is known.
  package init() {}

  /// Whether the entitlements let the app have the links of a host, in lower case; `nil` if that is
  /// not known.
  package func isEntitled(to host: [UInt8]) -> Bool? {
    guard let domains else { return nil }
    let isNamed = domains.list.contains { $0.mode == nil && $0.host.covers(host) }
    return isNamed || !lacksDomains ? isNamed : nil
  }

  /// The scheme that the app registers, in lower case; `nil` if it does not.
  func registration(of scheme: [UInt8]) -> Scheme? {
    schemes?.list.first { $0.text == scheme }
  }
}

extension LinkClaims {
  /// What is wrong between the routes' links and what the iOS app says of itself.
  ///
  /// - Parameters:
  ///   - hosts: The hosts of the app's web links that are looked at.
  ///   - areAll: Whether these are all.
  ///   - schemes: The custom schemes of its bases, in lower case, each once.
  package func appleFindings(
    hosts: [AssociatedHost], areAll: Bool, schemes: [[UInt8]]
  ) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    if let (list, position) = appleApp.domains {
      for host in hosts where !host.host.isEmpty {
        let domains = list.filter { $0.host.covers(host) }
        guard !domains.contains(where: { $0.mode == nil }), !appleApp.lacksDomains else { continue }
        findings.append(.notEntitled(host, only: domains.first, at: position))
      }
      for domain in list where areAll && !hosts.contains(where: { domain.host.meets($0) }) {
        findings.append(.unroutedDomain(domain))
      }
    }
    if let (list, position) = appleApp.schemes {
      for scheme in schemes
      where appleApp.registration(of: scheme) == nil && !appleApp.lacksSchemes {
        findings.append(.notRegistered(scheme, at: position))
      }
      for scheme in list where !schemes.contains(scheme.text) {
        findings.append(.unroutedScheme(scheme))
      }
    }
    return findings
  }
}

extension AssociatedHost {
  /// Whether all hosts of another are among these.
  func covers(_ other: AssociatedHost) -> Bool {
    guard other.isWildcard else { return covers(other.host) }
    return isWildcard && (host == other.host || covers(other.host))
  }

  /// Whether any host is among both.
  func meets(_ other: AssociatedHost) -> Bool {
    covers(other) || other.covers(self)
  }

  /// As it is written: `*.shop.example`.
  fileprivate var bytes: [UInt8] { (isWildcard ? Array("*.".utf8) : []) + host }

  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Diagnostic {
  fileprivate static func notEntitled(
    _ host: AssociatedHost, only domain: AppleApp.Domain?, at position: SourcePosition
  ) -> Self {
    let entry = "'applinks:\(host.text)'"
    guard let domain, let mode = domain.mode else {
      return Diagnostic(
        .compareDomain,
        "no entitlement names \(quoted(host.bytes)): its links open the browser on iOS",
        advice: "Add \(entry) to com.apple.developer.associated-domains.", at: position)
    }
    return Diagnostic(
      .compareDomain,
      "the entitlement for \(quoted(host.bytes)) is only for the mode "
        + "\(quoted(mode)): in other installations its links open the browser",
      advice: "Add \(entry) without a mode before the app is distributed.", severity: .warning,
      at: domain.position)
  }

  fileprivate static func unroutedDomain(_ domain: AppleApp.Domain) -> Self {
    Diagnostic(
      .compareDomain,
      "the entitlement names \(quoted(domain.host.bytes)), and no route opens a screen for its "
        + "links",
      advice: "Add the host to 'links', or remove the entry.", severity: .warning,
      at: domain.position)
  }

  fileprivate static func notRegistered(_ scheme: [UInt8], at position: SourcePosition) -> Self {
    Diagnostic(
      .compareScheme,
      "the app does not register the scheme \(quoted(scheme)): its links open nothing on iOS",
      advice: "Add it to CFBundleURLSchemes of CFBundleURLTypes.", at: position)
  }

  fileprivate static func unroutedScheme(_ scheme: AppleApp.Scheme) -> Self {
    Diagnostic(
      .compareScheme,
      "the app registers the scheme \(quoted(scheme.text)), and no route opens a screen for its "
        + "links",
      advice: "Add it to 'links', unless a library handles its links.", severity: .note,
      at: scheme.position)
  }
}
