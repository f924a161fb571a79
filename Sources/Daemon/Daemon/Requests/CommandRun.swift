import Commands
import JSONCodec
import Navigation

/// A command that takes several turns, so that other clients are served in between.
///
/// It works on a copy of its session, which no other call sees. If it can change the session, other
/// calls on the session wait for it. If the session is replaced meanwhile, as by a reload, the call
/// begins again.
final class CommandRun {
  let live: LiveSession
  let command: Command
  let request: StoredRequestId?
  /// Whether other calls on its session wait for it.
  let isExclusive: Bool
  /// Whether it is a typed line, which is answered with a text, too.
  let isTyped: Bool
  var sliced: any SlicedCommand
  var workspace: Workspace
  /// Its changes except for the last, ready to be recorded.
  private(set) var changes: [PreparedChange] = []
  /// Its last change so far, which carries the request's id if it stays the last.
  private(set) var lastChange: SessionChange?
  /// The time of its slices.
  var nanoseconds: UInt64 = 0
  /// Whether the session may have been replaced since the last slice.
  var isStale = false

  init(
    _ sliced: any SlicedCommand, of command: Command, on workspace: Workspace,
    of live: LiveSession, _ request: StoredRequestId?, isExclusive: Bool, isTyped: Bool
  ) {
    (self.sliced, self.command, self.workspace, self.live) = (sliced, command, workspace, live)
    (self.request, self.isExclusive, self.isTyped) = (request, isExclusive, isTyped)
  }

  /// Writes what can be written of the changes before the command is done, so that its end is
  /// short.
  func prepareChanges() {
    for change in sliced.takeChanges() {
      if let before = lastChange {
        changes.append(PreparedChange(Change(before, isLast: false), before.answer))
      }
      lastChange = change
    }
  }
}

/// A change whose record and notification are written before it is recorded.
struct PreparedChange {
  let change: Change
  /// Its answer, without `seq`.
  let members: [UInt8]
  /// The members of its `event` notification after the session's name.
  let body: [UInt8]

  fileprivate init(_ change: Change, _ members: [UInt8]) {
    (self.change, self.members) = (change, members)
    var body: [UInt8] = []
    if change.isNotified { change.writeEvent(members[...], into: &body) }
    self.body = body
  }
}
