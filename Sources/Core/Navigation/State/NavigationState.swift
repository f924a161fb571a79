/// The complete state of a session, changed only by `apply(_:in:)`.
///
/// Invariants, checked by `violations(in:)`: the tree is well formed, no screen in it requires a
/// closed gate, and it contains the challenge of every link that waits for a gate.
public struct NavigationState: Hashable, Sendable {
  /// The session's clock: milliseconds since the session began.
  public internal(set) var nowMilliseconds: Int64 = 0
  /// Whether links open at once; until then they wait in `queue`.
  public internal(set) var isReady = true
  /// The gates that are open.
  public internal(set) var openGates = GateSet()
  /// For each coordinator, the index of its selected or shown child; 0 if it has none.
  public internal(set) var selections: [Int]
  /// For each coordinator, its stack, lowest screen first; empty until it is first entered.
  public internal(set) var stacks: Stacks
  /// The sheets, covers and running flows, lowest first.
  public internal(set) var layers: [Layer] = []
  var nextEntry: UInt64 = 1
  /// The sequence number of the next transition.
  public internal(set) var nextSequence: UInt64 = 1
  var rare: Shared<RareState>

  /// The clock time at which the app left the foreground; `nil` while it is there.
  public var backgroundMilliseconds: Int64? { rare.value.backgroundMilliseconds }
  /// Whether the app is in the background, where no user acts.
  public var isInBackground: Bool { backgroundMilliseconds != nil }
  /// The links that wait for `ready`, oldest first.
  public var queue: [QueuedLink] { rare.value.queue }
  /// For each gate, who satisfied it; `nil` if it is closed or no subject was given.
  public var subjects: [String?] { rare.value.subjects }
  /// For each gate that is open for a limited time, the clock time at which it was opened; `nil`
  /// for all others.
  public var openedMilliseconds: [Int64?] { rare.value.openedMilliseconds }
  /// The links that wait for a gate: at most one per gate, in gate order.
  public var deferred: [DeferredLink] { rare.value.deferred }
  /// The tabs that `back` can select by the history of visits, oldest first: tabs that were left,
  /// of tabs coordinators whose `back` is `history`. Each occurs once, and none is selected.
  public var earlierTabs: [Identifier<Coordinator>] { rare.value.earlierTabs }
  /// The open question about unsaved work; withdrawn by any change except the clock's.
  public var pendingLeave: PendingLeave? { rare.value.pendingLeave }
  /// The link that a screen asks about.
  public var request: ConsentRequest? { rare.value.request }
}

/// A link that waits for `ready`.
public struct QueuedLink: Hashable, Sendable {
  /// The link's text.
  public let link: String
  /// Where it came from.
  public let source: LinkSource
}

/// A link that waits for a gate, or the place where the user was when the gate lapsed.
public struct DeferredLink: Hashable, Sendable {
  /// The gate.
  public let gate: Identifier<Gate>
  /// The link's text; that of the screen that was visible, if it is a place.
  public let link: String
  /// Where it came from.
  public let source: LinkSource
  /// The id of the screen that it opens on, or of the challenge that has taken that screen's place:
  /// it resumes nowhere else. `nil` if it is placed without regard to a screen, such as a link from
  /// outside.
  public internal(set) var starter: UInt64?
  /// The subject known when the link was deferred; it resumes for no other.
  public let subject: String?
  /// The clock time at which it expires; a place never does.
  public let expiresMilliseconds: Int64
  /// What is shown again in place of opening the link.
  public var place: Place?
}

/// A link that is opened if the user agrees.
public struct ConsentRequest: Hashable, Sendable {
  /// The link's text.
  public let link: String
  /// Where it came from.
  public let source: LinkSource
  /// The id of the screen that asks, the lowest of a layer.
  public let screen: UInt64

  package init(link: String, source: LinkSource, screen: UInt64) {
    (self.link, self.source, self.screen) = (link, source, screen)
  }
}

/// A question about unsaved work: the event that `confirm` performs.
public struct PendingLeave: Hashable, Sendable {
  /// The event that unsaved work blocked.
  public let event: Event
  /// The gate that the event's link waited for; `nil` if no gate's opening resumed the link.
  public let gate: Identifier<Gate>?
}

/// A stack on top of the tree: a sheet, a cover or a running flow.
public struct Layer: Hashable, Sendable {
  /// The kind of a layer.
  public enum Kind: String, Hashable, Sendable {
    case sheet
    case cover
    case flow
  }

  /// The kind of the layer.
  public let kind: Kind
  /// The flow itself, or the coordinator whose gates apply to the layer's screens.
  public let coordinator: Identifier<Coordinator>
  /// The screens, lowest first; never empty.
  public internal(set) var stack: [ScreenEntry]
  /// The id of the screen that started the flow, if one did.
  public let starter: UInt64?
}
