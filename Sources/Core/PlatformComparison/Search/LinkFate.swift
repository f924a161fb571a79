import PlatformLinks

/// What happens to the links of a kind.
struct LinkFate: Hashable {
  /// What an association file or dynamic rules say: the index of the deciding rule.
  struct Ruling: Hashable {
    let rule: Int?
    let isExcluded: Bool

    /// Whether the link opens the app.
    var opensApp: Bool { rule != nil && !isExcluded }
  }

  /// What Android does.
  struct Android: Hashable {
    /// The filter that takes the link, regardless of the website's files.
    let taking: ManifestMachine.Taking?
    /// What the dynamic rules say; `nil` if there are none for the link.
    let ruling: Ruling?

    /// Whether the link opens the app, if its host is verified.
    var opensApp: Bool { taking != nil && (ruling?.opensApp ?? true) }
  }

  /// The route that the link matches; `nil` if none.
  let route: Int?
  /// The route that it matches if the case of letters does not count.
  let foldedRoute: Int?
  /// `nil` if no association file speaks of the site.
  let ios: Ruling?
  /// `nil` without a manifest.
  let android: Android?

  /// A route that matches the link with other values, and allows that it opens nothing.
  let allowingRoute: Int?

  /// Whether the link opens the app; `nil` if nothing is known of the platform.
  func opensApp(on platform: Platform) -> Bool? {
    switch platform {
    case .ios: ios?.opensApp
    case .android: android?.opensApp
    }
  }
}
