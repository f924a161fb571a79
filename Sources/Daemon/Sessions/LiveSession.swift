import Commands
import Navigation
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
  /// What most sessions never need.
  private var extras: Extras?

  /// What most sessions never need.
  private final class Extras {
    var place = Interpreter.Place()
    var subscriptions: [Subscription] = []
  }

  init(name: String, number: Int64, session: Session) {
    self.name = name
    self.number = number
    self.session = session
  }

  /// What an interpreter keeps for it.
  var place: Interpreter.Place {
    get { extras?.place ?? Interpreter.Place() }
    set { needed.place = newValue }
  }

  /// Whether screens of it are open.
  var hasStage: Bool { extras?.place.stage != nil }

  /// Who is told of its changes, in the order in which they came.
  var subscriptions: [Subscription] {
    get { extras?.subscriptions ?? [] }
    set { if !newValue.isEmpty || extras != nil { needed.subscriptions = newValue } }
  }

  private var needed: Extras {
    if let extras { return extras }
    let made = Extras()
    extras = made
    return made
  }
}
