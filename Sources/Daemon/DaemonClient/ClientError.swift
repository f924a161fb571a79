public import Diagnostics

/// Why a daemon could not be asked, or what it answered instead.
public enum ClientError: Diagnostic, Hashable {
  /// Nobody can be reached at the socket.
  case unreachable(path: String, reason: String)
  /// A program of another user answers there.
  case untrusted(path: String, userID: UInt32)
  /// What answers is no daemon of this protocol.
  case stranger(path: String, reason: String)
  /// The connection ended; `reason` is what the daemon said, or the system.
  case lost(path: String, reason: String)
  /// No answer came in time.
  case silent(path: String, seconds: Int)
  /// What should be sent is longer than the daemon takes.
  case tooLong(bytes: Int, bytesMax: Int)
  /// The daemon answered with an error.
  case refused(RemoteError)
  /// The connection was lost before the answer came, and whether a change was made is not known.
  case unknownFate(line: String)

  /// One of `client/…`, or that of the daemon's error.
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
    case .unreachable(let path, let reason): "no daemon can be reached at '\(path)': \(reason)"
    case .untrusted(let path, let userID):
      "the program at '\(path)' belongs to the user of number \(userID), not to you"
    case .stranger(let path, let reason):
      "what answers at '\(path)' is no daemon that this client can talk to: \(reason)"
    case .lost(let path, let reason): "the connection to '\(path)' was lost: \(reason)"
    case .silent(let path, let seconds):
      "the daemon at '\(path)' has not answered for \(seconds) seconds"
    case .tooLong(let bytes, let bytesMax):
      "the call has \(bytes) bytes; the daemon takes \(bytesMax)"
    case .refused(let error): error.message
    case .unknownFate(let line):
      "the connection was lost before the answer to '\(line)' came: whether it was done is unknown"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .unreachable: "Start it with 'signalbox serve', or name its socket with --socket PATH."
    case .untrusted: "Name the socket of your own daemon with --socket PATH."
    case .stranger: "Use the signalbox that the daemon is of."
    case .lost, .silent: nil
    case .tooLong: "Send it in smaller parts."
    case .refused(let error): error.advice
    case .unknownFate: "Look with 'stack' and 'log' before you type it again."
    }
  }

  /// Whether it may be otherwise a moment later, as while a daemon starts again.
  var isPassing: Bool {
    switch self {
    case .unreachable, .lost, .silent: true
    case .refused(let error): error.isShuttingDown
    case .untrusted, .stranger, .tooLong, .unknownFate: false
    }
  }
}
