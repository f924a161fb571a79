import Commands
import Sessions

/// A command that takes several turns, so that other clients are served in between.
///
/// It works on a copy of its session, which no other call sees. If it can change the session, other
/// calls on the session wait for it. If the session is replaced meanwhile, as by a reload, the call
/// begins again.
final class CommandRun {
  let live: LiveSession
  let command: Command
  let request: RequestId?
  /// Whether other calls on its session wait for it.
  let isExclusive: Bool
  /// Whether it is a typed line, which is answered with a text, too.
  let isTyped: Bool
  var sliced: any SlicedCommand
  var workspace: Workspace
  /// The time of its slices.
  var nanoseconds: UInt64 = 0
  /// Whether the session may have been replaced since the last slice.
  var isStale = false

  init(
    _ sliced: any SlicedCommand, of command: Command, on workspace: Workspace,
    of live: LiveSession, _ request: RequestId?, isExclusive: Bool, isTyped: Bool
  ) {
    (self.sliced, self.command, self.workspace, self.live) = (sliced, command, workspace, live)
    (self.request, self.isExclusive, self.isTyped) = (request, isExclusive, isTyped)
  }
}
