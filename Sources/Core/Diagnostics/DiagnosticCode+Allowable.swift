extension DiagnosticCode {
  /// The findings that a route can allow; a screen can allow those of an exploration.
  public static let allowable = explorable + comparable

  /// The differences from the files of platforms that a route can allow.
  public static let comparable: [DiagnosticCode] = [
    .compareClaimedNotRouted, .compareRoutedNotClaimed, .compareOnePlatform, .compareEncoding,
    .compareGated, .compareRefused,
  ]

  /// The faults that an exploration finds, which a route or screen can allow.
  public static let explorable: [DiagnosticCode] = [
    .screenNeverShown, .screenTwice, .screenNoWayHome, .screenWorkLost, .routeNeverOpened,
    .routeBackEnds, .gateNeverAnswered, .linkNeverResumes, .linkResumesElsewhere, .tapRefused,
    .tapSometimesRefused,
  ]
}
