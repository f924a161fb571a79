public import Diagnostics

/// An error in the environment of a daemon: sockets, locks, folders, supervisor.
public enum ServiceError: Diagnostic, Hashable {
  /// The path of a socket is too long for the system, empty, or contains a NUL.
  case socketPath(path: String, bytesMax: Int)
  /// A system call failed; `reason` is the system's message.
  case socket(path: String, reason: String)
  case notASocket(path: String)
  case live(path: String, processID: Int32?)
  case locked(path: String, processID: Int32?)
  /// The lock or folder cannot be used; `reason` is the system's message.
  case unusable(path: String, reason: String)
  case foreign(path: String, userID: UInt32)
  case open(path: String, mode: UInt32)
  case link(path: String)
  case activation(descriptor: Int32?, reason: String)
  case notice(path: String, reason: String)
  /// No data folder is known: neither a variable nor a home.
  case noDataFolder

  /// One of `service/…`.
  public var code: DiagnosticCode {
    switch self {
    case .socketPath, .socket, .notASocket: .serviceSocket
    case .live: .serviceLive
    case .locked: .serviceLocked
    case .unusable, .foreign, .open, .link, .noDataFolder: .serviceUnsafe
    case .activation: .serviceActivation
    case .notice: .serviceNotice
    }
  }

  /// A failed notification of the supervisor is a warning.
  public var severity: Severity {
    if case .notice = self { return .warning }
    return .error
  }

  /// What happened.
  public var message: String {
    switch self {
    case .socketPath(let path, let bytesMax):
      "'\(path)' cannot be the path of a socket: it has \(path.utf8.count) bytes, and 1 to"
        + " \(bytesMax) without NUL are possible here"
    case .socket(let path, let reason): "the socket '\(path)' cannot be used: \(reason)"
    case .notASocket(let path): "'\(path)' is there already, and is no socket"
    case .live(let path, let processID):
      "a program\(number(processID)) answers at the socket '\(path)' already"
    case .locked(let path, let processID):
      "another daemon\(number(processID)) holds '\(path)'"
    case .unusable(let path, let reason): "'\(path)' cannot be used: \(reason)"
    case .foreign(let path, let userID): "'\(path)' belongs to the user of number \(userID)"
    case .open(let path, let mode):
      "others may use '\(path)': its permissions are \(octal(mode))"
    case .link(let path): "'\(path)' is a link, and must be a folder itself"
    case .activation(let descriptor?, let reason):
      "the descriptor \(descriptor), handed over at the start, cannot be used: \(reason)"
    case .activation(nil, let reason):
      "the sockets handed over at the start cannot be used: \(reason)"
    case .notice(let path, let reason): "the supervisor at '\(path)' cannot be told: \(reason)"
    case .noDataFolder: "there is no folder for the data: no variable names one, and no home"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .socketPath: "Choose a shorter one with --socket PATH."
    case .socket, .unusable: "Check the folder, or choose another place."
    case .notASocket: "Move it away, or choose another place with --socket PATH."
    case .live: "Use that daemon, end it, or choose another place with --socket PATH."
    case .locked: "End that daemon, or give this one a folder and socket of its own."
    case .foreign: "Choose a place that belongs to you."
    case .open(let path, _): "Close it to others: chmod go-rwx '\(path)'."
    case .link: "Replace it by a folder of mode 0700, or choose another place."
    case .activation: "Check the units: ListenStream with the path of a unix socket."
    case .notice: nil
    case .noDataFolder: "Name one with --data DIR."
    }
  }
}

private func number(_ processID: Int32?) -> String {
  processID.map { " (process \($0))" } ?? ""
}

private func octal(_ mode: UInt32) -> String {
  let digits = String(mode & 0o7777, radix: 8)
  return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
}
