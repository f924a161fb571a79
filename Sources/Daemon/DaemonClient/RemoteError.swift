public import Diagnostics
public import JSONCodec

/// An error that a daemon answered with.
public struct RemoteError: Sendable, Hashable {
  /// The JSON-RPC error number (docs/protocol.md).
  public let number: Int64
  /// One sentence for a person; not escaped.
  public let message: String
  /// The `data` of the error; `null` if it has none.
  public let data: JSON

  /// The error of a message.
  public init(_ failure: RPCFailure) {
    number = failure.code
    message = failure.message
    data = failure.data ?? .null
  }

  /// The stable code as text, such as `daemon/unknown-session`.
  public var name: String? { data["code"]?.stringValue }

  /// The stable code, or `client/refused` if this program does not know it.
  public var code: DiagnosticCode {
    name.flatMap(DiagnosticCode.init(rawValue:)) ?? .clientRefused
  }

  /// What to do.
  public var advice: String? { data["advice"]?.stringValue }

  /// Whether the session does not exist.
  var isUnknownSession: Bool { code == .daemonUnknownSession }

  /// Whether a session of that name exists already.
  var isSessionExists: Bool { code == .daemonSessionExists }

  /// Whether the call was not executed because the daemon is shutting down.
  var isShuttingDown: Bool { code == .daemonShuttingDown }
}
