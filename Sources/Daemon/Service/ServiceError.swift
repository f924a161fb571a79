public import Diagnostics

/// What goes wrong between a daemon and the system that it runs in.
public enum ServiceError: Diagnostic, Hashable {
  /// The path of a socket is longer than the system takes, empty, or holds a NUL.
  case socketPath(path: String, bytesMax: Int)
  /// A call failed; `reason` is what the system said.
  case socket(path: String, reason: String)
  /// Something that is no socket stands where the socket should be.
  case notASocket(path: String)
  /// Another program answers there; `processID` is its number, where the system tells.
  case live(path: String, processID: Int32?)
  /// Another process holds the lock.
  case locked(path: String, processID: Int32?)
  /// The lock cannot be had, or the folder not be used; `reason` is what the system said.
  case unusable(path: String, reason: String)
  /// A folder or file belongs to another user.
  case foreign(path: String, userID: UInt32)
  /// Others may use or change a folder or file.
  case open(path: String, mode: UInt32)
  /// A link stands where a folder is wanted that nobody else can have made.
  case link(path: String)
  /// What the supervisor handed over cannot be used.
  case activation(descriptor: Int32?, reason: String)
  /// The supervisor cannot be told.
  case notice(path: String, reason: String)
  /// No folder is known for the data: neither a variable nor a home.
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

  /// A supervisor that cannot be told is a warning.
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
