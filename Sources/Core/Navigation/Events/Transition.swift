/// A single change of the state (docs/navigation.md, "Transitions").
public struct Transition: Hashable, Sendable {
  // Texts are indirect, so that the kinds of most transitions are small and count no references.
  /// The kind of change, with the data of that kind.
  public enum Kind: Hashable, Sendable {
    case push
    case pop
    case replace
    /// The top screen got other values, and kept its id.
    case update
    case setRoot
    case present(Presentation)
    case dismiss
    /// A tab was selected.
    case select(Identifier<Coordinator>)
    /// A switch now shows this child.
    case `switch`(Identifier<Coordinator>)
    /// A flow started.
    case start
    /// A flow ended; `to` is the screen that received the result, if it still exists.
    indirect case finish(result: String?)
    indirect case `defer`(gate: Identifier<Gate>, link: String)
    indirect case resume(gate: Identifier<Gate>, link: String)
    /// A waiting link was dropped; `gate` is `nil` for a queued link, and for one that a screen
    /// asks about.
    indirect case drop(gate: Identifier<Gate>?, link: String, why: DropReason)
    indirect case gateOpened(Identifier<Gate>, subject: String?)
    /// A gate closed; `lapse` says why, if it did so by itself.
    case gateClosed(Identifier<Gate>, lapse: Lapse? = nil)
    /// A screen was removed because of this closed gate.
    case prune(Identifier<Gate>)
    /// A screen was removed because its route no longer exists.
    indirect case remove(screen: String)
    /// A redirect was followed to this link.
    indirect case redirect(route: Identifier<Route>, link: String)
    /// A screen asks whether to open this link.
    indirect case ask(link: String)
    /// The user has agreed to open this link.
    indirect case accept(link: String)
    /// The app left the foreground.
    case background
    /// The app came back.
    case foreground
  }

  /// Why a gate closed by itself.
  public enum Lapse: String, Hashable, Sendable {
    /// The app was in the background for too long.
    case background
    /// It was open for too long.
    case after
  }

  /// The transition's number in the session, counted from 1.
  public let sequence: UInt64
  /// The kind of the change.
  public let kind: Kind
  let causedBy: Cause
  /// The coordinator that changed; `nil` for gates and waiting links.
  public let coordinator: Identifier<Coordinator>?
  /// The screen before the change.
  public let from: ScreenEntry?
  /// The screen after the change.
  public let to: ScreenEntry?

  /// The command word of the event that caused it: `open`, `tap`, `back`, …
  public var cause: String { causedBy.rawValue }

  // A text here would count references: 2 % of the instructions of an event.
  enum Cause: String {
    case open, tap, back, dismiss, tab, root, pop, finish, login, logout, satisfy, revoke, dirty
    case confirm, cancel, accept, decline, background, foreground, ready, wait
    case reload, restart
  }

  /// The names of the kinds, as scripts and JSON write them.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    case push, pop, replace, update, setRoot, present, dismiss, select, `switch`, start, finish
    case `defer`, resume, drop, gateOpened, gateClosed, prune, redirect, ask, accept
    case background, foreground
  }

  /// The name of the kind.
  public var name: Name {
    switch kind {
    case .push: .push
    case .pop: .pop
    case .replace: .replace
    case .update: .update
    case .setRoot: .setRoot
    case .present: .present
    case .dismiss: .dismiss
    case .select: .select
    case .switch: .switch
    case .start: .start
    case .finish: .finish
    case .defer: .defer
    case .resume: .resume
    case .drop: .drop
    case .gateOpened: .gateOpened
    case .gateClosed: .gateClosed
    case .prune, .remove: .prune
    case .redirect: .redirect
    case .ask: .ask
    case .accept: .accept
    case .background: .background
    case .foreground: .foreground
    }
  }

  /// The text of the name.
  public var word: String { name.rawValue }

  /// Every value of `word`.
  public static let kinds = Name.allCases.map { $0.rawValue }
}

/// Why a waiting link was dropped.
public enum DropReason: Hashable, Sendable {
  /// A newer link for the same gate replaced it, or a newer question about unsaved work.
  case superseded
  /// It waited longer than the gate allows.
  case expired
  /// The user left the challenge, or answered the question about unsaved work with `cancel`.
  case cancelled
  /// The user answered `decline`.
  case declined
  /// Its challenge was removed in another way than by opening its gate or by a move of the user, or
  /// a change withdrew the question about unsaved work.
  case displaced
  /// Another subject opened the gate, or its subject's gate was closed.
  case otherSubject
  /// The screen that it opens on was not visible when its gate opened.
  case elsewhere
  /// It was refused when it was opened at last.
  case refused(Refusal)

  /// The name of the reason, as scripts and JSON write it.
  public var word: String {
    switch self {
    case .superseded: "superseded"
    case .expired: "expired"
    case .cancelled: "cancelled"
    case .declined: "declined"
    case .displaced: "displaced"
    case .otherSubject: "other-subject"
    case .elsewhere: "elsewhere"
    case .refused(let refusal): refusal.reason
    }
  }
}
