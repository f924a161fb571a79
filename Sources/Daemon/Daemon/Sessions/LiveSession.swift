import Commands
import Sessions

/// An open session. Data that few sessions need is allocated on demand.
final class LiveSession {
  let name: String
  /// Its number in the journal, from 1; never reused.
  let number: Int64
  var workspace: Workspace
  /// Its last record; answers about the session wait until that is durable.
  var lastRecord: Int64 = 0
  /// Events since its last snapshot in the journal.
  var eventsSinceSnapshot = 0
  /// `nil` for most sessions.
  private var extras: Extras?

  /// What most sessions never need.
  private final class Extras {
    var subscriptions: [Subscription] = []
    var requests: RequestMemory?
    var earlier: [EarlierSession] = []
  }

  init(name: String, number: Int64, session: Session) {
    self.name = name
    self.number = number
    workspace = Workspace(session, keepsOutcome: false)
  }

  var session: Session { workspace.session }

  /// Its subscriptions, oldest first; kept by `Records`.
  var subscriptions: [Subscription] {
    get { extras?.subscriptions ?? [] }
    set { if !newValue.isEmpty || extras != nil { needed.subscriptions = newValue } }
  }

  /// Replaces the session with the one that the journal has.
  func begin(again session: Session) {
    workspace.closeScreens()
    workspace = Workspace(session, keepsOutcome: false)
  }

  var hasSubscriptions: Bool { !(extras?.subscriptions.isEmpty ?? true) }

  /// Its requests with an id; `nil` if there was none.
  var requests: RequestMemory? { extras?.requests }

  /// Its requests with an id.
  var neededRequests: RequestMemory {
    if let requests = extras?.requests { return requests }
    let made = RequestMemory()
    needed.requests = made
    return made
  }

  var hasEarlier: Bool { !(extras?.earlier.isEmpty ?? true) }

  /// Keeps the session as it was before a call that may change it without an event, with its
  /// history, which the journal does not have.
  /// - Parameter durable: The last durable record: older sessions are no longer needed.
  func keepEarlier(_ session: Session, durable: Int64) {
    let kept = needed.earlier.filter { $0.record >= durable && $0.record != lastRecord }
    needed.earlier = kept.suffix(Self.earlierMax - 1) + [EarlierSession(lastRecord, session)]
  }

  /// Takes the session as it was after a record, if it was kept.
  func takeEarlier(_ record: Int64) -> Session? {
    let found = extras?.earlier.first { $0.record == record }
    extras?.earlier = []
    return found?.session
  }

  /// Forgets earlier sessions once the records after them are durable.
  func forgetEarlier(durable: Int64) {
    if lastRecord <= durable { extras?.earlier = [] }
  }

  /// Calls whose records are not durable yet and that can be undone with the history.
  private static let earlierMax = 64

  private var needed: Extras {
    if let extras { return extras }
    let made = Extras()
    extras = made
    return made
  }
}

/// A session as it was after a record.
private struct EarlierSession {
  let record: Int64
  let session: Session

  init(_ record: Int64, _ session: Session) { (self.record, self.session) = (record, session) }
}
