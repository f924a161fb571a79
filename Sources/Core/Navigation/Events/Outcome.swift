/// What became of an event (design §5.3).
public enum Outcome: Hashable, Sendable {
  /// It was done; the transitions tell how.
  case moved
  /// The link belongs in the browser; nothing moved.
  case outside(link: String)
  /// A gate is closed: its challenge is shown and the link waits.
  case deferred(gate: String)
  /// It is so already.
  case duplicated
  /// The app is not ready: the link waits in the queue.
  case queued
  /// Unsaved work on this screen is in the way; `confirm` or `cancel` follows.
  case blocked(screen: String)
  /// Nothing changed, and why.
  case refused(Refusal)

  /// The word for it: `moved`, `outside`, `deferred`, `duplicated`, `queued`, `blocked`, `refused`.
  public var kind: String {
    switch self {
    case .moved: "moved"
    case .outside: "outside"
    case .deferred: "deferred"
    case .duplicated: "duplicated"
    case .queued: "queued"
    case .blocked: "blocked"
    case .refused: "refused"
    }
  }

  /// All words that `kind` can give.
  public static let kinds = [
    "moved", "outside", "deferred", "duplicated", "queued", "blocked", "refused",
  ]
}

/// An outcome with the transitions that led to it, in order.
public struct Applied: Hashable, Sendable {
  /// What became of the event.
  public let outcome: Outcome
  /// What changed; empty when nothing did.
  public let transitions: [Transition]

  /// Puts an outcome and its transitions together.
  public init(outcome: Outcome, transitions: [Transition]) {
    self.outcome = outcome
    self.transitions = transitions
  }
}
