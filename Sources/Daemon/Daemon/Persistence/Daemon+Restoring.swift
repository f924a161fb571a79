import Commands
import Diagnostics
import JSONCodec
public import Journal
import Navigation
import Service
import Sessions
import Snapshots

/// Sessions from the journal: at the start, and after a fault.
extension Daemon {
  /// Opens the journal and restores every session. To be called once, before clients are accepted;
  /// does nothing with durability `none`.
  /// - Throws: What is wrong with the journal, which is unchanged then.
  public func open() throws(JournalError) {
    if try persistence.open() { try restoreAll() }
  }

  /// Makes all sessions equal to the journal's; sessions that it does not have are dropped.
  func restoreAll() throws(JournalError) {
    guard let journal = persistence.journal else { return }
    if let cut = journal.logCut { log(.warning, "journal/cut", cut.summary) }
    persistence.definitionChanged(to: engine.served)
    records.begin(at: persistence.next)
    var moved: [LiveSession] = []
    sessions.forgetUnavailable()
    if sessions.count > 0 {
      let found = Set(try journal.sessions().map(\.id))
      for live in Array(sessions.all) where !found.contains(live.number) {
        drop(live, why: .closed(record: 0))
      }
    }
    try journal.forEachSession { stored throws(JournalError) in
      let live = sessions[stored.name].flatMap { $0.number == stored.id ? $0 : nil }
      if let live, live.lastRecord == stored.number { return }  // It is equal already.
      if let (restored, isMoved) = restore(stored, into: live), isMoved {
        moved.append(restored)
      }
    }
    // Recorded under other routes: the migrated state is recorded.
    for live in moved { recordReload(of: live, []) }
    persistence.flush()
  }

  /// Restores a session that has lost changes.
  func restore(_ live: LiveSession) {
    let stored: StoredSession?
    do throws(JournalError) {
      stored = try persistence.journal?.restore(session: live.number)
    } catch {
      drop(live, why: .unavailable)
      sessions.markUnavailable(live.name, why: error.diagnostic.message)
      return
    }
    guard let stored else {
      return drop(live, why: nil)  // Its creation is lost, and no client has seen it.
    }
    _ = restore(stored, into: live)
  }

  /// Reopens a session whose end is lost, and the subscriptions to it.
  func reopen(_ closed: ClosingSession) {
    sessions.insert(closed.live)
    for (number, seq) in closed.subscribers {
      guard let client = connections[number], client.phase == .open else { continue }
      records.begin(Subscription(client: client, live: closed.live, seq: seq))
    }
    restore(closed.live)
  }

  /// Removes a session that cannot be restored.
  /// - Parameter why: The reason sent to its subscribers; `nil` sends nothing.
  private func drop(_ live: LiveSession, why: SubscriptionEnd?) {
    for subscription in live.subscriptions {
      if let why { end(subscription, why: why) } else { records.end(subscription) }
    }
    live.workspace.closeScreens()
    records.forgetRequests(of: live)
    sessions.remove(live)
  }

  /// Restores a session, or marks it as unavailable.
  /// - Returns: The session, and whether it was migrated to other routes.
  private func restore(
    _ stored: StoredSession, into old: LiveSession?
  ) -> (LiveSession, isMoved: Bool)? {
    do {
      let (session, isMoved) =
        if let earlier = old?.takeEarlier(stored.number) {
          (earlier, false)
        } else {
          try session(of: stored)
        }
      let live = old ?? LiveSession(name: stored.name, number: stored.id, session: session)
      live.begin(again: session)
      live.lastRecord = stored.number
      live.eventsSinceSnapshot = stored.records.count
      if sessions[stored.name] == nil { sessions.insert(live) }
      records.forgetRequests(of: live)
      for request in stored.requests {
        remember(request.request.id, RequestMemory.Entry(request), of: live)
      }
      for subscription in live.subscriptions where records.restored(subscription) {
        connections.sendLater(subscription.client)
      }
      return (live, isMoved)
    } catch {
      if let old { drop(old, why: .unavailable) }
      sessions.markUnavailable(stored.name, why: error.message)
      log(
        .error, "session/restore", "the session '\(stored.name)' is not restored: \(error.message)")
      return nil
    }
  }

  /// Builds a session from its newest snapshot and the events after it.
  private func session(
    of stored: StoredSession
  ) throws(Diagnostic) -> (session: Session, isMoved: Bool) {
    let first = stored.snapshot?.definition ?? stored.records.first?.definition
    guard
      let known = persistence.known(first ?? stored.definition, build: { known($0) })
    else { throw .unreadableSnapshot }
    let definition = known.codec.definition
    var session: Session
    if let snapshot = stored.snapshot {
      session = try known.codec.session(from: snapshot.bytes, isSame: known.isSame).session
      session.changes = snapshot.seq
    } else {
      let create = stored.records.first.flatMap { try? JSON(parsing: $0.change.answer) }
      session = Session(definition: definition, isReady: create?["ready"]?.boolValue ?? true)
    }
    for record in stored.records where record.change.kind == .event {
      let change = record.change
      guard known.isSame else {
        session.applyAgain(change.text)
        continue
      }
      try session.replay(change.text) { applied, session in
        known.outcomes.writes(change.answer, for: applied, changes: session.changes)
      }
    }
    guard !known.isSame || session.changes == stored.seq else {
      throw .differs(command: stored.records.last?.change.text ?? stored.name)
    }
    session.changes = stored.seq
    return (session, !known.isSame)
  }

  /// The definition of stored route files, or the current one if they cannot be built any more.
  private func known(_ stored: StoredDefinition) -> KnownDefinition {
    if stored.digest == engine.served.digest {
      return KnownDefinition(app.definition, isSame: true)
    }
    if let old = options.appOfFiles(stored.files), old.digest == stored.digest {
      return KnownDefinition(old.app.definition, isSame: true)
    }
    log(
      .warning, "session/definition",
      "the routes that sessions were recorded with can no longer be loaded: screens are matched "
        + "by name")
    return KnownDefinition(app.definition, isSame: false)
  }
}

extension Session {
  /// Applies an event that was recorded under other routes, if it is still an event.
  fileprivate mutating func applyAgain(_ command: String) {
    guard let event = try? Event(command: command, nowMilliseconds: state.nowMilliseconds) else {
      return
    }
    _ = apply(event)
  }
}
