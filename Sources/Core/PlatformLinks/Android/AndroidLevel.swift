/// API levels of Android from which links are handled in another way (docs/android.md).
package enum AndroidLevel {
  /// Android 6: a filter with `android:autoVerify` has its hosts verified.
  package static let verifies = 23
  /// Android 12: each host is verified alone, and the browser opens unverified web links;
  /// `pathSuffix`, `pathAdvancedPattern` and the same of scheme-specific parts are read.
  package static let verifiesEachHost = 31
  /// Android 15: groups and dynamic rules are read.
  package static let readsGroups = 35
  /// The newest known.
  package static let newest = 36
}

extension AndroidManifest {
  /// The manifest as a level reads it: attributes and elements of later ones are ignored.
  package func read(at level: Int) -> AndroidManifest {
    var manifest = self
    for activity in activities.indices {
      for filter in activities[activity].filters.indices {
        manifest.activities[activity].filters[filter].drop(after: level)
      }
    }
    return manifest
  }
}

extension IntentFilter {
  fileprivate mutating func drop(after level: Int) {
    if level < AndroidLevel.readsGroups { groups = [] }
    guard level < AndroidLevel.verifiesEachHost else { return }
    paths.removeAll { $0.matcher.kind.isLate }
    schemeSpecificParts.removeAll { $0.matcher.kind.isLate }
  }
}

extension AndroidTextMatcher.Kind {
  /// Whether levels before `AndroidLevel.verifiesEachHost` ignore it.
  fileprivate var isLate: Bool { self == .suffix || self == .advancedGlob }
}

extension AssetLinks {
  /// The file as a level reads it.
  package func read(at level: Int) -> AssetLinks {
    guard level < AndroidLevel.readsGroups else { return self }
    return AssetLinks(
      statements: statements.map {
        Statement(
          relations: $0.relations, package: $0.package, fingerprints: $0.fingerprints,
          dynamicRules: nil, at: $0.position)
      })
  }
}
