import CLibrary
internal import Diagnostics
internal import FileAccess

/// The default places of a daemon's socket and data.
public struct ServicePlaces: Sendable {
  private let userID: UInt32
  private let variable: @Sendable (String) -> String?

  /// The places in the environment of this process.
  public init() {
    self.init(userID: geteuid()) { environment($0) }
  }

  init(userID: UInt32, variable: @escaping @Sendable (String) -> String?) {
    self.userID = userID
    self.variable = variable
  }

  /// `$XDG_RUNTIME_DIR/signalbox/socket`. Without that variable `/run/signalbox/socket` for root,
  /// and for other users `signalbox-UID/socket` in `$TMPDIR` or `/tmp`.
  public var socketPath: String {
    if let runtime = folder("XDG_RUNTIME_DIR") { return runtime + "/signalbox/socket" }
    if userID == 0 { return "/run/signalbox/socket" }
    return (folder("TMPDIR") ?? "/tmp") + "/signalbox-\(userID)/socket"
  }

  /// The folder for state that persists between runs: `$XDG_STATE_HOME/signalbox`, else
  /// `~/.local/state/signalbox`; `nil` without a home.
  public var stateFolder: String? {
    folder("XDG_STATE_HOME").map { $0 + "/signalbox" }
      ?? folder("HOME").map { $0 + "/.local/state/signalbox" }
  }

  /// The folder that systemd created for the service (`$STATE_DIRECTORY`), else `stateFolder`.
  /// - Throws: `noDataFolder` if there is neither.
  public var dataFolder: String {
    get throws(Diagnostic) {
      // systemd separates several by colons.
      let first = variable("STATE_DIRECTORY")?.utf8.split(separator: UInt8(ascii: ":")).first
      let state = first.map { String(decoding: $0, as: UTF8.self) }
      if let state, isAbsolute(state) { return state }
      guard let stateFolder else { throw .noDataFolder }
      return stateFolder
    }
  }

  /// The folder that a variable names, without trailing slashes; `nil` unless it is an absolute
  /// path, as the XDG Base Directory Specification requires.
  private func folder(_ name: String) -> String? {
    guard let value = variable(name), isAbsolute(value) else { return nil }
    var bytes = Array(value.utf8)
    while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }
}
