/// The severity of a log line, numbered as in syslog.
public enum LogLevel: Int, Sendable, Hashable, CaseIterable {
  /// A request failed.
  case error = 3
  /// Something is wrong, but the daemon continues.
  case warning = 4
  /// A rare normal event: start, reload, end.
  case notice = 5

  /// The word in the line.
  public var word: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .notice: "notice"
    }
  }
}
