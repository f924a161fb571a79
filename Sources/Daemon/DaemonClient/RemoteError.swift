public import Diagnostics
public import JSONCodec

/// An error that a daemon answered with.
public struct RemoteError: Sendable, Hashable {
  /// The number of its kind (docs/protocol.md).
  public let number: Int64
  /// One sentence for a person, as the daemon sent it: not escaped yet.
  public let message: String
  /// What else it told; `null` if nothing.
  public let data: JSON

  /// Takes what a message says.
  public init(_ failure: RPCFailure) {
    number = failure.code
    message = failure.message
    data = failure.data ?? .null
  }

  /// The stable code as text, such as `daemon/unknown-session`; `nil` if none was told.
  public var name: String? { data["code"]?.stringValue }

  /// That code, if this program knows it, else `client/refused`.
  public var code: DiagnosticCode {
    name.flatMap(DiagnosticCode.init(rawValue:)) ?? .clientRefused
  }

  /// What to do, if that was told.
  public var advice: String? { data["advice"]?.stringValue }

  /// Whether the session is not there.
  var isUnknownSession: Bool { code == .daemonUnknownSession }

  /// Whether a session of that name is there already.
  var isSessionExists: Bool { code == .daemonSessionExists }

  /// Whether nothing was done because the daemon ends.
  var isShuttingDown: Bool { code == .daemonShuttingDown }
}
