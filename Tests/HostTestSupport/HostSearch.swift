import Exploration
public import Navigation
public import SignalboxHost

/// A host that can say all that decides what happens next.
@MainActor
public protocol SearchableHost: HostUnderTest {
  /// What decides, together with the state of the navigator.
  var moment: HostMoment { get }
}

/// Where a host is between two steps.
public struct HostMoment {
  /// A transition or gesture that runs.
  public struct Change: Hashable, Sendable {
    let isGesture: Bool
    /// The screen on top of the stack that is left, or the first one of the layer; `nil` if nothing
    /// is left.
    let leaving: UInt64?
    let isLayer: Bool

    /// Creates a change.
    public init(isGesture: Bool, leaving: UInt64? = nil, isLayer: Bool = false) {
      (self.isGesture, self.leaving, self.isLayer) = (isGesture, leaving, isLayer)
    }
  }

  let trees: [HostTree]
  let changes: [Change]
  let hidden: Set<UInt64>
  let names: [UInt64: String]

  /// Creates a moment.
  ///
  /// - Parameters:
  ///   - trees: What is shown; and, if the host knows it, what will be.
  ///   - hidden: The screens whose content is not visible.
  ///   - names: The names of all these screens.
  public init(
    trees: [HostTree], changes: [Change], hidden: Set<UInt64>, names: [UInt64: String]
  ) {
    (self.trees, self.changes, self.hidden, self.names) = (trees, changes, hidden, names)
  }
}

/// Every sequence of events and of the user's acts in an app, with the end of each transition and
/// gesture at every moment. A moment that was reached before, with other ids of its screens, is not
/// followed again.
@MainActor
public struct HostSearch<Host: SearchableHost> {
  /// The number of different moments that were reached.
  public var moments: Int { seen.count }
  /// What is wrong first, with the steps that lead there; empty if nothing is.
  public private(set) var faults: [String] = []
  private let definition: AppDefinition
  private let events: [Event]
  private var seen: Set<Key> = []

  /// Searches.
  ///
  /// - Parameter actsMax: The most events and acts of a sequence. The ends of transitions do not
  ///   count.
  public init(_ definition: AppDefinition, actsMax: Int) {
    self.definition = definition
    events = Self.events(of: definition)
    seen.insert(Key(host(after: [])))
    var ways = [[]] + ended([[]])
    for _ in 0..<actsMax where faults.isEmpty {
      let new = ways.flatMap { follow($0, byEnds: false) }
      ways = new + ended(new)
    }
  }

  private static var acts: [HostStep] {
    let acts: [UserAct] = [
      .swipe, .back(1), .back(2), .pull, .tab(0, depth: 0), .tab(1, depth: 0), .tab(0, depth: 1),
    ]
    return acts.map { .act($0) }
  }

  private static var ends: [HostStep] { [.end, .act(.finish), .act(.cancel)] }

  private static func events(of definition: AppDefinition) -> [Event] {
    let links = definition.routes.map { $0.pattern }
    let tabs = definition.coordinators.filter { $0.kind == .tabs }.flatMap { $0.children }
    let gates = definition.gates.map { $0.name }
    return links.map { .open($0, from: .inside) } + links.map { .open($0, from: .outside) }
      + tabs.map { .select(tab: definition[$0].name) }
      + gates.flatMap { gate -> [Event] in
        [
          .satisfy(gate: gate, subject: "a"), .satisfy(gate: gate, subject: "b"),
          .revoke(gate: gate),
        ]
      }
      + [.back, .root, .dismiss, .finish(result: "r"), .dirty(true), .confirm, .cancel]
  }

  private struct Move: Hashable {
    let state: NavigationState
    let closesGate: Bool
  }

