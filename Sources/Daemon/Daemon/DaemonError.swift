public import Diagnostics
public import JSONCodec

/// Why a call could not be carried out.
public nonisolated enum DaemonError: Diagnostic {
  /// What was sent is no JSON, or longer than a line may be.
  case unreadable(RPCError)
  /// What was sent is JSON but no call.
  case invalid(RPCError)
  /// Nothing is known by that method's name.
  case unknownMethod(String, nearest: String?)
  /// The method wants other parameters.
  case parameter(String, of: String, why: String)
  /// No session has that name.
  case unknownSession(String, nearest: String?)
  /// A session has that name already.
  case sessionExists(String)
  /// A bound of `DaemonLimits` was met.
  case limit(DaemonBound, Int)
  /// The journal cannot be written, so nothing may change.
  case readOnly(String)
  /// What was to be told again is no longer kept.
  case tooOld(oldest: Int64)
  /// A sequence number that the session has not reached.
  case tooNew(newest: Int64)
  /// The same request id came with another call.
  case conflict(String)
  /// The session cannot be restored.
  case sessionUnavailable(String, why: String)
  /// The daemon is ending.
  case shuttingDown
  /// The client is not subscribed to that session.
  case notSubscribed(String)
  /// The same request id came before, and what was answered is no longer kept.
  case answerGone(String)
  /// A command of a session could not be done; `details` is what else its answer tells.
  case command(any Diagnostic, details: [JSON.Member] = [])
  /// The route files have errors; those that were taken up before go on.
  case routes([any Diagnostic])

  /// The number that JSON-RPC gives such an error, or one of our own from -32000 down.
  var number: Int64 {
    switch self {
    case .unreadable: RPCFailure.parseError
    case .invalid: RPCFailure.invalidRequest
    case .unknownMethod: RPCFailure.methodNotFound
    case .parameter: RPCFailure.invalidParams
    case .unknownSession: -32_000
    case .sessionExists: -32_001
    case .limit: -32_002
    case .readOnly: -32_003
    case .tooOld: -32_004
    case .conflict: -32_005
    case .sessionUnavailable: -32_006
    case .shuttingDown: -32_007
    case .command: -32_008
    case .notSubscribed: -32_009
    case .routes: -32_010
    case .tooNew: -32_011
    case .answerGone: -32_012
    }
  }

  /// The stable code.
  public var code: DiagnosticCode {
    switch self {
    case .unreadable(let error), .invalid(let error): error.code
    case .unknownMethod: .daemonMethod
    case .parameter: .daemonParameter
    case .unknownSession: .daemonUnknownSession
    case .sessionExists: .daemonSessionExists
    case .limit: .daemonLimit
    case .readOnly: .daemonReadOnly
    case .tooOld: .daemonTooOld
    case .tooNew: .daemonTooNew
    case .conflict: .daemonConflict
    case .sessionUnavailable: .daemonSessionUnavailable
    case .shuttingDown: .daemonShuttingDown
    case .notSubscribed: .daemonNotSubscribed
    case .answerGone: .daemonAnswerGone
    case .command(let failure, _): failure.code
    case .routes(let findings): findings.first?.code ?? .daemonRoutes
    }
  }

  /// What happened.
  public var message: String {
    switch self {
    case .unreadable(let error), .invalid(let error): error.message
    case .unknownMethod(let name, _): "no method is called '\(shortened(name))'"
    case .parameter(let name, let method, let why):
      "parameter '\(shortened(name))' of '\(method)' \(why)"
    case .unknownSession(let name, _): "no session is called '\(shortened(name))'"
    case .sessionExists(let name): "a session is called '\(shortened(name))' already"
    case .limit(let bound, let max): "the limit of \(max) \(bound.noun) is met"
    case .readOnly(let why): "nothing can be changed: \(why)"
    case .tooOld(let oldest): "changes before \(oldest) are no longer kept"
    case .tooNew(let newest): "the session has had \(newest) changes"
    case .conflict(let id): "the request id '\(shortened(id))' was used for another call"
    case .sessionUnavailable(let name, let why):
      "the session '\(shortened(name))' cannot be used: \(why)"
    case .shuttingDown: "the daemon is ending"
    case .notSubscribed(let name): "not subscribed to the session '\(shortened(name))'"
    case .answerGone(let id):
      "the request '\(shortened(id))' was done before, and its answer is no longer kept"
    case .command(let failure, _): failure.message
    case .routes(let findings):
      findings.first.map { ($0.position.map { "\($0): " } ?? "") + $0.message } ?? "no routes"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .unreadable(let error), .invalid(let error): error.advice
    case .unknownMethod(_, let nearest):
      nearest.map { "Did you mean '\($0)'?" } ?? "'describe' tells all methods."
    case .parameter(_, let method, _): "'describe' tells the parameters of '\(method)'."
    case .unknownSession(_, let nearest):
      nearest.map { "Did you mean '\($0)'?" } ?? "Make it with 'session.create'."
    case .sessionExists: "Choose another name, or none, and one is chosen."
    case .limit(let bound, _): bound.advice
    case .readOnly: "When there is space again, call 'mode.writable' or start the daemon anew."
    case .tooOld(let oldest): "Subscribe from \(oldest), or from now, and ask for 'tree'."
    case .tooNew(let newest): "Subscribe from \(newest) at most."
    case .conflict: "Give every mutation a new request id, and repeat it only with the same call."
    case .sessionUnavailable: "See 'signalbox journal check'."
    case .shuttingDown: "Connect again when it is there."
    case .notSubscribed: nil
    case .answerGone: "Nothing was done now; look with 'stack' and 'log'."
    case .command(let failure, _): failure.advice
    case .routes: "The daemon goes on with the routes that it has."
    }
  }

  /// `{"code":…,"message":…,"data":{"code":…,"advice":…}}`, and in `data` what belongs to the case:
  /// `limit`, `oldest`, `newest` or `findings`.
  func write(into output: inout [UInt8]) {
    var data: [JSON.Member] = [.init("code", .string(code.rawValue))]
    if let advice { data.append(.init("advice", .string(advice))) }
    switch self {
    case .limit(let bound, _): data.append(.init("limit", .string(bound.rawValue)))
    case .tooOld(let oldest): data.append(.init("oldest", .int(oldest)))
    case .command(_, let details): data += details
    case .tooNew(let newest): data.append(.init("newest", .int(newest)))
    case .routes(let findings): data.append(.init("findings", .array(findings.map { JSON($0) })))
    default: break
    }
    let json: JSON = [
      "code": .int(number), "message": .string(message), "data": .object(data),
    ]
    json.write(into: &output)
  }
}

/// As much of what was sent as a message quotes.
nonisolated func shortened(_ text: String) -> String {
  let start = text.unicodeScalars.prefix(quotedScalarsMax)
  return start.endIndex == text.endIndex ? text : String(start) + "…"
}

private nonisolated let quotedScalarsMax = 80
