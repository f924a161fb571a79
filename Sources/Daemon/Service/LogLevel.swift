/// How much a line of the log weighs: the levels of syslog that are used here.
public enum LogLevel: Int, Sendable, Hashable, CaseIterable {
  /// Something that was asked for cannot be done.
  case error = 3
  /// Something is wrong, and the daemon goes on.
  case warning = 4
  /// What is rare and right: start, reload, end.
  case notice = 5

  /// The word that lines bear.
  public var word: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .notice: "notice"
    }
  }
}