  /// One event for each state that an event leads to: a host sees no other difference than whether
  /// a gate has closed.
  private func distinctEvents(in state: NavigationState) -> [HostStep] {
    var moves: Set<Move> = [Move(state: state, closesGate: false)]
    return events.filter { event in
      var moved = state
      let closesGate = moved.apply(event, in: definition).transitions.contains { transition in
        if case .gateClosed = transition.kind { true } else { false }
      }
      return moves.insert(Move(state: moved, closesGate: closesGate)).inserted
    }.map { .event($0) }
  }

  /// The ways to the new moments that any number of ends lead to.
  private mutating func ended(_ ways: [[HostStep]]) -> [[HostStep]] {
    var (found, edge) = ([[HostStep]](), ways)
    while !edge.isEmpty {
      edge = edge.flatMap { follow($0, byEnds: true) }
      found += edge
    }
    return found
  }

  /// Checks every moment that one step leads to, and what it comes to once all has ended.
  ///
  /// - Returns: The ways to those that are new.
  private mutating func follow(_ way: [HostStep], byEnds: Bool) -> [[HostStep]] {
    guard faults.isEmpty else { return [] }
    var host = host(after: way)
    let before = Key(host)
    var found: [[HostStep]] = []
    let steps = byEnds ? Self.ends : Self.acts + distinctEvents(in: host.navigator.state)
    for step in steps {
      host.perform(step)
      faults = host.faultsNow()
      let key = Key(host)
      if key != before {
        if seen.insert(key).inserted {
          found.append(way + [step])
          faults += host.faultsAtRest()
        }
        host = self.host(after: way)
      }
      guard faults.isEmpty else {
        faults.insert("\(way + [step])", at: 0)
        break
      }
    }
    return found
  }

  private func host(after way: [HostStep]) -> Host {
    let host = Host(definition, isReady: true, log: nil)
    for step in way { host.perform(step) }
    return host
  }
}

/// A moment, with the screens numbered in their order in place of their ids.
private struct Key: Hashable {
  private struct WaitingLink: Hashable {
    let link: String
    let gate: Identifier<Gate>
    let subject: String?
    let starter: UInt64?
  }

  private let shape: StateShape
  private let subjects: [String?]
  private let pending: PendingLeave?
  private let waiting: [WaitingLink]
  private let starters: [UInt64?]
  private let trees: [HostTree]
  private let changes: [HostMoment.Change]
  private let hidden: Set<UInt64>
  /// The names of the shown screens that are no longer in the state.
  private let strangers: [String?]

  @MainActor
  init(_ host: some SearchableHost) {
    let (moment, navigator) = (host.moment, host.navigator)
    let state = navigator.state
    let trees = [navigator.tree] + moment.trees
    var numbers: [UInt64: UInt64] = [:]
    var strangers: [String?] = []
    let screens = trees.flatMap { $0.screens } + moment.changes.compactMap { $0.leaving }
    for id in screens where numbers[id] == nil {
      numbers[id] = UInt64(numbers.count)
      if state.entry(id) == nil { strangers.append(moment.names[id]) }
    }
    // Those that have left are all the same.
    func number(_ id: UInt64) -> UInt64 { numbers[id] ?? .max }
    shape = StateShape(state, in: navigator.definition)
    (subjects, pending) = (state.subjects, state.pendingLeave)
    waiting = state.deferred.map {
      WaitingLink(
        link: $0.link, gate: $0.gate, subject: $0.subject, starter: $0.starter.map(number))
    }
    starters = state.layers.map { $0.starter.map(number) }
    self.trees = trees.map { tree in
      var tree = tree
      tree.stacks = tree.stacks.map { $0.map(number) }
      for index in tree.layers.indices {
        tree.layers[index].stack = tree.layers[index].stack.map(number)
      }
      return tree
    }
    changes = moment.changes.map {
      .init(isGesture: $0.isGesture, leaving: $0.leaving.map(number), isLayer: $0.isLayer)
    }
    hidden = Set(moment.hidden.filter { numbers[$0] != nil }.map(number))
    self.strangers = strangers
  }
}
