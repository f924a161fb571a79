/// One accepted change of the tree (design §5.3).
public struct Transition: Hashable, Sendable {
  /// What kind of change it is, with what only that kind has.
  public enum Kind: Hashable, Sendable {
    case push
    case pop
    case replace
    case setRoot
    case present(Presentation)
    case dismiss
    /// A tab was selected: its coordinator.
    case select(Identifier<Coordinator>)
    /// A switch shows this child.
    case `switch`(Identifier<Coordinator>)
    /// A flow started.
    case start
    /// A flow ended; `to` is the screen that received the result, if it is still there.
    case finish(result: String?)
    case `defer`(gate: Identifier<Gate>, link: String)
    case resume(gate: Identifier<Gate>, link: String)
    /// A waiting link was dropped; `gate` is `nil` for one that waited for `ready`.
    case drop(gate: Identifier<Gate>?, link: String, why: DropReason)
    case gateOpened(Identifier<Gate>, subject: String?)
    case gateClosed(Identifier<Gate>)
    /// A screen went because this gate is closed.
    case prune(Identifier<Gate>?)
    /// A route stands for another link.
    case redirect(route: Identifier<Route>, link: String)
  }

  /// Its number in the session, from 1.
  public let sequence: UInt64
  /// What kind of change it is.
  public let kind: Kind
  /// The word of the event that led to it, as a person would type it: `open`, `tap`, `back`, …
  public let cause: String
  /// The coordinator whose stack, tabs or switch changed; `nil` for gates and waiting links.
  public let coordinator: Identifier<Coordinator>?
  /// The screen that was there.
  public let from: ScreenEntry?
  /// The screen that is there now.
  public let to: ScreenEntry?

  /// The word for its kind; `kinds` lists them.
  public var word: String {
    switch kind {
    case .push: "push"
    case .pop: "pop"
    case .replace: "replace"
    case .setRoot: "setRoot"
    case .present: "present"
    case .dismiss: "dismiss"
    case .select: "select"
    case .switch: "switch"
    case .start: "start"
    case .finish: "finish"
    case .defer: "defer"
    case .resume: "resume"
    case .drop: "drop"
    case .gateOpened: "gateOpened"
    case .gateClosed: "gateClosed"
    case .prune: "prune"
    case .redirect: "redirect"
    }
  }

  /// All words that `word` can give.
  public static let kinds = [
    "push", "pop", "replace", "setRoot", "present", "dismiss", "select", "switch", "start",
    "finish", "defer", "resume", "drop", "gateOpened", "gateClosed", "prune", "redirect",
  ]
}

/// Why a waiting link was dropped.
public enum DropReason: Hashable, Sendable {
  /// A newer link waits for the same gate.
  case superseded
  /// It waited too long.
  case expired
  /// The challenge was left.
  case cancelled
  /// Somebody else logged in, or the one it waited for logged out.
  case otherSubject
  /// It could not be opened when its time came.
  case refused(Refusal)

  /// The word for it.
  public var word: String {
    switch self {
    case .superseded: "superseded"
    case .expired: "expired"
    case .cancelled: "cancelled"
    case .otherSubject: "other-subject"
    case .refused(let refusal): refusal.reason
    }
  }
}
