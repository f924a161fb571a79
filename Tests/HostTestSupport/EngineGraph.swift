import Exploration
import Navigation
import SignalboxHost

/// The states of an app that a search has reached, and what events lead to.
@MainActor
final class EngineGraph {
  /// What a host sees of an event, with screens as positions in the trees around it.
  struct Change: Hashable {
    /// The tree afterwards.
    let tree: HostTree
    /// For each of its screens, the position in the tree before; `nil` if it is new.
    let origins: [Int?]
    let closesGate: Bool
    /// Whether the engine would dismiss the topmost layer afterwards.
    let dismisses: Bool
  }

  struct Move {
    let event: Event
    let target: Int
    /// A number of `HostReactions.change`.
    let change: Int
  }

  /// A state without the ids of its screens.
  private struct Key: Hashable {
    let shape: StateShape
    let subjects: [String?]
    let pending: PendingLeave?
    let waiting: [WaitingLink]
    let starters: [Int?]
  }

  private struct WaitingLink: Hashable {
    let link: String
    let source: LinkSource
    let gate: Identifier<Gate>
    let subject: String?
    let starter: Int?
  }

  let definition: AppDefinition
  private let reactions: HostReactions
  private let events: [Event]
  private var numbers: [Key: Int] = [:]
  private var nodes: [Node] = []
  private var screenNames: [String: Int] = [:]

  private struct Node {
    let state: NavigationState
    let screens: [UInt64]
    /// The number of the name of each screen.
    let names: [Int]
    var moves: [Event: Move] = [:]
    /// The moves of all events that a host can distinguish; `nil` until asked for.
    var distinctMoves: [Move]?
    /// Whether a screen of the name is admitted; `nil` until asked for.
    var admits: [Bool?] = []
  }

  init(_ definition: AppDefinition, _ reactions: HostReactions) {
    (self.definition, self.reactions) = (definition, reactions)
    events = Self.events(of: definition)
  }

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

  /// The number of a state; the same for states that differ in the ids of their screens only.
  func number(of state: NavigationState) -> Int {
    let screens = HostTree(state, in: definition).screens
    func position(_ id: UInt64) -> Int? { screens.firstIndex(of: id) }
    let key = Key(
      shape: StateShape(state, in: definition), subjects: state.subjects,
      pending: state.pendingLeave,
      // Those that have left are all the same.
      waiting: state.deferred.map {
        WaitingLink(
          link: $0.link, source: $0.source, gate: $0.gate, subject: $0.subject,
          starter: $0.starter.map { position($0) ?? -1 })
      },
      starters: state.layers.map { $0.starter.map { position($0) ?? -1 } })
    if let number = numbers[key] { return number }
    let names = screens.map { id in
      number(ofScreen: state.entry(id).map { definition.name(of: $0) } ?? "")
    }
    numbers[key] = nodes.count
    nodes.append(Node(state: state, screens: screens, names: names))
    return nodes.count - 1
  }

  private func number(ofScreen name: String) -> Int {
    if let number = screenNames[name] { return number }
    screenNames[name] = screenNames.count
    return screenNames.count - 1
  }

  /// The names of the screens of a state, in the order of its tree.
  func names(_ number: Int) -> [Int] { nodes[number].names }

  /// Whether a gate of all routes to a screen is closed.
  func expels(_ name: Int, in number: Int) -> Bool {
    if nodes[number].admits.count <= name {
      nodes[number].admits += Array(repeating: nil, count: name + 1 - nodes[number].admits.count)
    }
    if let known = nodes[number].admits[name] { return !known }
    let screen = screenNames.first { $0.value == name }?.key ?? ""
    let admits = nodes[number].state.admits(screen, in: definition)
    nodes[number].admits[name] = admits
    return !admits
  }

  /// What an event leads to.
  func move(_ event: Event, from number: Int) -> Move {
    if let move = nodes[number].moves[event] { return move }
    var state = nodes[number].state
    let closesGate = state.apply(event, in: definition).transitions.closeGate
    return move(event, from: number, to: state, closesGate: closesGate)
  }

  private func move(
    _ event: Event, from number: Int, to state: NavigationState, closesGate: Bool
  ) -> Move {
    let change = change(from: nodes[number].screens, to: state, closesGate: closesGate)
    let move = Move(
      event: event, target: self.number(of: state), change: reactions.number(of: change))
    nodes[number].moves[event] = move
    return move
  }

  func change(
    from screens: [UInt64], to state: NavigationState, closesGate: Bool
  ) -> Change {
    let tree = HostTree(state, in: definition)
    let now = tree.screens
    return Change(
      tree: tree.mapScreens { id in UInt64(now.firstIndex(of: id) ?? 0) },
      origins: now.map { screens.firstIndex(of: $0) }, closesGate: closesGate,
      dismisses: state.dismisses(in: definition))
  }

  /// One move for each state that an event leads to: a host sees no other difference than whether a
  /// gate has closed.
  func distinctMoves(from number: Int) -> [Move] {
    if let moves = nodes[number].distinctMoves { return moves }
    let before = nodes[number].state
    var seen: Set<Seen> = [Seen(state: before, closesGate: false)]
    var moves: [Move] = []
    for event in events {
      var state = before
      let closesGate = state.apply(event, in: definition).transitions.closeGate
      guard seen.insert(Seen(state: state, closesGate: closesGate)).inserted else { continue }
      moves.append(move(event, from: number, to: state, closesGate: closesGate))
    }
    nodes[number].distinctMoves = moves
    return moves
  }

  private struct Seen: Hashable {
    let state: NavigationState
    let closesGate: Bool
  }
}

extension NavigationState {
  /// Whether the topmost layer would be dismissed now.
  func dismisses(in definition: AppDefinition) -> Bool {
    var state = self
    return state.apply(.dismiss, in: definition).outcome == .moved
  }
}

extension [Transition] {
  /// Whether a gate has closed.
  var closeGate: Bool {
    contains { if case .gateClosed = $0.kind { true } else { false } }
  }
}

extension HostTree {
  /// The tree with other ids.
  func mapScreens(_ transform: (UInt64) -> UInt64) -> HostTree {
    var tree = self
    tree.stacks = stacks.map { $0.map(transform) }
    for index in layers.indices { tree.layers[index].stack = layers[index].stack.map(transform) }
    return tree
  }
}
