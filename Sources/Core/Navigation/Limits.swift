/// Limits of definitions and states; exceeding one is an error that names it.
public enum Limits {
  /// Gates per definition: one bit each in a `GateSet`.
  public static let gatesMax = 64
  /// Sources of links per definition, `inside` and `outside` among them: one bit each in a
  /// `SourceSet`.
  public static let sourcesMax = 64
  /// Coordinators per definition.
  public static let coordinatorsMax = 1_024
  /// Routes per definition.
  public static let routesMax = 1_000_000
  /// Errors reported for one definition.
  public static let errorsMax = 1_000
  /// Taps per screen.
  public static let tapsMax = 1_000
  /// Bases per plugin, and per route that has its own.
  public static let basesMax = 1_000
  /// Different bases of a definition, times its different lists of them.
  public static let basePairsMax = 10_000_000
  /// Fixed values per route.
  public static let valuesMax = 1_000
  /// Query items declared per route.
  public static let queryItemsMax = 1_000
  /// Names compared with unknown ones to suggest a correction.
  public static let suggestionsMax = 200_000
  /// Links examined to find challenges that a switch hides; beyond that, such a challenge is
  /// refused as `not-shown` when it is asked for.
  public static let challengeChecksMax = 10_000_000
  /// Redirects followed for one link.
  public static let hopsMax = 8
  /// Links followed to distinguish a circle of redirects from more than `hopsMax` in a row.
  static let chainLinksMax = 1_000
  /// Parents per route.
  public static let parentsMax = 16
  /// Screens per stack.
  public static let stackDepthMax = 64
  /// Sheets, covers and flows on top of one another.
  public static let layersMax = 16
  /// Links waiting for `ready`.
  public static let queuedLinksMax = 64
  /// UTF-8 bytes of a subject, a result or another text that an event carries.
  public static let wordBytesMax = 4_096
  /// The largest time of a session's clock: about 35,000 years, far from overflow.
  public static let clockMillisecondsMax: Int64 = 1 << 50
}
