import Commands
import CSystem
import Diagnostics
public import EventLoops
import Navigation
import Service

/// Keeps navigation sessions for the clients of a socket: JSON-RPC 2.0, one object per line
/// (docs/protocol.md).
///
/// The daemon connects five parts, each with private state:
///
///     connections   clients and listeners: accepts, reads, sends
///     turn          the lines that are answered now, and what their answers depend on
///     sessions      the sessions that clients work on
///     records       recent changes, requests with an id, subscriptions
///     persistence   the journal, and whether anything can be changed
///
/// A call goes from top to bottom, and its answer back to `connections`, which holds it until the
/// records that it depends on are durable. One thread does all of it: whatever can be read is read
/// at once, answered in order, and sent in one piece.
@MainActor public final class Daemon {
  let options: DaemonOptions
  let counters: DaemonCounters
  let methods: MethodTable
  /// Identifies this run of a daemon.
  let instance = String(UInt64.random(in: 0...UInt64.max), radix: 16)
  /// Answers under the current routes.
  var engine: Engine
  let connections: Connections
  let turn: Turn
  let sessions = LiveSessions()
  let records: Records
  let persistence: Persistence
  /// What was wrong with the route files when they were last read; empty if nothing was.
  var routeFindings: [Diagnostic]
  /// The calls that others wait for, by the name of their session. Accesses do not overlap and are
  /// not checked, as in `Turn`.
  @exclusivity(unchecked) var runningCalls: [TextBytes: SuspendedCall] = [:]
  /// Migrates sessions after a reload, a few at a time.
  var migrationTimer: LoopTimer?

  var limits: DaemonLimits {
    @inline(__always) _read { yield options.limits }
  }
  var app: LoadedApp { engine.served.app }

  /// A daemon without sessions and clients.
  /// - Parameter served: The app whose sessions it keeps.
  public init(_ served: ServedApp, options: DaemonOptions, loop: EventLoop) throws(LoopFault) {
    csystem_ignore_write_signals()
    self.options = options
    routeFindings = options.routeFindings
    methods = MethodTable(Method.all(options.commands))
    counters = DaemonCounters(options.limits, methodCount: methods.all.count)
    engine = Engine(served, options.commands)
    connections = try Connections(loop, options: options, counters: counters)
    turn = Turn(options.limits)
    records = Records(options.limits)
    persistence = Persistence(options)
    migrationTimer = try loop.timer { [weak self] in self?.continueMigration() }
    try persistence.onProgress(in: loop) { [weak self] in self?.durabilityChanged() }
    connections.connect(to: self)
  }

  /// Accepts clients from a listening socket, which is closed at the end; can be called several
  /// times.
  public func listen(on descriptor: Int32) throws(LoopFault) {
    try connections.listen(on: descriptor)
  }

  /// Ends: accepts nothing new, sends the answers, and lets `EventLoop.run` return.
  public func end() { connections.end() }

  /// Closes all connections and the journal. To be called once, after the loop has ended and before
  /// it is closed; nothing can be called afterwards.
  public func close() {
    connections.close()
    persistence.close()
  }

  func log(_ level: LogLevel, _ kind: String, _ message: String) {
    options.log(LogEntry(level, kind, message))
  }
}

/// What answers under one definition; replaced when the routes are reloaded.
final class Engine {
  private(set) var served: ServedApp
  /// Executes commands on one session after another.
  var interpreter: Interpreter
  /// Answers `resolve`.
  let links: LinkAnswers
  let resolver: LinkResolver
  /// Writes the outcomes of events.
  let outcomes: OutcomeWriter

  init(_ served: ServedApp, _ commands: CommandTable) {
    self.served = served
    interpreter = Interpreter(served.app, commands: commands)
    interpreter.mayUseFiles = false
    interpreter.showsScripts = false
    links = LinkAnswers(served.app.definition, isJSON: true)
    resolver = LinkResolver(served.app.definition)
    outcomes = OutcomeWriter(served.app.definition)
  }

  /// Takes the factories of an app that was read again and behaves the same.
  func replaceFactories(by read: ServedApp) {
    served = read.onDefinition(of: served)
    interpreter.adopt(served.app)
  }
}
