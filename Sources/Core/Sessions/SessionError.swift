public import Diagnostics

/// Why a session cannot move through its history or be written as a script.
public enum SessionError: Diagnostic, Hashable {
  /// There is no event before the current position; `floor` is the oldest position kept.
  case nothingToUndo(floor: Int, why: HistoryFloor)
  /// No event was undone, or a new event followed the undo.
  case nothingToRedo
  /// There is no such position: the history spans `floor` to `count`.
  case noPosition(Int, floor: Int, count: Int, why: HistoryFloor)
  /// The first events were dropped.
  case scriptIncomplete(dropped: Int)
  /// Events before a reload have different results under the new routes.
  case scriptDiffers

  /// The diagnostic code.
  public var code: DiagnosticCode {
    switch self {
    case .nothingToUndo, .nothingToRedo, .noPosition: .sessionHistory
    case .scriptIncomplete, .scriptDiffers: .sessionScript
    }
  }

  /// What is wrong.
  public var message: String {
    switch self {
    case .nothingToUndo(_, .beginning): "nothing to undo: this is the beginning of the session"
    case .nothingToUndo(let floor, let why): "nothing to undo before event \(floor): \(why.reason)"
    case .nothingToRedo: "nothing to redo: no event was undone, or another came after it"
    case .noPosition(let wanted, let floor, _, let why) where wanted < floor && wanted >= 0:
      "cannot go to \(wanted): \(why.reason)"
    case .noPosition(let wanted, _, let count, _):
      "cannot go to \(wanted): the session has \(count) events"
    case .scriptIncomplete(let dropped):
      "the first \(dropped) events of this session are no longer kept"
    case .scriptDiffers:
      "events before the reload have different results under these routes"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .nothingToUndo, .nothingToRedo: nil
    case .noPosition(_, let floor, let count, _): "Give a number from \(floor) to \(count)."
    case .scriptIncomplete, .scriptDiffers: "Start a new session and save it earlier."
    }
  }
}

/// Why a history begins where it does.
public enum HistoryFloor: Hashable, Sendable {
  /// The session began there.
  case beginning
  /// The definition was reloaded there.
  case reload
  /// Older events were dropped to bound memory.
  case bound
  /// The daemon restarted from a snapshot taken there.
  case restart

  var reason: String {
    switch self {
    case .beginning: "the session begins there"
    case .reload: "events before the reload of the routes cannot be undone"
    case .bound: "older events are no longer kept"
    case .restart: "events before the restart cannot be undone"
    }
  }
}

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
