/// The result of an event (docs/navigation.md, "Outcomes").
public enum Outcome: Hashable, Sendable {
  /// The event was performed; the transitions list the changes.
  case moved
  /// The link belongs in the browser; nothing changed.
  case outside(link: String)
  /// A gate is closed: its challenge is shown, and the link waits.
  case deferred(gate: String)
  /// This screen asks whether to open the link; `accept` or `decline` answers.
  case asked(screen: String)
  /// Nothing to do: the state is already as requested.
  case duplicated
  /// The app is not ready; the link waits in the queue.
  case queued
  /// Unsaved work on this screen prevents it; `confirm` or `cancel` answers.
  case blocked(screen: String)
  /// The event was refused, and nothing changed.
  case refused(Refusal)

  /// The names of the cases, as scripts and JSON write them.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    case moved, outside, deferred, duplicated, queued, blocked, refused, asked
  }

  /// The name of the case.
  public var name: Name {
    switch self {
    case .moved: .moved
    case .outside: .outside
    case .deferred: .deferred
    case .duplicated: .duplicated
    case .queued: .queued
    case .blocked: .blocked
    case .refused: .refused
    case .asked: .asked
    }
  }

  /// The text of the name.
  public var kind: String { name.rawValue }

  /// Every value of `kind`.
  public static let kinds = Name.allCases.map { $0.rawValue }
}

/// An outcome with its transitions, in order.
public struct Applied: Hashable, Sendable {
  /// The outcome.
  public let outcome: Outcome
  /// The changes; empty if there were none.
  public let transitions: [Transition]

  /// Creates a result.
  public init(outcome: Outcome, transitions: [Transition]) {
    self.outcome = outcome
    self.transitions = transitions
  }
}
