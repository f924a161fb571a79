public import Navigation

/// A navigation state together with the events that led to it.
///
/// Applying the accepted events in order reproduces the state at every position; undo, redo, the
/// log and the saved script are all derived from them.
public struct Session: Sendable {
  /// The definition of the app.
  public internal(set) var definition: AppDefinition
  /// The current state.
  public internal(set) var state: NavigationState
  /// The number of changes since the session was created: accepted events, undo, redo, goto,
  /// restarts and reloads. It only grows; every answer reports it as `seq`.
  public package(set) var changes: Int64 = 0
  var history: History
  /// The transitions of the last reload.
  var reloadTransitions: [Transition] = []

  /// Creates a session.
  ///
  /// - Parameter isReady: Whether links open at once. If false (a cold start), they wait for
  ///   `Event.ready`.
  public init(definition: AppDefinition, isReady: Bool = true) {
    self.definition = definition
    state = NavigationState(of: definition, isReady: isReady)
    history = History(isCold: !isReady)
  }

  /// The number of accepted events that led here: all but the refused ones.
  public var position: Int { history.position }
  /// The last position that `goto` can reach.
  public var count: Int { history.count }
  /// Whether the session began before the app was ready.
  public var isCold: Bool { history.isCold }

  /// Starts over; counts as one change.
  public mutating func begin(isReady: Bool) {
    replace(with: Session(definition: definition, isReady: isReady))
  }

  /// Adopts the state and history of another session; counts as one change.
  public mutating func replace(with other: Session) {
    let before = changes
    self = other
    changes = before &+ 1
  }

  /// Applies an event. Unless it is refused, it is appended to the history and undone events can no
  /// longer be redone.
  public mutating func apply(_ event: Event) -> Applied {
    let applied = state.apply(event, in: definition)
    if case .refused = applied.outcome { return applied }
    changes &+= 1
    history.append(event, leadingTo: state)
    return applied
  }
}
