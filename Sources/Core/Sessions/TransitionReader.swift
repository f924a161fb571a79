public import Navigation

/// Reads the last transitions of a session backwards, a few events at a time.
public struct TransitionReader: Sendable {
  private let session: Session
  private let wanted: Int
  /// The position before which nothing was read.
  private var end: Int
  /// What was read, newest first.
  private var blocks: [[Transition]] = []
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
    var block: [Transition] = []
    for event in history.events[(start - history.floor)..<(end - history.floor)] {
      block += state.apply(event, in: session.definition).transitions
    }
    count += block.count
    blocks.append(block)
    end = start
    return true
  }

  /// The transitions that were read, oldest first.
  public var transitions: [Transition] {
    let earlier = count < wanted ? session.reloadTransitions : []
    return Array((earlier + blocks.reversed().joined()).suffix(wanted))
  }
}
