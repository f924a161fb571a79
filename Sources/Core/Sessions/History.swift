import Navigation

/// The accepted events of a session, with a state kept every `Limits.checkpointEvents` events.
///
/// A position counts accepted events from the beginning of the session. The states between those
/// kept are computed again, since applying an event takes no longer than copying a state; so a
/// session with a few events holds no state but its own.
struct History: Sendable {
  /// A state that is kept, and how many events led to it.
  struct Checkpoint: Sendable {
    let position: Int
    let state: NavigationState
  }

  /// Whether the session began before the app was ready.
  let isCold: Bool
  /// The oldest position that can be gone back to.
  private(set) var floor = 0
  /// What stands at `floor`.
  private(set) var floorKind = HistoryFloor.beginning
  /// The events after `floor`, those that were undone included.
  private(set) var events: [Event] = []
  /// The events before `floor`; `nil` once the oldest were dropped.
  private(set) var earlier: [Event]? = []
  /// Where the session stands.
  var position = 0

  /// Kept states, oldest first; the first is the one at `floor` unless that is the beginning.
  private var checkpoints: [Checkpoint] = []
  /// The text of all events that are kept: of `earlier` and of `events`.
  private var bytes = 0

  init(isCold: Bool) {
    self.isCold = isCold
  }

  /// A history that begins with a state that was kept: nothing before it can be gone back to.
  init(isCold: Bool, restartingAt position: Int, with state: NavigationState) {
    self.isCold = isCold
    self.position = position
    floor = position
    floorKind = .restart
    earlier = position == 0 ? [] : nil
    checkpoints = [Checkpoint(position: position, state: state)]
  }

  /// The last position, undone events included.
  var count: Int { floor + events.count }

  /// The events that led from `floor` to where the session stands.
  var done: ArraySlice<Event> { events.prefix(position - floor) }

  /// Adds the event that led to a state; what was undone goes.
  mutating func append(_ event: Event, leadingTo state: NavigationState) {
    cutUndone()
    events.append(event)
    bytes += event.textBytes
    position += 1
    if position - (checkpoints.last?.position ?? 0) >= Limits.checkpointEvents {
      checkpoints.append(Checkpoint(position: position, state: state))
    }
    dropOldest()
  }

  /// Lets the history begin here, because the state was made by something else than events.
  mutating func restart(at state: NavigationState) {
    cutUndone()
    if earlier != nil {
      earlier?.append(contentsOf: events)
    } else {
      forget(events[...])
    }
    events = []
    floor = position
    floorKind = .reload
    checkpoints = [Checkpoint(position: position, state: state)]
    dropOldest()
  }

  /// The events from the nearest kept state up to a position, with that state.
  func path(to position: Int, of definition: AppDefinition) -> (NavigationState, ArraySlice<Event>)
  {
    let start = checkpoints.last { $0.position <= position }
    let first = (start?.position ?? floor) - floor
    let state = start?.state ?? NavigationState(of: definition, isReady: !isCold)
    return (state, events[first..<(position - floor)])
  }

  /// The position of the nearest kept state before a position.
  func checkpoint(before position: Int) -> Int {
    checkpoints.last { $0.position < position }?.position ?? floor
  }

  private mutating func cutUndone() {
    guard position < count else { return }
    forget(events[(position - floor)...])
    events.removeSubrange((position - floor)...)
    checkpoints.removeAll { $0.position > position }
  }

  /// Takes events that are not kept any more out of the count of bytes.
  private mutating func forget(_ events: ArraySlice<Event>) {
    for event in events { bytes -= event.textBytes }
  }

  private mutating func dropOldest() {
    while (earlier?.count ?? 0) + events.count > Limits.historyEventsMax
      || bytes > Limits.historyBytesMax
    {
      if let old = earlier {
        forget(old[...])
        earlier = nil
        if !old.isEmpty { continue }
      }
      guard let next = checkpoints.first(where: { $0.position > floor }) else { return }
      forget(events.prefix(next.position - floor))
      events.removeFirst(next.position - floor)
      checkpoints.removeAll { $0.position < next.position }
      floor = next.position
      floorKind = .bound
    }
  }
}

extension Event {
  /// The bytes of the text that it carries.
  fileprivate var textBytes: Int {
    switch self {
    case .open(let text, _), .tap(let text), .select(let text), .revoke(let text),
      .popTo(.screen(let text)):
      text.utf8.count
    case .finish(let result): result?.utf8.count ?? 0
    case .satisfy(let gate, let subject): gate.utf8.count + (subject?.utf8.count ?? 0)
    case .back, .dismiss, .popTo(.count), .root, .dirty, .confirm, .cancel, .ready, .tick: 0
    }
  }
}
