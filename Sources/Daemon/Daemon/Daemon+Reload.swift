import Commands
import CUV
public import Diagnostics
import EventLoops
import JSONCodec
import Journal
import Navigation
import Sessions

/// New routes: read, taken up, told, and every session taken over to them.
extension Daemon {
  /// Reads the route files again. If they have errors, the daemon goes on with what it has; either
  /// way every client is told.
  /// - Returns: What is wrong, if anything is.
  @discardableResult public func reload() -> [any Diagnostic] {
    defer { if current == nil { sendTold() } }
    switch options.appSource() {
    case .failure(let faults):
      counters.reloadsFailed += 1
      tellAll(
        "routes",
        ["taken": false, "findings": .array(faults.diagnostics.map { JSON($0) })])
      return faults.diagnostics
    case .success(let read):
      takeUp(read)
      return []
    }
  }

  func reload(into output: inout [UInt8]) throws(DaemonError) {
    let before = served.digest
    let findings = reload()
    guard findings.isEmpty else { throw .routes(findings) }
    let answer: JSON = [
      "routes": JSON(app.definition.routes.count), "digest": .string(served.digestText),
      "changed": .bool(before != served.digest),
    ]
    answer.write(into: &output)
  }

  private func takeUp(_ read: ServedApp) {
    counters.reloads += 1
    let isOther = read.digest != served.digest
    // What makes the screens is another in any case: processes were started anew.
    served = isOther ? read : read.onDefinition(of: served)
    if isOther {
      interpreter = Interpreter(read.app)
      prepareInterpreter()
      linkAnswers = LinkResponder(app.definition)
      outcomes = OutcomeWriter(app.definition)
      keeper?.definitionChanged()
      migration.begin(with: sessions.all)
      for live in sessions.all where live.hasSubscriptions { migrate(live) }
      keeper?.flush()
      migrationTimer?.start(afterMilliseconds: 1, everyMilliseconds: 1)
    } else {
      for live in sessions.all where live.hasStage { live.reloaded(app) }
    }
    tellAll(
      "routes",
      [
        "taken": true, "changed": .bool(isOther), "routes": JSON(app.definition.routes.count),
        "digest": .string(read.digestText),
      ])
  }

  /// Takes a session over to the present routes; the change is noted as one of the session.
  func migrate(_ live: LiveSession) {
    guard live.session.definition !== app.definition else { return }
    guard readOnlyReason == nil else { return }
    let transitions = live.session.reload(app.definition)
    live.reloaded(app)
    noteReload(of: live, transitions)
  }

  /// Notes that a session has other routes now.
  func noteReload(of live: LiveSession, _ transitions: [Transition]) {
    let log = TransitionLog(definition: app.definition)
    let answer: JSON = [
      "routes": JSON(app.definition.routes.count),
      "transitions": .array(transitions.map { log.json(of: $0) }),
      "seq": .int(live.session.changes),
    ]
    var bytes: [UInt8] = []
    answer.write(into: &bytes)
    note(Change(kind: .state, text: "reload", seq: live.session.changes), bytes[...], of: live)
  }

  /// Takes sessions over that nobody has touched yet, for a bounded time.
  func continueMigration() {
    let end = EventLoop.nowNanoseconds + Self.migrationNanoseconds
    while let live = migration.next() {
      if sessions[live.name] === live { migrate(live) }
      if EventLoop.nowNanoseconds > end { break }
    }
    keeper?.flush()
    sendTold()
    if migration.count == 0 { migrationTimer?.stop() }
  }

  private static var migrationNanoseconds: UInt64 { 1_000_000 }

  /// Tells every client something.
  func tellAll(_ method: String, _ params: JSON) {
    var bytes: [UInt8] = []
    write(notification: method, params, into: &bytes)
    for client in Array(clients.values) where client.phase == .open {
      if client === current {
        ownNotices += bytes
      } else {
        put(bytes, to: client, until: nil)
        tell(client)
      }
    }
  }
}

/// The sessions that are still to be taken over to new routes.
struct Migration {
  private var left: [LiveSession] = []

  /// How many there are.
  var count: Int { left.count }

  /// Begins anew with all sessions.
  mutating func begin(with sessions: some Collection<LiveSession>) { left = Array(sessions) }

  /// The next one.
  mutating func next() -> LiveSession? { left.popLast() }
}
