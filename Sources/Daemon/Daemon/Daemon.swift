import Commands
import CSystem
import CUV
import Diagnostics
public import EventLoops
import JSONCodec
import Journal
import Navigation
import Service
import Sessions

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Keeps navigation sessions for the clients of a socket: JSON-RPC 2.0, one object a line
/// (docs/protocol.md).
///
/// One thread holds all state. Whatever can be read is read at once, answered in order, and sent in
/// one piece.
@MainActor public final class Daemon {
  let options: DaemonOptions
  let limits: DaemonLimits
  /// The limits that clients see: listed once, since every greeting names them.
  lazy var visibleLimits = limits.visible
  let loop: EventLoop
  let methods: MethodTable
  /// That of `open`, which is called most.
  let openMethod: Method?
  /// What all sessions move through, once they are touched.
  var served: ServedApp
  var app: LoadedApp { served.app }
  /// The sessions that are still to be taken over to it.
  var migration = Migration()
  /// The journal; `nil` if nothing is kept.
  var keeper: Keeper?
  /// Whether records are not handed to the journal: for tests of its faults.
  var holdsRecords = false
  /// Why nothing may change; `nil` if it may.
  var readOnlyReason: String?
  /// Sessions that could not be restored, and why.
  var unavailable: [SessionName: String] = [:]
  /// Sessions that were closed by records that are not durable yet.
  var closing: [ClosingSession] = []
  /// Clients some of whose answers wait for the disk.
  var holding: [Client] = []
  let started = EventLoop.nowMilliseconds
  let processIdentifier = getpid()
  /// Which run of a daemon this is.
  let instance = String(UInt64.random(in: 0...UInt64.max), radix: 16)
  /// Answers what is no event, on one session after another.
  var interpreter: Interpreter
  /// Answers `resolve`.
  var linkAnswers: LinkResponder
  /// Writes what became of events.
  var outcomes: OutcomeWriter
  var sessions = SessionTable()
  var clients: [UInt64: Client] = [:]
  var lastClient: UInt64 = 0
  var listeners: [Listener] = []
  let counters = DaemonCounters()
  /// Whether it is ending: nothing new is taken.
  var isEnding = false
  var endDeadline: UInt64 = 0
  /// The record that the answers of this turn wait for; 0 for none.
  var awaited: Int64 = 0
  /// When the turn of a client began, and how many calls were answered in it.
  var turnBegan: UInt64 = 0
  var turnCalls: UInt64 = 0
  /// Whether the clock is to be looked at after every call of this turn.
  var turnIsLong = false
  /// When the batch began that is being done; `nil` if none is.
  var batchBegan: UInt64?
  /// The client whose turn it is, and what it is told behind the answer that is being written.
  var current: Client?
  var ownNotices: [UInt8] = []
  /// The last changes of all sessions.
  let recent: RecentRecords
  /// The last requests with an id, of all sessions.
  var requests: RememberedRequests
  /// The last calls with an id that ended a session.
  let closings = RequestMemory()
  var subscriptionCount = 0
  /// Clients that were told something outside of their own turn, and have it sent at its end.
  var told: [Client] = []
  /// Clients whose lines are done in later turns, whoever waits longest first.
  var resuming: [Client] = []

  /// Where lines are read to, and answers put together; one of each for all clients.
  let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 65_536)
  var output: [UInt8] = []
  var eventBody: [UInt8] = []
  var notice: [UInt8] = []
  /// Where the parameters of a plain request are put, and then in the order of its method.
  let parameters = UnsafeMutableBufferPointer<PlainRequest.Parameter>.allocate(
    capacity: PlainRequest.parametersMax)
  let arguments = UnsafeMutableBufferPointer<Argument>.allocate(capacity: Method.parametersMax)
  /// Looks at what must not wait for ever, and at sessions that are to be taken over.
  private(set) var timer: LoopTimer?
  private(set) var migrationTimer: LoopTimer?
  private(set) var resumeTimer: LoopTimer?
  /// Is sent by the journal's thread when something is durable.
  private(set) var wakeUp: WakeUp?

  /// Begins without a session and without a client.
  /// - Parameter served: What sessions move through.
  public init(_ served: ServedApp, options: DaemonOptions, loop: EventLoop) throws(LoopFault) {
    csystem_ignore_sigpipe()
    methods = MethodTable(Method.all)
    openMethod = methods["open"]
    self.served = served
    self.options = options
    limits = options.limits
    recent = RecentRecords(bytesMax: limits.recentBytesMax)
    requests = RememberedRequests(
      bytesMax: limits.requestBytes.max, countMaxOfSession: limits.requestIds.max)
    self.loop = loop
    interpreter = Interpreter(served.app)
    linkAnswers = LinkResponder(served.app.definition)
    outcomes = OutcomeWriter(served.app.definition)
    arguments.initialize(repeating: .absent)
    counters.requests = Array(repeating: 0, count: methods.all.count)
    output.reserveCapacity(65_536)
    timer = try loop.timer { [weak self] in self?.lookAtTime() }
    migrationTimer = try loop.timer { [weak self] in self?.continueMigration() }
    prepareInterpreter()
    resumeTimer = try loop.timer { [weak self] in self?.resumeLines() }
    wakeUp = try loop.onWakeUp { [weak self] in self?.durabilityChanged() }
  }

  /// Closes all connections, and lets go of the journal with all that waits for it. To be called
  /// once, when the loop has ended and before it is closed; nothing may be called afterwards.
  public func close() {
    isEnding = true
    closeListeners()
    for client in Array(clients.values) { close(client) }
    wakeUp?.end()
    keeper?.flush()
    keeper?.journal.close()
    input.deallocate()
    parameters.deallocate()
    arguments.deallocate()
  }

  /// Takes connections from a listening socket, which is closed in the end; from several, if it is
  /// called several times.
  public func listen(on descriptor: Int32) throws(LoopFault) {
    listeners.append(try Listener(descriptor, of: self))
  }

  private func closeListeners() {
    for listener in emptied(&listeners) { listener.close() }
  }

  /// Ends: takes nothing new, sends what was answered, and lets `EventLoop.run` return.
  public func end() {
    guard !isEnding else { return }
    closeListeners()
    endDeadline = EventLoop.nowMilliseconds + limits.drainMilliseconds
    answerLast()
    isEnding = true
    for client in Array(clients.values) {
      while client.hasLines { resume(client) }  // Now each is refused.
      part(client, why: .shuttingDown)
    }
    sendTold()
    if clients.isEmpty { loop.stop() } else { watchTime() }
  }
}

extension Daemon {
  /// Answers what was asked, as far as there is time.
  private func answerLast() {
    let end = EventLoop.nowMilliseconds + limits.lastCallsMilliseconds
    var left = Array(clients.values)
    while !left.isEmpty, EventLoop.nowMilliseconds < end {
      for client in left where EventLoop.nowMilliseconds < end {
        if client.hasLines { resume(client) } else { read(client) }
      }
      left.removeAll { !$0.hasLines || $0.waitingBytes > limits.pausedBytesMin }
    }
  }

  /// Logs a line.
  func log(_ level: LogLevel, _ kind: String, _ message: String) {
    options.log(LogEntry(level, kind, message))
  }
}
