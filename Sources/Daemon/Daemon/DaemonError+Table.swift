import Diagnostics

extension DaemonError {
  /// A row of the table of errors.
  struct Row {
    /// The `code` of the error.
    let number: Int64
    /// The `data.code`; `nil` where each failure has one of its own.
    let code: DiagnosticCode?
    /// What it stands for: one clause.
    let meaning: String
  }

  /// Every error that a call can be answered with.
  static let table: [Row] = [
    Row(number: -32_700, code: nil, meaning: "the line is no JSON: json/syntax or json/limit"),
    Row(number: -32_600, code: .jsonMessage, meaning: "the JSON is no call"),
    Row(number: -32_601, code: .daemonMethod, meaning: "no such method"),
    Row(number: -32_602, code: .daemonParameter, meaning: "the method wants other parameters"),
    Row(number: -32_603, code: nil, meaning: "a fault of the daemon itself; never given"),
    Row(number: -32_000, code: .daemonUnknownSession, meaning: "no session of that name"),
    Row(number: -32_001, code: .daemonSessionExists, meaning: "a session has that name already"),
    Row(number: -32_002, code: .daemonLimit, meaning: "a bound was met: data.limit names it"),
    Row(number: -32_003, code: .daemonReadOnly, meaning: "nothing can be changed now"),
    Row(
      number: -32_004, code: .daemonTooOld,
      meaning: "changes that are no longer kept: data.oldest is where one can begin"),
    Row(number: -32_005, code: .daemonConflict, meaning: "the request id is of another call"),
    Row(
      number: -32_006, code: .daemonSessionUnavailable, meaning: "the session was not restored"),
    Row(number: -32_007, code: .daemonShuttingDown, meaning: "the daemon is ending"),
    Row(
      number: -32_008, code: nil,
      meaning: "the command cannot be done: data.code is that of the command"),
    Row(number: -32_009, code: .daemonNotSubscribed, meaning: "there is no such subscription"),
    Row(
      number: -32_010, code: nil,
      meaning: "the route files have errors: data.findings tells them"),
    Row(
      number: -32_011, code: .daemonTooNew,
      meaning: "changes that have not happened: data.newest is the last"),
    Row(
      number: -32_012, code: .daemonAnswerGone,
      meaning: "the request was done before, and its answer is no longer kept"),
  ]
}
