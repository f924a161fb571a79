package import Diagnostics

/// What a manifest says about links.
package struct AndroidManifest: Sendable, Hashable {
  /// False if `android:enabled="false"` disables the whole app.
  package var isEnabled: Bool
  /// The name of the app's package; `nil` if the file leaves it to the build.
  package var package: LocatedText?
  /// The activities and aliases, in file order.
  package var activities: [AndroidActivity]

  package init(isEnabled: Bool = true, activities: [AndroidActivity]) {
    self.isEnabled = isEnabled
    self.activities = activities
  }
}

/// An activity, or an alias of one, with its intent filters.
package struct AndroidActivity: Sendable, Hashable {
  /// The name as written, in UTF-8; empty if it is missing.
  package var name: [UInt8]
  /// The name of the activity that an alias opens; `nil` for an activity.
  package var aliasTarget: [UInt8]?
  /// False for `android:enabled="false"`.
  package var isEnabled: Bool
  /// False for `android:exported="false"`: other apps cannot start the activity.
  package var isExported: Bool
  /// The filters, in file order.
  package var filters: [IntentFilter]
  /// Its element.
  package var position: SourcePosition

  package init(
    name: [UInt8], aliasTarget: [UInt8]? = nil, isEnabled: Bool = true, isExported: Bool = true,
    filters: [IntentFilter], at position: SourcePosition
  ) {
    self.name = name
    self.aliasTarget = aliasTarget
    self.isEnabled = isEnabled
    self.isExported = isExported
    self.filters = filters
    self.position = position
  }
}
