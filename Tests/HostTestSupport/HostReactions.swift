public import Navigation
import SignalboxHost

/// A user's act, or the end of what runs.
enum UserStep: Int, CaseIterable {
  case swipe, back, backTwo, pull, firstTab, secondTab, innerTab, leave, cancel, end, finish

  static let acts: [UserStep] = [
    .swipe, .back, .backTwo, .pull, .firstTab, .secondTab, .innerTab, .leave,
  ]
  /// A gesture is cancelled before transitions end.
  static let ends: [UserStep] = [.cancel, .end, .finish]

  /// Differs from the number of every change.
  var input: Int { -1 - rawValue }

  var hostStep: HostStep {
    switch self {
    case .swipe: .act(.swipe)
    case .back: .act(.back(1))
    case .backTwo: .act(.back(2))
    case .pull: .act(.pull)
    case .firstTab: .act(.tab(0, depth: 0))
    case .secondTab: .act(.tab(1, depth: 0))
    case .innerTab: .act(.tab(0, depth: 1))
    case .leave: .act(.leave)
    case .cancel: .act(.cancel)
    case .end: .end
    case .finish: .act(.finish)
    }
  }
}

/// The reactions of a kind of host, for each kind of containers.
@MainActor
public final class AllHostReactions {
  private var reactions: [[String]: HostReactions] = [:]

  /// Creates reactions without any.
  public init() {}

  /// Those of apps with the containers of an app.
  public subscript(definition: AppDefinition) -> HostReactions {
    let containers =
      ["\(definition.root.index)"]
      + definition.coordinators.map { "\($0.name) \($0.kind) \($0.children.map(\.index))" }
    if let found = reactions[containers] { return found }
    let new = HostReactions()
    reactions[containers] = new
    return new
  }

  /// The number of all reactions.
  public var count: Int { reactions.values.map { $0.count }.reduce(0, +) }
}

/// How a host of an app with certain containers reacts to everything that has happened to it in a
/// search. A host sees no names, links and gates of an app, only its containers and the changes of
/// its tree, so that what it does in one app is what it does in all with the same containers.
@MainActor
public final class HostReactions {
  /// What a host shows, with screens numbered in their order in place of their ids: first those of
  /// the engine's tree.
  struct Moment: Hashable {
    let trees: [HostTree]
    let changes: [HostMoment.Change]
    let hidden: Set<UInt64>
    let facts: [HostMoment.Fact]
    let visible: [UInt64]
    /// Those that the host cannot hide any more.
    let forgotten: Set<UInt64>
    let screensAlive: Int
    let dismisses: Bool
  }

  /// What a host shows, or has done of a reaction; and what happens then: the number of a change,
  /// or the input of a user's step.
  struct Cause: Hashable {
    let node: Int
    let input: Int
  }

  enum Effect {
    /// The host shows a moment. The other screens come from these places.
    case settled(Int, strangers: [Origin])
    /// The host applies an event, and goes on from a node.
    case applies(Event, node: Int)
  }

  /// A screen that is not in the engine's tree: its position in the tree after some of the events,
  /// or before all of them among all screens.
  struct Origin {
    let events: Int
    let position: Int
  }

  private var changes: [EngineGraph.Change: Int] = [:]
  private var moments: [Moment: Int] = [:]
  private var nodes: [Moment?] = []
  private var effects: [Cause: Effect] = [:]
  /// The reactions that were looked up.
  private(set) var lookups = 0

  /// Creates reactions without any.
  public init() {}

  /// The number of reactions.
  public var count: Int { effects.count }

  func number(of change: EngineGraph.Change) -> Int {
    if let number = changes[change] { return number }
    changes[change] = changes.count
    return changes.count - 1
  }

  /// The node of a moment, and whether it is new.
  func node(of moment: Moment) -> (Int, isNew: Bool) {
    if let node = moments[moment] { return (node, false) }
    moments[moment] = nodes.count
    nodes.append(moment)
    return (nodes.count - 1, true)
  }

  /// The moment of a node; `nil` in the middle of a reaction.
  func moment(of node: Int) -> Moment? { nodes[node] }

  func effect(of cause: Cause) -> Effect? {
    lookups += 1
    return effects[cause]
  }

  /// Records that a host applies an event, and returns the node from which it goes on.
  func record(_ cause: Cause, applies event: Event) -> Int {
    if case .applies(_, let node) = effects[cause] { return node }
    effects[cause] = .applies(event, node: nodes.count)
    nodes.append(nil)
    return nodes.count - 1
  }

  func record(_ cause: Cause, settled node: Int, strangers: [Origin]) {
    effects[cause] = .settled(node, strangers: strangers)
  }
}
