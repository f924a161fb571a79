import Navigation

/// The accepted events of a session, with a checkpoint every `Limits.checkpointEvents` events.
///
/// A position is a number of accepted events since the session began. States between checkpoints
/// are recomputed, since applying an event costs no more than copying a state; so a session with
/// few events holds no state but its current one.
struct History: Sendable {
  /// A saved state and its position.
  struct Checkpoint: Sendable {
    let position: Int
    let state: NavigationState
  }

  /// Whether the session began before the app was ready.
  let isCold: Bool
  /// The oldest position that `goto` can reach.
  private(set) var floor = 0
  /// Why the history begins at `floor`.
  private(set) var floorKind = HistoryFloor.beginning
  /// The events after `floor`, including undone ones.
  private(set) var events: [Event] = []
  /// The events before `floor`; `nil` once any of them was dropped.
  private(set) var earlier: [Event]? = []
  var position = 0

  /// Oldest first; the first one is at `floor`, unless that is the beginning of the session.
  private var checkpoints: [Checkpoint] = []
  /// UTF-8 bytes of the text in `earlier` and `events`.
  private var bytes = 0

  init(isCold: Bool) {
    self.isCold = isCold
  }

  /// Creates a history that begins at a restored state.
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

  /// The events from `floor` to the current position.
  var done: ArraySlice<Event> { events.prefix(position - floor) }

  /// Appends the event that led to `state` and discards undone events.
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

  /// Makes the current position the floor, for a state that no event produced.
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

  /// The closest checkpoint at or before a position, and the events from there to the position.
  func path(to position: Int, of definition: AppDefinition) -> (NavigationState, ArraySlice<Event>)
  {
    let start = checkpoints.last { $0.position <= position }
    let first = (start?.position ?? floor) - floor
    let state = start?.state ?? NavigationState(of: definition, isReady: !isCold)
    return (state, events[first..<(position - floor)])
  }

  /// The position of the closest checkpoint before a position.
  func checkpoint(before position: Int) -> Int {
    checkpoints.last { $0.position < position }?.position ?? floor
  }

  private mutating func cutUndone() {
    guard position < count else { return }
    forget(events[(position - floor)...])
    events.removeSubrange((position - floor)...)
    checkpoints.removeAll { $0.position > position }
  }

  /// Subtracts the text of discarded events from `bytes`.
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
  /// UTF-8 bytes of its text.
  fileprivate var textBytes: Int {
    switch self {
    case .open(let text, _), .tap(let text), .select(let text), .revoke(let text),
      .popTo(.screen(let text)):
      text.utf8.count
    case .finish(let result): result?.utf8.count ?? 0
    case .satisfy(let gate, let subject): gate.utf8.count + (subject?.utf8.count ?? 0)
    case .back, .dismiss, .popTo(.count), .root, .dirty, .confirm, .cancel, .accept, .decline,
      .background, .foreground, .ready, .tick:
      0
    }
  }
}

/// Limits on the history of a session; the oldest events are dropped first.
public enum Limits {
  /// Accepted events that are kept for undo.
  public static let historyEventsMax = 8_192
  /// UTF-8 bytes of the links and words in those events: 4 MiB.
  public static let historyBytesMax = 4_194_304
  /// Events between two checkpoints: an undo reapplies fewer events than this.
  public static let checkpointEvents = 128
  /// Transitions that `transitions(countMax:)` returns.
  public static let transitionsMax = 10_000
}

/// Why a history begins where it does.
enum HistoryFloor: Hashable {
  /// The session began there.
  case beginning
  /// The definition was reloaded there.
  case reload
  /// Older events were dropped to bound memory.
  case bound
  /// The daemon restarted from a snapshot taken there.
  case restart

  var reason: String {
    switch self {
    case .beginning: "the session begins there"
    case .reload: "events before the reload of the routes cannot be undone"
    case .bound: "older events are no longer kept"
    case .restart: "events before the restart cannot be undone"
    }
  }
}
