internal import DaemonClient
import Diagnostics
internal import JSONCodec

// Why an inspector does not pass a call to the daemon.
nonisolated extension Diagnostic {
  static func request(_ reason: String) -> Diagnostic {
    Diagnostic(.inspectRequest, reason, advice: "See docs/inspect.md.")
  }

  static func readOnly(method: String) -> Diagnostic {
    Diagnostic(
      .inspectReadOnly, "'\(shortened(method))' changes something, and the page is read-only",
      advice: "Start 'signalbox inspect' without --read-only.")
  }

  static func limit(_ name: String, max: Int) -> Diagnostic {
    Diagnostic(
      .inspectLimit, "\(max) \(name) are in use, which is the most",
      advice: "Close a page, or wait.")
  }
}

nonisolated extension JSON {
  /// The member `error` of an answer to a call: the daemon's error as it is, or one of this side.
  static func error(_ error: ClientError) -> JSON {
    guard case .refused(let refusal) = error else { return .error(error.diagnostic) }
    var members: [Member] = [
      .init("code", .int(refusal.number)), .init("message", .string(refusal.message)),
    ]
    if !refusal.data.isNull { members.append(.init("data", refusal.data)) }
    return ["error": .object(members)]
  }

  /// An error of this side, whose number is always `ownErrorNumber`.
  static func error(_ error: Diagnostic) -> JSON {
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
