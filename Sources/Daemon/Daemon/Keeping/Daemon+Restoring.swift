import Commands
import Diagnostics
import EventLoops
import JSONCodec
public import Journal
import Service
import Screens
import Navigation
import Sessions

/// Sessions as the journal has them: at the start, and after a fault.
extension Daemon {
  /// Opens the journal and restores every session. To be called once, before clients are taken;
  /// does nothing with durability `none`.
  /// - Throws: What is wrong with the journal: it is not touched then.
  public func open() throws(JournalError) {
    guard options.durability != .none, let folder = options.journalFolder else { return }
    let wakeUp = self.wakeUp
    let journal = try Journal.open(folder: folder, durability: options.durability) {
      wakeUp?.send()
    }
    let keeper = Keeper(journal)
    self.keeper = keeper
    try restoreAll()
  }

  /// Makes all sessions what the journal has; those that it does not have are gone.
  func restoreAll() throws(JournalError) {
    guard let keeper else { return }
    recent.begin(at: keeper.next)
    var moved: [LiveSession] = []
    unavailable = [:]
    if sessions.count > 0 {
      let found = Set(try keeper.journal.sessions().map(\.id))
      for live in Array(sessions.all) where !found.contains(live.number) {
        drop(live, why: .closed)
      }
    }
    try keeper.journal.forEachSession { stored throws(JournalError) in
      let live = sessions[stored.name].flatMap { $0.number == stored.id ? $0 : nil }
      if let live, live.lastRecord == stored.number { return }  // It is what the journal has.
      if let (restored, isMoved) = restore(stored, into: live), isMoved {
        moved.append(restored)
      }
    }
    // Under other routes than they were recorded with: the state is kept anew.
    for live in moved { noteReload(of: live, []) }
    keeper.flush()
  }

  /// Puts a session back to what the journal has of it.
  func restore(_ live: LiveSession) {
    let stored: StoredSession?
    do throws(JournalError) {
      stored = try keeper?.journal.restore(session: live.number)
    } catch {
      drop(live, why: .unavailable)
      unavailable[SessionName(text: live.name)] = error.message
      return
    }
    guard let stored else {
      // It never began. Whoever waits for the disk was not told that it did.
      return drop(live, why: options.durability == .always ? nil : .closed)
    }
    _ = restore(stored, into: live)
  }

  /// Puts a session back whose end has not come to the disk, with those who are told of it.
  func reopen(_ closed: ClosingSession) {
    sessions.insert(closed.live)
    for (number, seq) in closed.subscribers {
      guard let client = clients[number], client.phase == .open else { continue }
      begin(Subscription(client: client, live: closed.live, seq: seq))
    }
    restore(closed.live)
  }

  /// Takes a session out that is not what it should be.
  /// - Parameter why: What its subscribers are told; `nil` for nothing.
  private func drop(_ live: LiveSession, why: SubscriptionEnd?) {
    for subscription in live.subscriptions {
      if let why { endSubscription(subscription, why: why) } else { forget(subscription) }
    }
    live.place.stage?.closeAll()
    if let memory = live.requests { requests.forget(memory) }
    sessions.remove(live)
  }

  /// Restores a session, or notes why that cannot be done.
  /// - Returns: The session, and whether it had to change because its routes are others now.
  private func restore(
    _ stored: StoredSession, into old: LiveSession?
  ) -> (LiveSession, isMoved: Bool)? {
    do {
      let (session, isMoved) = try session(of: stored)
      let live = old ?? LiveSession(name: stored.name, number: stored.id, session: session)
      live.begin(again: session)
      live.lastRecord = stored.number
      live.eventsSinceSnapshot = stored.records.count
      if sessions[stored.name] == nil { sessions.insert(live) }
      if let memory = live.requests { requests.forget(memory) }
      for request in stored.requests {
        let known = StoredRequestId(request.requestId)
        let entry = RequestMemory.Entry(
          digest: known.digest, answer: nil, record: request.number)
        remember(known.id, entry, of: live)
      }
      for subscription in live.subscriptions { follow(subscription) }
      return (live, isMoved)
    } catch {
      if let old { drop(old, why: .unavailable) }
      unavailable[SessionName(text: stored.name)] = error.message
      log(
        .error, "session/restore", "the session '\(stored.name)' is not restored: \(error.message)")
      return nil
    }
  }

  /// What the journal has of a session as a session: the newest snapshot, and the events behind it
  /// applied again.
  private func session(
    of stored: StoredSession
  ) throws(RestoreError) -> (session: Session, isMoved: Bool) {
    let first = stored.snapshot?.definition ?? stored.records.first?.definition
    guard let known = known(first ?? stored.definition) else { throw .unreadable }
    let definition = known.codec.definition
    var session: Session
    if let snapshot = stored.snapshot {
      session = try known.codec.session(from: snapshot.bytes, isSame: known.isSame).session
      session.changes = snapshot.seq
    } else {
      let create = stored.records.first.flatMap { try? JSON(parsing: $0.answer) }
      session = Session(definition: definition, isReady: create?["ready"]?.boolValue ?? true)
    }
    for record in stored.records where record.kind == .event {
      guard known.isSame else {
        session.applyAgain(record.text)
        continue
      }
      try session.replay(record.text) { applied, session in
        known.outcomes.writes(record.answer, for: applied, changes: session.changes)
      }
    }
    guard !known.isSame || session.changes == stored.seq else {
      throw .differs(command: stored.records.last?.text ?? stored.name)
    }
    session.changes = stored.seq
    return (session, !known.isSame)
  }

  /// The definition of a number; the present one where the stored one cannot be had again.
  private func known(_ number: Int64) -> KnownDefinition? {
    guard let keeper else { return nil }
    if let known = keeper.known[number] { return known }
    guard let stored = (try? keeper.journal.definition(number)) ?? nil else { return nil }
    let made = known(stored)
    keeper.known[number] = made
    return made
  }

  private func known(_ stored: StoredDefinition) -> KnownDefinition {
    if stored.digest == served.digest {
      return KnownDefinition(app.definition, isSame: true)
    }
    let files = stored.files.map { ServedApp.File(path: $0.path, bytes: $0.bytes) }
    if let old = options.appOfFiles(files), old.digest == stored.digest {
      return KnownDefinition(old.app.definition, isSame: true)
    }
    log(
      .warning, "session/definition",
      "the routes that sessions were recorded with cannot be had again: their screens are looked "
        + "for by name")
    return KnownDefinition(app.definition, isSame: false)
  }
}

extension Session {
  /// Applies a recorded event under other routes than it was recorded with, if it is one there.
  fileprivate mutating func applyAgain(_ command: String) {
    guard let event = try? Event(command: command, nowMilliseconds: state.nowMilliseconds) else {
      return
    }
    _ = apply(event)
  }
}
