extension DiagnosticCode {
  /// What OWASP calls a fault of this kind, and its tests for it; empty for most codes.
  ///
  /// Identifiers of the Mobile Application Security Weakness Enumeration, as numbered since 2026
  /// (MASWE-0029 was MASWE-0058 in the beta), and of the Mobile Application Security Testing Guide.
  public var weaknesses: [String] {
    switch self {
    // Links whose parts reach screens unchecked, or that anybody can have changed.
    case .sourceUncovered, .sourceChanged, .sourceAnyLink: [insecureDeepLinks]
    // Links that the system does not tie to the app's domain: of Android, of iOS, and of both.
    case .compareNeverVerified, .comparePackage: [insecureDeepLinks, androidLinkTest]
    case .compareDomain: [insecureDeepLinks, universalLinkTest]
    case .compareScheme: [insecureDeepLinks, customSchemeTest]
    case .hostedUnreachable, .hostedRedirect, .hostedStatus, .hostedContentType, .hostedSize:
      [insecureDeepLinks, androidLinkTest, universalLinkTest]
    default: []
    }
  }
}

/// "Insecure Deep Links".
private let insecureDeepLinks = "MASWE-0029"
/// "Testing Deep Links".
private let androidLinkTest = "MASTG-TEST-0028"
/// "Testing Universal Links".
private let universalLinkTest = "MASTG-TEST-0070"
/// "Testing Custom URL Schemes".
private let customSchemeTest = "MASTG-TEST-0075"
