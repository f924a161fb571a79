/// What can be expected (design §6): the word after `expect`.
public enum ExpectationKind: String, Sendable, CaseIterable {
  case screen, stack, tab, outcome, deferred, gate, tap, show, row, transitions

  /// The words after `expect`.
  public var usage: String {
    switch self {
    case .screen: "screen NAME [key=value…]"
    case .stack: "stack [COORDINATOR:] A > B(id=42) > C"
    case .tab: "tab NAME"
    case .outcome: "outcome KIND, such as moved, deferred(login) or refused(not-found)"
    case .deferred: "deferred LINK|none"
    case .gate: "gate NAME open|closed"
    case .tap: "tap NAME"
    case .show: "show TEXT"
    case .row: "row N TEXT"
    case .transitions: "transitions KIND…, or none"
    }
  }

  /// What the words after it are, for completion.
  var completes: [Command.ArgumentKind] {
    switch self {
    case .screen: [.screen, .values]
    case .stack: [.stackWord]
    case .tab: [.tab]
    case .outcome: [.outcome]
    case .deferred: [.link]
    case .gate: [.gate, .words(["open", "closed"])]
    case .tap: [.tap]
    case .show, .row: [.free]
    case .transitions: [.transition]
    }
  }
}
