public import Diagnostics

/// Why a session cannot be restored from what was recorded of it.
public enum RestoreError: Diagnostic, Hashable {
  /// The bytes are no snapshot, or one that no state can look like.
  case unreadable
  /// A recorded line is no event.
  case noEvent(command: String)
  /// A recorded event is refused now; `reason` is the word for why.
  case refused(command: String, reason: String)
  /// A recorded event leads elsewhere than it did.
  case differs(command: String)

  /// `session/restore`.
  public var code: DiagnosticCode { .sessionRestore }

  /// What happened.
  public var message: String {
    switch self {
    case .unreadable: "the snapshot of the session cannot be read"
    case .noEvent(let command): "the recorded '\(command)' is no event"
    case .refused(let command, let reason):
      "the recorded '\(command)' is refused now (\(reason)), and was not then"
    case .differs(let command): "the recorded '\(command)' leads elsewhere than it did"
    }
  }

  /// What to do.
  public var advice: String? {
    "Use the program that wrote the journal, or give the session up: 'signalbox journal export' "
      + "writes what is recorded of it."
  }
}
