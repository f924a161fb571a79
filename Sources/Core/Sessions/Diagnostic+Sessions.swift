package import Diagnostics
import Snapshots

/// Why a session cannot move through its history or be written as a script.
extension Diagnostic {
  /// - Parameter floor: The oldest position kept.
  static func nothingToUndo(floor: Int, why: HistoryFloor) -> Self {
    Diagnostic(
      .sessionHistory,
      why == .beginning
        ? "nothing to undo: this is the beginning of the session"
        : "nothing to undo before event \(floor): \(why.reason)")
  }

  static let nothingToRedo = Diagnostic(
    .sessionHistory, "nothing to redo: no event was undone, or another came after it")

  /// The history spans `floor` to `count`.
  static func noPosition(_ wanted: Int, floor: Int, count: Int, why: HistoryFloor) -> Self {
    Diagnostic(
      .sessionHistory,
      "cannot go to \(wanted): "
        + (wanted < floor && wanted >= 0 ? why.reason : "the session has \(count) events"),
      advice: "Give a number from \(floor) to \(count).")
  }

  static func scriptIncomplete(dropped: Int) -> Self {
    Diagnostic(
      .sessionScript,
      dropped == 1
        ? "the first event of this session is no longer kept"
        : "the first \(dropped) events of this session are no longer kept",
      advice: "Start a new session and save it earlier.")
  }

  /// Events before a reload have different results under the new routes.
  static let scriptDiffers = Diagnostic(
    .sessionScript, "events before the reload have different results under these routes",
    advice: "Start a new session and save it earlier.")
}

/// Why a session cannot be restored from its journal.
extension Diagnostic {
  /// A recorded command does not parse as an event.
  static func noEvent(command: String) -> Self {
    restoring("the recorded '\(command)' is not an event")
  }

  /// A recorded event is refused now; `reason` is `Refusal.reason`.
  static func refused(command: String, reason: String) -> Self {
    restoring("the recorded '\(command)' is now refused (\(reason))")
  }

  package static func differs(command: String) -> Self {
    restoring("the recorded '\(command)' has a different result now")
  }
}
