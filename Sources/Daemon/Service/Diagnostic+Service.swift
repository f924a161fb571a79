import Diagnostics

// Errors in the environment of a daemon: sockets, locks, folders, supervisor. A `reason` is the
// system's message.
extension Diagnostic {
  /// The path of a socket is too long for the system, empty, or contains a NUL.
  static func socketPath(path: String, bytesMax: Int) -> Diagnostic {
    Diagnostic(
      .serviceSocket,
      "'\(path)' cannot be a socket's path: it has \(path.utf8.count) bytes, and 1 to \(bytesMax)"
        + " bytes without NUL are allowed",
      advice: "Choose a shorter one with --socket PATH.")
  }

  static func socket(path: String, reason: String) -> Diagnostic {
    Diagnostic(
      .serviceSocket, "the socket '\(path)' cannot be used: \(reason)",
      advice: "Check the folder, or choose another path.")
  }

  static func notASocket(path: String) -> Diagnostic {
    Diagnostic(
      .serviceSocket, "'\(path)' exists and is not a socket",
      advice: "Move it away, or choose another path with --socket PATH.")
  }

  static func live(path: String, processID: Int32?) -> Diagnostic {
    Diagnostic(
      .serviceLive, "a program\(number(processID)) already answers at the socket '\(path)'",
      advice: "Use that daemon, stop it, or choose another path with --socket PATH.")
  }

  static func locked(path: String, processID: Int32?) -> Diagnostic {
    Diagnostic(
      .serviceLocked, "another daemon\(number(processID)) holds '\(path)'",
      advice: "Stop that daemon, or give this one its own --data DIR and --socket PATH.")
  }

  /// The lock or folder cannot be used.
  static func unusable(path: String, reason: String) -> Diagnostic {
    Diagnostic(
      .serviceUnsafe, "'\(path)' cannot be used: \(reason)",
      advice: "Check the folder, or choose another path.")
  }

  static func foreign(path: String, userID: UInt32) -> Diagnostic {
    Diagnostic(
      .serviceUnsafe, "'\(path)' belongs to user \(userID), not to you",
      advice: "Choose a path that belongs to you.")
  }

  static func open(path: String, mode: UInt32) -> Diagnostic {
    Diagnostic(
      .serviceUnsafe,
      "other users can access '\(path)': its permissions are \(permissions(mode))",
      advice: "Make it private: chmod go-rwx '\(path)'.")
  }

  static func writable(path: String, mode: UInt32) -> Diagnostic {
    Diagnostic(
      .serviceUnsafe,
      "other users can write to '\(path)': its permissions are \(permissions(mode))",
      advice: "Forbid it: chmod go-w '\(path)'; or choose another path.")
  }

  static func link(path: String) -> Diagnostic {
    Diagnostic(
      .serviceUnsafe, "'\(path)' is a symbolic link, not a folder",
      advice: "Replace it with a folder of mode 0700, or choose another path.")
  }

  static let noDataFolder = Diagnostic(
    .serviceUnsafe,
    "there is no folder for the data: STATE_DIRECTORY, XDG_STATE_HOME and HOME are not set",
    advice: "Name one with --data DIR.")

  static func activation(descriptor: Int32?, reason: String) -> Diagnostic {
    let subject =
      descriptor.map { "descriptor \($0), passed by the supervisor," }
      ?? "the sockets passed by the supervisor"
    return Diagnostic(
      .serviceActivation, "\(subject) cannot be used: \(reason)",
      advice: "Check the unit: ListenStream must be the path of a unix socket.")
  }

  static func notice(path: String, reason: String) -> Diagnostic {
    Diagnostic(
      .serviceNotice, "the supervisor at '\(path)' cannot be notified: \(reason)",
      severity: .warning)
  }
}

private func number(_ processID: Int32?) -> String {
  processID.map { " (process \($0))" } ?? ""
}

private func permissions(_ mode: UInt32) -> String { zeroPadded(mode & 0o7777, 4, radix: 8) }
