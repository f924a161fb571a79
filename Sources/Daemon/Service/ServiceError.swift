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
  case writable(path: String, mode: UInt32)
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
    case .unusable, .foreign, .open, .writable, .link, .noDataFolder: .serviceUnsafe
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
      "'\(path)' cannot be a socket's path: it has \(path.utf8.count) bytes, and 1 to \(bytesMax)"
        + " bytes without NUL are allowed"
    case .socket(let path, let reason): "the socket '\(path)' cannot be used: \(reason)"
    case .notASocket(let path): "'\(path)' exists and is not a socket"
    case .live(let path, let processID):
      "a program\(number(processID)) already answers at the socket '\(path)'"
    case .locked(let path, let processID):
      "another daemon\(number(processID)) holds '\(path)'"
    case .unusable(let path, let reason): "'\(path)' cannot be used: \(reason)"
    case .foreign(let path, let userID): "'\(path)' belongs to user \(userID), not to you"
    case .open(let path, let mode):
      "other users can access '\(path)': its permissions are "
        + zeroPadded(mode & 0o7777, 4, radix: 8)
    case .writable(let path, let mode):
      "other users can write to '\(path)': its permissions are "
        + zeroPadded(mode & 0o7777, 4, radix: 8)
    case .link(let path): "'\(path)' is a symbolic link, not a folder"
    case .activation(let descriptor?, let reason):
      "descriptor \(descriptor), passed by the supervisor, cannot be used: \(reason)"
    case .activation(nil, let reason):
      "the sockets passed by the supervisor cannot be used: \(reason)"
    case .notice(let path, let reason): "the supervisor at '\(path)' cannot be notified: \(reason)"
    case .noDataFolder:
      "there is no folder for the data: STATE_DIRECTORY, XDG_STATE_HOME and "
        + "HOME are not set"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .socketPath: "Choose a shorter one with --socket PATH."
    case .socket, .unusable: "Check the folder, or choose another path."
    case .notASocket: "Move it away, or choose another path with --socket PATH."
    case .live: "Use that daemon, stop it, or choose another path with --socket PATH."
    case .locked: "Stop that daemon, or give this one its own --data DIR and --socket PATH."
    case .foreign: "Choose a path that belongs to you."
    case .open(let path, _): "Make it private: chmod go-rwx '\(path)'."
    case .writable(let path, _): "Forbid it: chmod go-w '\(path)'; or choose another path."
    case .link: "Replace it with a folder of mode 0700, or choose another path."
    case .activation: "Check the unit: ListenStream must be the path of a unix socket."
    case .notice: nil
    case .noDataFolder: "Name one with --data DIR."
    }
  }
}

private func number(_ processID: Int32?) -> String {
  processID.map { " (process \($0))" } ?? ""
}
