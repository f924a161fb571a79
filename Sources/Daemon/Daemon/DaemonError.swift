import Diagnostics
import JSONCodec
import Journal

nonisolated struct DaemonError: DiagnosticError {
  /// A row of the table of errors: what `describe` and docs/protocol.md say about it.
  struct Kind: Sendable {
    /// The `code` of the error: JSON-RPC's, or one of the daemon's own from -32000 down.
    let number: Int64
    /// The `data.code`; `nil` if each error of this kind brings its own.
    let code: DiagnosticCode?
    /// What happened: one clause.
    let summary: String

    init(_ number: Int64, _ code: DiagnosticCode?, _ summary: String) {
      self.number = number
      self.code = code
      self.summary = summary
    }
  }

  let kind: Kind
  /// What happened and what to do.
  let diagnostic: Diagnostic
  /// The members of `data` other than `code` and `advice`.
  let details: [JSON.Member]

  init(_ kind: Kind, _ diagnostic: Diagnostic, details: [JSON.Member] = []) {
    (self.kind, self.diagnostic, self.details) = (kind, diagnostic, details)
  }

  /// An error of a row that has a code.
  init(
    _ kind: Kind, _ message: String, advice: String? = nil, details: [JSON.Member] = []
  ) {
    assert(kind.code != nil, "an error of this kind needs a code")
    self.init(
      kind, Diagnostic(kind.code ?? .daemonMethod, message, advice: advice), details: details)
  }

  /// Appends `{"code":…,"message":…,"data":{"code":…,"advice":…,…}}`.
  func write(into output: inout ByteBuffer) {
    var data: [JSON.Member] = [.init("code", .string(diagnostic.code.rawValue))]
    if let advice = diagnostic.advice { data.append(.init("advice", .string(advice))) }
    let json: JSON = [
      "code": .int(kind.number), "message": .string(diagnostic.message),
      "data": .object(data + details),
    ]
    json.write(into: &output)
  }
}

extension DaemonError {
  /// The kinds of errors, in the order of docs/protocol.md. A new error is one row here, and one
  /// function below that fills in its message.
  struct Kinds: Sendable {
    let unreadable = Kind(
      RPCFailure.parseError, nil,
      "the line is not JSON (`json/syntax`) or exceeds a limit of JSON (`json/limit`)")
    let invalid = Kind(
      RPCFailure.invalidRequest, .jsonMessage, "the line is JSON, but not a call")
    let unknownMethod = Kind(RPCFailure.methodNotFound, .daemonMethod, "unknown method")
    let parameter = Kind(
      RPCFailure.invalidParams, .daemonParameter, "a parameter is unknown, missing or wrong")
    let internalFault = Kind(
      RPCFailure.internalError, nil, "a fault of the daemon itself; reserved, never sent")
    let unknownSession = Kind(-32_000, .daemonUnknownSession, "no session has this name")
    let sessionExists = Kind(-32_001, .daemonSessionExists, "a session already has this name")
    let limit = Kind(-32_002, .daemonLimit, "a limit was reached: `data.limit` names it")
    let readOnly = Kind(-32_003, .daemonReadOnly, "the daemon is read-only")
    let tooOld = Kind(
      -32_004, .daemonTooOld,
      "the changes are no longer kept: `data.oldest` is the earliest `fromSeq`")
    let conflict = Kind(-32_005, .daemonConflict, "the request id was used for another call")
    let sessionUnavailable = Kind(
      -32_006, .daemonSessionUnavailable,
      "the session could not be restored, or the journal cannot be read")
    let shuttingDown = Kind(-32_007, .daemonShuttingDown, "the daemon is shutting down")
    let command = Kind(-32_008, nil, "the command failed: `data.code` is the command's")
    let notSubscribed = Kind(
      -32_009, .daemonNotSubscribed, "the client is not subscribed to the session")
    let routes = Kind(-32_010, nil, "the route files have errors: `data.findings` lists them")
    let tooNew = Kind(
      -32_011, .daemonTooNew, "the changes have not happened yet: `data.newest` is the last")
    let answerGone = Kind(
      -32_012, .daemonAnswerGone, "the request was executed before; its answer is no longer kept")

    /// Every row, read by reflection so that no second list has to repeat them.
    var all: [Kind] { Mirror(reflecting: self).children.compactMap { $0.value as? Kind } }
  }

  /// The table of errors.
  static let kinds = Kinds()

