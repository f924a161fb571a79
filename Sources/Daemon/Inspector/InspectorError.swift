internal import DaemonClient
public import Diagnostics
internal import JSONCodec

/// Why an inspector does not pass a call to the daemon.
public nonisolated enum InspectorError: Diagnostic, Hashable {
  /// The body of a call, or a parameter of a request, is wrong.
  case request(String)
  /// The method would change something, and the page is read-only.
  case readOnly(method: String)
  /// A limit was reached.
  case limit(String, max: Int)

  /// One of `inspect/…`.
  public var code: DiagnosticCode {
    switch self {
    case .request: .inspectRequest
    case .readOnly: .inspectReadOnly
    case .limit: .inspectLimit
    }
  }

  /// What is wrong.
  public var message: String {
    switch self {
    case .request(let reason): reason
    case .readOnly(let method):
      "'\(shortened(method))' changes something, and the page is read-only"
    case .limit(let name, let max): "\(max) \(name) are in use, which is the most"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .request: "See docs/inspect.md."
    case .readOnly: "Start 'signalbox inspect' without --read-only."
    case .limit: "Close a page, or wait."
    }
  }
}

extension JSON {
  /// The member `error` of an answer to a call: the daemon's error as it is, or one of this side,
  /// whose number is always `ownErrorNumber`.
  nonisolated static func error(_ error: any Diagnostic) -> JSON {
    if case .refused(let refusal)? = error as? ClientError {
      var members: [Member] = [
        .init("code", .int(refusal.number)), .init("message", .string(refusal.message)),
      ]
      if !refusal.data.isNull { members.append(.init("data", refusal.data)) }
      return ["error": .object(members)]
    }
    var data: [Member] = [.init("code", .string(error.code.rawValue))]
    if let advice = error.advice { data.append(.init("advice", .string(advice))) }
    return [
      "error": [
        "code": .int(ownErrorNumber), "message": .string(error.message), "data": .object(data),
      ]
    ]
  }
}

/// The number of errors that are not the daemon's, which uses none below -32050.
private nonisolated let ownErrorNumber: Int64 = -32_050
