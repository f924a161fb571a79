import Commands
public import Diagnostics
import EventLoops
import JSONCodec
import Navigation
import Sessions

/// New routes: loaded, announced, and applied to every session.
extension Daemon {
  /// Reads the route files again. If they have errors, the daemon keeps the routes that it has.
  /// Every client is notified of the result.
  /// - Returns: The errors.
  @discardableResult public func reload() -> [Diagnostic] {
    defer { if turn.client == nil { connections.sendPending() } }
    switch options.appSource() {
    case .failure(let faults):
      counters.reloadsFailed += 1
      routeFindings = faults.diagnostics
      notifyAll(
        "routes",
        ["taken": false, "findings": .array(faults.diagnostics.map { JSON($0) })])
      return faults.diagnostics
    case .success(let read):
      adopt(read)
      return []
    }
  }

  func reload(into output: inout ByteBuffer) throws(DaemonError) {
    let before = engine.served.digest
    let findings = reload()
    guard findings.isEmpty else { throw .routes(findings) }
    let answer: JSON = [
      "routes": JSON(app.definition.routes.count), "digest": .string(engine.served.digestText),
      "changed": .bool(before != engine.served.digest),
    ]
    answer.write(into: &output)
  }

  private func adopt(_ read: ServedApp) {
    counters.reloads += 1
    routeFindings = []
    restartRunningCalls()
    let isChanged = read.digest != engine.served.digest
    if isChanged {
      engine = Engine(read, options.commands)
      persistence.definitionChanged(to: engine.served)
      sessions.beginMigration()
      for live in sessions.all where live.hasSubscriptions { migrate(live) }
      persistence.flush()
      migrationTimer?.start(afterMilliseconds: 1, everyMilliseconds: 1)
    } else {
      // The factories of screens are new in any case: their processes were restarted.
      engine.replaceFactories(by: read)
      for live in sessions.all where live.workspace.hasScreens {
        live.workspace.remakeScreens(of: app)
      }
    }
    notifyAll(
      "routes",
      [
        "taken": true, "changed": .bool(isChanged), "routes": JSON(app.definition.routes.count),
        "digest": .string(read.digestText),
      ])
  }

  /// Migrates a session to the current routes, which is a change of the session.
  func migrate(_ live: LiveSession) {
    guard live.session.definition !== app.definition else { return }
    guard persistence.readOnlyFault == nil else { return }
    recordReload(of: live, live.workspace.reload(app))
  }

  /// Records that a session has other routes.
  func recordReload(of live: LiveSession, _ transitions: [Transition]) {
    record(
      Change(
        .state, "reload", seq: live.session.changes,
        json: live.workspace.reloadedJSON(transitions)),
      of: live)
  }

  /// Migrates sessions that were not used since the reload, for a bounded time.
  func continueMigration() {
    let end = EventLoop.nowNanoseconds + Self.migrationNanoseconds
    while let live = sessions.nextUnmigrated() {
      migrate(live)
      if EventLoop.nowNanoseconds > end { break }
    }
    persistence.flush()
    connections.sendPending()
    if sessions.unmigratedCount == 0 { migrationTimer?.stop() }
  }

  private static var migrationNanoseconds: UInt64 { 1_000_000 }
}
