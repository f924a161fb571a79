/// Where a session is: a value, changed by `apply(_:in:)` alone.
///
/// Standing invariants (checked by `violations(in:)`): the tree is well formed, and no screen in it
/// demands a gate that is closed.
public struct NavigationState: Hashable, Sendable {
  /// The session's clock, in milliseconds since the session began.
  public internal(set) var nowMilliseconds: Int64 = 0
  /// Whether links are opened at once; before that they wait in `queue`.
  public internal(set) var isReady = true
  /// Links that wait for `ready`, oldest first.
  public internal(set) var queue: [QueuedLink] = []
  /// The gates that are open.
  public internal(set) var openGates = GateSet()
  /// Per gate who satisfied it; `nil` where it is closed or nobody was named.
  public internal(set) var subjects: [String?]
  /// Links that wait for a gate: at most one each, in order of the gates.
  public internal(set) var deferred: [DeferredLink] = []
  /// Per coordinator the index of the child that is selected or shown; 0 where it has none.
  public internal(set) var selections: [Int]
  /// Per coordinator its stack, lowest first; empty until it is entered for the first time.
  public internal(set) var stacks: Stacks
  /// Sheets, covers and running flows, lowest first.
  public internal(set) var layers: [Layer] = []
  /// What unsaved work has blocked; `nil` again as soon as anything but the clock changes.
  public internal(set) var pendingLeave: Event?
  /// The number of the next screen entry.
  var nextEntry: UInt64 = 1
  /// The number of the next transition.
  public internal(set) var nextSequence: UInt64 = 1
}

/// A link that waits for `ready`.
public struct QueuedLink: Hashable, Sendable {
  /// The link's text.
  public let link: String
  /// Where it came from.
  public let source: LinkSource
}

/// A link that waits for a gate.
public struct DeferredLink: Hashable, Sendable {
  /// The gate.
  public let gate: Identifier<Gate>
  /// The link's text.
  public let link: String
  /// Where it came from.
  public let source: LinkSource
  /// Who was known when it came; it resumes for no other.
  public let subject: String?
  /// When it is dropped, on the session's clock.
  public let expiresMilliseconds: Int64
}

/// A stack of its own above everything: a sheet, a cover or a running flow.
public struct Layer: Hashable, Sendable {
  /// What kind of layer it is.
  public enum Kind: String, Hashable, Sendable {
    case sheet
    case cover
    case flow
  }

  /// What kind of layer it is.
  public let kind: Kind
  /// The flow, or the coordinator whose gates hold for its screens.
  public let coordinator: Identifier<Coordinator>
  /// Its screens, lowest first; never empty.
  public internal(set) var stack: [ScreenEntry]
  /// Flows: the entry that started it, if a screen did.
  public let starter: UInt64?
}
