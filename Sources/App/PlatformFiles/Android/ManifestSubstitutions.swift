package import Diagnostics

/// The values of texts that a manifest only names.
package struct ManifestSubstitutions: Sendable {
  /// The values of string resources, in UTF-8: of `@string/host` by `host`.
  package var strings: [TextBytes: [UInt8]]
  /// The values of Gradle's placeholders, in UTF-8: of `${host}` by `host`.
  package var placeholders: [TextBytes: [UInt8]]

  /// Substitutions by name.
  package init(
    strings: [TextBytes: [UInt8]] = [:], placeholders: [TextBytes: [UInt8]] = [:]
  ) {
    self.strings = strings
    self.placeholders = placeholders
  }
}