  /// The line is not JSON or too long for it, or it is not a call.
  static func invalid(_ error: Diagnostic) -> DaemonError {
    DaemonError(error.code == .jsonMessage ? kinds.invalid : kinds.unreadable, error)
  }

  static func unknownMethod(_ name: String, nearest: String?) -> DaemonError {
    DaemonError(
      kinds.unknownMethod, "unknown method '\(shortened(name))'",
      advice: nearest.map { "Did you mean '\($0)'?" } ?? "'describe' lists all methods.")
  }

  /// - Parameter why: Follows "parameter 'x' of 'y'".
  static func parameter(_ name: String, of method: String, why: String) -> DaemonError {
    DaemonError(
      kinds.parameter, "parameter '\(shortened(name))' of '\(method)' \(why)",
      advice: "'describe' shows the parameters of '\(method)'.")
  }

  static func unknownSession(_ name: String, nearest: String?) -> DaemonError {
    DaemonError(
      kinds.unknownSession, "unknown session '\(shortened(name))'",
      advice: nearest.map { "Did you mean '\($0)'?" }
        ?? "List all with 'signalbox sessions', or call the method 'session.create'.")
  }

  static func sessionExists(_ name: String) -> DaemonError {
    DaemonError(
      kinds.sessionExists, "a session named '\(shortened(name))' already exists",
      advice: "Choose another name, or omit it to get a generated one.")
  }

  static func limit(_ limit: DaemonLimit) -> DaemonError {
    DaemonError(
      kinds.limit, "the limit of \(limit.max) \(limit.noun) is reached", advice: limit.advice,
      details: [.init("limit", .string(limit.name))])
  }

  /// The journal cannot be written, so nothing may change.
  static func readOnly(_ error: JournalError) -> DaemonError {
    let fault = error.diagnostic
    return DaemonError(
      kinds.readOnly, "the daemon is read-only: \(fault.message)",
      advice: fault.advice ?? "Restart the daemon.")
  }

  /// A subscription from a change that is no longer kept.
  static func tooOld(oldest: Int64) -> DaemonError {
    DaemonError(
      kinds.tooOld, "changes before \(oldest) are no longer kept",
      advice: "Subscribe from \(oldest), or from now, and read the state with 'tree'.",
      details: [.init("oldest", .int(oldest))])
  }

  /// A subscription from a change that the session has not reached.
  static func tooNew(newest: Int64) -> DaemonError {
    DaemonError(
      kinds.tooNew, "the session has had only \(newest) changes",
      advice: "Subscribe from \(newest) at most.", details: [.init("newest", .int(newest))])
  }

  static func conflict(_ id: String) -> DaemonError {
    DaemonError(
      kinds.conflict, "the request id '\(shortened(id))' was used for another call",
      advice: "Give each mutation a new request id, and reuse it only to repeat the same call.")
  }

  static func sessionUnavailable(_ name: String, why: String) -> DaemonError {
    DaemonError(
      kinds.sessionUnavailable, "the session '\(shortened(name))' cannot be used: \(why)",
      advice: "Run 'signalbox journal check'.")
  }

  static var shuttingDown: DaemonError {
    DaemonError(
      kinds.shuttingDown, "the daemon is shutting down",
      advice: "Connect again after it has restarted.")
  }

  static func notSubscribed(_ name: String) -> DaemonError {
    DaemonError(
      kinds.notSubscribed, "this client is not subscribed to the session '\(shortened(name))'")
  }

  static func answerGone(_ id: String) -> DaemonError {
    DaemonError(
      kinds.answerGone,
      "the request '\(shortened(id))' was executed before, and its answer is no longer kept",
      advice: "It was not executed again; look at the session with 'stack' and 'log'.")
  }

  /// A command of a session failed.
  /// - Parameter details: The other members of its answer.
  static func command(_ failure: Diagnostic, details: [JSON.Member] = []) -> DaemonError {
    DaemonError(kinds.command, failure, details: details)
  }

  /// The route files have errors; the daemon keeps the routes that it has.
  static func routes(_ findings: [Diagnostic]) -> DaemonError {
    let first = findings.first.map { ($0.position.map { "\($0): " } ?? "") + $0.message }
    return DaemonError(
      kinds.routes,
      Diagnostic(
        findings.first?.code ?? .daemonRoutes, first ?? "no routes",
        advice: "The daemon keeps its current routes."),
      details: [.init("findings", .array(findings.map { JSON($0) }))])
  }
}
