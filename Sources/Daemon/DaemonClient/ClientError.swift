public import Diagnostics

/// Why a call to a daemon failed.
public enum ClientError: DiagnosticError, Hashable {
  /// No program accepts connections at the socket.
  case unreachable(path: String, reason: String)
  /// The program at the socket belongs to another user.
  case untrusted(path: String, userID: UInt32)
  /// The program at the socket does not speak this protocol.
  case stranger(path: String, reason: String)
  /// The connection was lost; `reason` comes from the daemon or the system.
  case lost(path: String, reason: String)
  /// The daemon did not answer in time.
  case silent(path: String, seconds: Int)
  /// The call is longer than the daemon accepts.
  case tooLong(bytes: Int, bytesMax: Int)
  /// The daemon answered with an error.
  case refused(RemoteError)
  /// The connection was lost before the answer arrived; whether the change was made is unknown.
  case unknownFate(line: String)
  /// The daemon of this program had ended; another was started.
  case restarted

  /// The error, or that of the daemon.
  public var diagnostic: Diagnostic {
    switch self {
    case .unreachable(let path, let reason):
      Diagnostic(
        .clientUnreachable, "cannot reach a daemon at '\(path)': \(reason)",
        advice: "Start one with 'signalbox serve', or name its socket with --socket PATH.")
    case .untrusted(let path, let userID):
      Diagnostic(
        .clientUntrusted, "the program at '\(path)' belongs to user \(userID), not to you",
        advice: "Name the socket of your own daemon with --socket PATH.")
    case .stranger(let path, let reason):
      Diagnostic(
        .clientStranger, "the program at '\(path)' does not speak this protocol: \(reason)",
        advice: "Use the same version of signalbox as the daemon.")
    case .lost(let path, let reason):
      Diagnostic(.clientLost, "lost the connection to '\(path)': \(reason)")
    case .silent(let path, let seconds):
      Diagnostic(
        .clientLost, "the daemon at '\(path)' did not answer within \(seconds) seconds")
    case .tooLong(let bytes, let bytesMax):
      Diagnostic(
        .inputTooLong, "the call has \(bytes) bytes; the daemon accepts at most \(bytesMax)",
        advice: "Send it in smaller parts.")
    case .refused(let error): Diagnostic(error.code, error.message, advice: error.advice)
    case .unknownFate(let line):
      Diagnostic(
        .clientUnknownFate,
        "lost the connection before the answer to '\(line)' arrived: it may or may not have been "
          + "executed",
        advice: "Check with 'stack' and 'log' before repeating it.")
    case .restarted:
      Diagnostic(
        .clientLost, "the daemon had ended; another was started, and all sessions are new",
        advice: "Repeat the call, and what led to it.")
    }
  }

  /// Whether the connection ended with it, so that the call may have been executed.
  public var isOfConnection: Bool {
    switch self {
    case .refused, .tooLong, .restarted: false
    default: true
    }
  }

  /// Whether a retry may succeed, as while a daemon restarts.
  var isPassing: Bool {
    switch self {
    case .unreachable, .lost, .silent: true
    case .refused(let error): error.isShuttingDown
    case .untrusted, .stranger, .tooLong, .unknownFate, .restarted: false
    }
  }
}
