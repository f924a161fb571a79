public import Diagnostics

/// Why a session cannot be restored from its journal.
public enum RestoreError: Diagnostic, Hashable {
  /// The bytes are not a snapshot, or describe a state that cannot exist.
  case unreadable
  /// A recorded command does not parse as an event.
  case noEvent(command: String)
  /// A recorded event is refused now; `reason` is `Refusal.reason`.
  case refused(command: String, reason: String)
  /// A recorded event has a different result now.
  case differs(command: String)

  /// `session/restore`.
  public var code: DiagnosticCode { .sessionRestore }

  /// What is wrong.
  public var message: String {
    switch self {
    case .unreadable: "the snapshot of the session cannot be read"
    case .noEvent(let command): "the recorded '\(command)' is not an event"
    case .refused(let command, let reason):
      "the recorded '\(command)' is now refused (\(reason))"
    case .differs(let command): "the recorded '\(command)' has a different result now"
    }
  }

  /// What to do.
  public var advice: String? {
    "Use the program that wrote the journal, or export the recorded events with "
      + "'signalbox journal export' and give the session up."
  }
}
