public import Navigation

/// An accepted event and what it did.
public struct LoggedEvent: Sendable {
  /// The position after it, as `goto` takes it.
  public let position: Int
  /// The event.
  public let event: Event
  /// The session's clock before it.
  public let nowMilliseconds: Int64
  /// What it did.
  public let transitions: [Transition]

  /// The event as a command, as `Session.script` writes it.
  public var command: String { event.command(nowMilliseconds: nowMilliseconds) }
}

/// Reads the last events of a session backwards, a few at a time.
public struct TransitionReader: Sendable {
  private let session: Session
  private let wanted: Int
  /// All events after this position were read.
  private var end: Int
  /// What was read, newest first.
  private var blocks: [[LoggedEvent]] = []
  private var count = 0

  /// - Parameter countMax: The maximum number of transitions, at most `Limits.transitionsMax`.
  public init(_ session: Session, countMax: Int) {
    self.session = session
    wanted = min(max(0, countMax), Limits.transitionsMax)
    end = session.position
  }

  /// Reads the events from the checkpoint before those that were read: at most
  /// `Limits.checkpointEvents`.
  /// - Returns: False if everything wanted was read before.
  public mutating func read() -> Bool {
    let history = session.history
    guard end > history.floor, count < wanted else { return false }
    let start = history.checkpoint(before: end)
    var (state, _) = history.path(to: start, of: session.definition)
    var block: [LoggedEvent] = []
    for event in history.events[(start - history.floor)..<(end - history.floor)] {
      let now = state.nowMilliseconds
      let transitions = state.apply(event, in: session.definition).transitions
      count += transitions.count
      block.append(
        LoggedEvent(
          position: start + block.count + 1, event: event, nowMilliseconds: now,
          transitions: transitions))
    }
    blocks.append(block)
    end = start
    return true
  }

  /// The transitions that were read, oldest first.
  public var transitions: [Transition] {
    Array((earlier + blocks.reversed().joined().flatMap { $0.transitions }).suffix(wanted))
  }

  /// The transitions of the last reload, if everything after it was read.
  public var earlier: [Transition] { count < wanted ? session.reloadTransitions : [] }

  /// The events that were read, oldest first, as many as the wanted transitions need.
  public var events: [LoggedEvent] {
    var left = wanted
    var events: [LoggedEvent] = []
    for event in blocks.lazy.map({ $0.reversed() }).joined() {
      guard left > 0 else { break }
      left -= event.transitions.count
      events.append(event)
    }
    return events.reversed()
  }
}
