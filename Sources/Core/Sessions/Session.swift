public import Navigation

/// One live navigation state with the events that led to it: a value.
///
/// The state is what `NavigationState.apply` makes of the accepted events, in order, so that it can
/// be computed again at every position: undo, redo, the log and the saved script are the same thing
/// seen from several sides.
public struct Session: Sendable {
  /// What the state belongs to.
  public internal(set) var definition: AppDefinition
  /// Where the session is.
  public internal(set) var state: NavigationState
  /// How often it was changed since it was created: by accepted events, undo, redo, goto, beginning
  /// again and reload. It only grows; every answer tells it as `seq`.
  public package(set) var changes: Int64 = 0
  var history: History
  /// What the last reload changed.
  var reloadTransitions: [Transition] = []

  /// Begins a session.
  /// - Parameter isReady: Whether links are opened at once; otherwise they wait for `Event.ready`
  ///   (a cold start).
  public init(definition: AppDefinition, isReady: Bool = true) {
    self.definition = definition
    state = NavigationState(of: definition, isReady: isReady)
    history = History(isCold: !isReady)
  }

  /// How many accepted events have led here; an event counts as accepted unless it was refused.
  public var position: Int { history.position }
  /// The last position that `goto` can reach.
  public var count: Int { history.count }
  /// Whether the session began before the app was ready.
  public var isCold: Bool { history.isCold }

  /// Begins again as if it were new, which is one change.
  public mutating func begin(isReady: Bool) {
    goOn(as: Session(definition: definition, isReady: isReady))
  }

  /// Takes the state and history of another session, which is one change of this one.
  public mutating func goOn(as other: Session) {
    let before = changes
    self = other
    changes = before &+ 1
  }

  /// Applies an event. What is not refused becomes part of the history, and what was undone before
  /// it can no longer be redone.
  public mutating func apply(_ event: Event) -> Applied {
    let applied = state.apply(event, in: definition)
    if case .refused = applied.outcome { return applied }
    changes &+= 1
    history.append(event, leadingTo: state)
    return applied
  }
}
