public import Diagnostics

/// Why a call to a daemon failed.
public enum ClientError: Diagnostic, Hashable {
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

  /// One of `client/…`, or the code of the daemon's error.
  public var code: DiagnosticCode {
    switch self {
    case .unreachable: .clientUnreachable
    case .untrusted: .clientUntrusted
    case .stranger: .clientStranger
    case .lost, .silent: .clientLost
    case .tooLong: .inputTooLong
    case .refused(let error): error.code
    case .unknownFate: .clientUnknownFate
    }
  }

  /// What happened.
  public var message: String {
    switch self {
    case .unreachable(let path, let reason): "cannot reach a daemon at '\(path)': \(reason)"
    case .untrusted(let path, let userID):
      "the program at '\(path)' belongs to user \(userID), not to you"
    case .stranger(let path, let reason):
      "the program at '\(path)' does not speak this protocol: \(reason)"
    case .lost(let path, let reason): "lost the connection to '\(path)': \(reason)"
    case .silent(let path, let seconds):
      "the daemon at '\(path)' did not answer within \(seconds) seconds"
    case .tooLong(let bytes, let bytesMax):
      "the call has \(bytes) bytes; the daemon accepts at most \(bytesMax)"
    case .refused(let error): error.message
    case .unknownFate(let line):
      "lost the connection before the answer to '\(line)' arrived: it may or may not have been "
        + "executed"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .unreachable: "Start one with 'signalbox serve', or name its socket with --socket PATH."
    case .untrusted: "Name the socket of your own daemon with --socket PATH."
    case .stranger: "Use the same version of signalbox as the daemon."
    case .lost, .silent: nil
    case .tooLong: "Send it in smaller parts."
    case .refused(let error): error.advice
    case .unknownFate: "Check with 'stack' and 'log' before repeating it."
    }
  }

  /// Whether a retry may succeed, as while a daemon restarts.
  var isPassing: Bool {
    switch self {
    case .unreachable, .lost, .silent: true
    case .refused(let error): error.isShuttingDown
    case .untrusted, .stranger, .tooLong, .unknownFate: false
    }
  }
}
