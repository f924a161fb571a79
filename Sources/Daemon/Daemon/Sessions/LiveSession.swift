import Commands
import Navigation
import Screens
import Sessions

/// An open session, with what only some sessions need.
final class LiveSession {
  /// The name that clients use.
  let name: String
  /// Its number in the journal, from 1; never reused.
  let number: Int64
  /// Its state and history.
  var session: Session
  /// Its last record; answers about the session wait until that is durable.
  var lastRecord: Int64 = 0
  /// Events since its last snapshot in the journal.
  var eventsSinceSnapshot = 0
  /// `nil` for most sessions.
  private var extras: Extras?

  /// What most sessions never need.
  private final class Extras {
    var place = Interpreter.Place()
    var subscriptions: [Subscription] = []
    var requests: RequestMemory?
  }

  init(name: String, number: Int64, session: Session) {
    self.name = name
    self.number = number
    self.session = session
  }

  /// What an interpreter keeps for it. Without extras, the last event is computed from the history.
  var place: Interpreter.Place {
    get {
      if let extras { return extras.place }
      var place = Interpreter.Place()
      place.last = session.lastApplied()
      return place
    }
    set { needed.place = newValue }
  }

  /// Whether an interpreter keeps something for it.
  var hasPlace: Bool { extras != nil }

  /// Whether screens of it are open.
  var hasStage: Bool { extras?.place.stage != nil }

  /// Its subscriptions, oldest first; kept by `Records`.
  var subscriptions: [Subscription] {
    get { extras?.subscriptions ?? [] }
    set { if !newValue.isEmpty || extras != nil { needed.subscriptions = newValue } }
  }

  /// Updates its open screens after an event, and remembers the event for `expect`.
  func applied(_ applied: Applied, in definition: AppDefinition) {
    if case .refused = applied.outcome {
    } else if extras == nil {
      return  // Computed from the history when needed.
    }
    let extras = needed
    extras.place.last = applied
    extras.place.stage?.update(session.state, in: definition)
  }

  /// Replaces the session with the one that the journal has.
  func begin(again session: Session) {
    self.session = session
    extras?.place.stage?.closeAll()
    extras?.place = Interpreter.Place()
  }

  /// Recreates the screens that factories made, after a reload.
  func reloaded(_ app: LoadedApp) {
    guard let stage = extras?.place.stage else { return }
    stage.reload(factories: app.factories, source: app.source)
    stage.update(session.state, in: session.definition)
    extras?.place.last = nil
  }

  /// Whether it has subscribers.
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

  private var needed: Extras {
    if let extras { return extras }
    let made = Extras()
    extras = made
    return made
  }
}
