import Commands
import EventLoops
import JSONCodec
import Navigation

/// A call that takes several turns, so that other clients are served in between.
///
/// It works on a copy of its session, which no other call sees. If it can change the session, other
/// calls on the session wait for it. If the session is replaced meanwhile, as by a reload, the call
/// begins again.
final class RunningCall {
  let invocation: Command.Invocation
  let method: Method
  let request: StoredRequestId?
  /// Whether it is a typed line that only looks at the session.
  let isTyped: Bool
  /// When it was read.
  let began: UInt64
  /// The identifier for its answer; `nil` for a notification.
  var id: [UInt8]?
  var live: LiveSession
  var command: any SlicedCommand
  var workspace: Workspace
  /// Its changes except for the last, ready to be recorded.
  var changes: [PreparedChange] = []
  /// Its last change so far, which carries the request's id if it stays the last.
  var lastChange: SessionChange?
  /// The time of its earlier slices.
  var nanoseconds: UInt64 = 0
  /// Whether the session may have been replaced since the last slice.
  var isStale = false
  /// Clients whose next call is on the session.
  var waiting: [Client] = []

  init(
    _ call: borrowing Call, _ invocation: Command.Invocation, _ request: StoredRequestId?,
    _ command: any SlicedCommand, on workspace: Workspace, of live: LiveSession, began: UInt64,
    isTyped: Bool
  ) {
    self.isTyped = isTyped
    method = call.method
    self.invocation = invocation
    self.request = request
    self.command = command
    self.workspace = workspace
    self.live = live
    self.began = began
  }

  /// Whether other calls on its session wait for it.
  var isExclusive: Bool { method.isMutation && !isTyped }
}

/// A change whose record and notification are written before it is recorded.
struct PreparedChange {
  let change: Change
  /// Its answer, without `seq`.
  let members: [UInt8]
  /// The members of its `event` notification after the session's name.
  let body: [UInt8]
}

/// A batch that takes several turns.
final class RunningBatch {
  let calls: [Result<RPCCall, RPCCall.Refused>]
  /// The index of the next call, or of the one that is running.
  var next = 0
  /// The call that is running; `nil` between calls.
  var call: RunningCall?
  /// The answers of the calls before, and the pieces that a lost record would change.
  var output: [UInt8] = []
  var provisional: [ProvisionalOutput] = []
  /// The last record that the answers depend on; 0 for none.
  var record: Int64 = 0
  /// The time of its earlier slices.
  var nanoseconds: UInt64 = 0
  /// The limit that it has reached.
  var limit: DaemonError?

  init(_ calls: [Result<RPCCall, RPCCall.Refused>]) { self.calls = calls }
}

/// A line of a client whose answer takes several turns.
enum RunningLine {
  case call(RunningCall)
  case batch(RunningBatch)
}

/// Why a line was not answered in its turn.
enum Suspension {
  /// It takes several turns. A batch waits for `other`, if that is not `nil`.
  case running(RunningLine, for: RunningCall?)
  /// The line waits for a call on its session, and is answered from its beginning then.
  case waiting(for: RunningCall)
  /// The line is a tap that waits for the content of a screen, at most until then in milliseconds,
  /// and is answered from its beginning every few milliseconds.
  case loading(until: UInt64)
}
