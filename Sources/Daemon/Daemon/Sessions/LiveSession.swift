import Commands
import Navigation
import Screens
import Sessions

/// A session that clients work on: the session itself, and what only some have.
final class LiveSession {
  /// What clients call it.
  let name: String
  /// Its number in the journal, from 1; never used again.
  let number: Int64
  /// Where it is.
  var session: Session
  /// The number of the last record about it; answers about it wait until that is durable.
  var lastRecord: Int64 = 0
  /// Events since the journal has a snapshot of it.
  var eventsSinceSnapshot = 0
  /// What most sessions never need.
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

  /// What an interpreter keeps for it. Until there is something to keep, it is computed what has
  /// happened last.
  var place: Interpreter.Place {
    get {
      if let extras { return extras.place }
      var place = Interpreter.Place()
      place.last = session.lastApplied()
      return place
    }
    set { needed.place = newValue }
  }

  /// Whether there is something that an interpreter has to keep.
  var hasPlace: Bool { extras != nil }

  /// Whether screens of it are open.
  var hasStage: Bool { extras?.place.stage != nil }

  /// Who is told of its changes, in the order in which they came.
  var subscriptions: [Subscription] {
    get { extras?.subscriptions ?? [] }
    set { if !newValue.isEmpty || extras != nil { needed.subscriptions = newValue } }
  }

  /// Tells its open screens what an event has done, and notes it for `expect`.
  func applied(_ applied: Applied, in definition: AppDefinition) {
    if case .refused = applied.outcome {
    } else if extras == nil {
      return  // It can be computed.
    }
    let extras = needed
    extras.place.last = applied
    extras.place.stage?.update(session.state, in: definition)
  }

  /// It is what it was when it was kept last.
  func begin(again session: Session) {
    self.session = session
    extras?.place.stage?.closeAll()
    extras?.place = Interpreter.Place()
  }

  /// The definition is another: screens that a factory made are made again.
  func reloaded(_ app: LoadedApp) {
    guard let stage = extras?.place.stage else { return }
    stage.reload(factories: app.factories, source: app.source)
    stage.update(session.state, in: session.definition)
    extras?.place.last = nil
  }

  /// Whether anybody is told of its changes.
  var hasSubscriptions: Bool { !(extras?.subscriptions.isEmpty ?? true) }

  /// The requests that had an id; `nil` if there was none.
  var requests: RequestMemory? { extras?.requests }

  /// The requests that had an id.
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
