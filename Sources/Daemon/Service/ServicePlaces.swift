internal import FileAccess

/// Where a daemon keeps its socket and its data when nobody says otherwise.
public struct ServicePlaces: Sendable {
  /// Finds the value of a variable of the environment.
  private let variable: @Sendable (String) -> String?

  /// Looks into the environment of the process.
  public init() {
    self.init { environment($0) }
  }

  init(variable: @escaping @Sendable (String) -> String?) {
    self.variable = variable
  }

  /// `$XDG_RUNTIME_DIR/signalbox/socket`; without that variable `/run/signalbox/socket`.
  public var socketPath: String {
    folder("XDG_RUNTIME_DIR").map { $0 + "/signalbox/socket" } ?? "/run/signalbox/socket"
  }

  /// Where the user's programs keep what they find again in the next run:
  /// `$XDG_STATE_HOME/signalbox`, else `~/.local/state/signalbox`; `nil` without a home.
  public var stateFolder: String? {
    folder("XDG_STATE_HOME").map { $0 + "/signalbox" }
      ?? folder("HOME").map { $0 + "/.local/state/signalbox" }
  }

  /// What systemd made for the service (`$STATE_DIRECTORY`), else `stateFolder`.
  /// - Throws: `noDataFolder`, if there is no home either.
  public var dataFolder: String {
    get throws(ServiceError) {
      // systemd parts several by colons.
      let first = variable("STATE_DIRECTORY")?.utf8.split(separator: UInt8(ascii: ":")).first
      let state = first.map { String(decoding: $0, as: UTF8.self) }
      if let state, isAbsolute(state) { return state }
      guard let stateFolder else { throw .noDataFolder }
      return stateFolder
    }
  }

  /// The folder that a variable names, if that is an absolute path (as the XDG Base Directory
  /// Specification wants it), without slashes at its end.
  private func folder(_ name: String) -> String? {
    guard let value = variable(name), isAbsolute(value) else { return nil }
    var bytes = Array(value.utf8)
    while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }
}
