/// Bounds of a definition and of a state; going over one is an error that names it.
public enum Limits {
  /// Gates of a definition: one bit each in a `GateSet`.
  public static let gatesMax = 64
  /// Coordinators of a definition.
  public static let coordinatorsMax = 1_024
  /// Routes of a definition.
  public static let routesMax = 1_000_000
  /// Errors of a definition that are told.
  public static let errorsMax = 1_000
  /// Taps of one screen.
  public static let tapsMax = 1_000
  /// Bases under which the paths of one plugin are links.
  public static let basesMax = 1_000
  /// Values that one route gives its screen besides those of the link.
  public static let valuesMax = 1_000
  /// Query items that one route declares.
  public static let queryItemsMax = 1_000
  /// Names that are compared with unknown ones, to find those that were meant.
  public static let suggestionsMax = 200_000
  /// Redirects that one link may go through.
  public static let hopsMax = 8
  /// Parents of one route.
  public static let parentsMax = 16
  /// Screens on one stack.
  public static let stackDepthMax = 64
  /// Sheets, covers and flows above one another.
  public static let layersMax = 16
  /// Links that wait for `ready`.
  public static let queuedLinksMax = 64
  /// UTF-8 bytes of a subject, a result or another word that an event carries.
  public static let wordBytesMax = 4_096
  /// The latest time of a session's clock: about 35,000 years, far from overflow.
  public static let clockMillisecondsMax: Int64 = 1 << 50
}
