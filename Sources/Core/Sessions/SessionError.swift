public import Diagnostics

/// Why a session cannot go through its history, or cannot be written as a script.
public enum SessionError: Diagnostic, Hashable {
  /// Nothing is before this position; `floor` is the oldest that is kept.
  case nothingToUndo(floor: Int, why: HistoryFloor)
  /// Nothing was undone, or something new came after it.
  case nothingToRedo
  /// No such position: the history goes from `floor` to `count`.
  case noPosition(Int, floor: Int, count: Int, why: HistoryFloor)
  /// The first events are gone, so no script can lead here.
  case scriptIncomplete(dropped: Int)
  /// Events ran under other routes before a reload, and lead elsewhere under these.
  case scriptDiffers

  /// `session/history` or `session/script`.
  public var code: DiagnosticCode {
    switch self {
    case .nothingToUndo, .nothingToRedo, .noPosition: .sessionHistory
    case .scriptIncomplete, .scriptDiffers: .sessionScript
    }
  }

  /// What cannot be done.
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
      "the first \(dropped) events of this session are no longer kept, so no script can lead here"
    case .scriptDiffers:
      "events before the reload lead elsewhere under these routes, so no script can lead here"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .nothingToUndo, .nothingToRedo: nil
    case .noPosition(_, let floor, let count, _): "Give a number from \(floor) to \(count)."
    case .scriptIncomplete, .scriptDiffers: "Begin a new session and save it earlier."
    }
  }
}

/// What a history begins with.
public enum HistoryFloor: Hashable, Sendable {
  /// The beginning of the session.
  case beginning
  /// A reload of the definition.
  case reload
  /// What was before it was dropped, to bound memory.
  case bound
  /// The daemon was started again, and this is the state that it had kept last.
  case restart

  var reason: String {
    switch self {
    case .beginning: "the session begins there"
    case .reload: "what came before the routes were reloaded cannot be undone"
    case .bound: "older events are no longer kept"
    case .restart: "what came before the restart cannot be undone"
    }
  }
}
