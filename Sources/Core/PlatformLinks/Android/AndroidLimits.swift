/// Limits of Android's matchers.
package enum AndroidLimits {
  /// Bytes of a URL. Longer ones are not matched.
  package static let urlBytesMax = 65_536
  /// States of an advanced pattern's machine: the sum of its counts.
  package static let globStatesMax = 16_384
  /// Units of a parsed advanced pattern; a range in a set takes two, as in Android.
  static let advancedPatternUnitsMax = 2_045
}
