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
    /// How long it takes from now on, where a host has a clock.
    let milliseconds: Int

    /// Creates a change.
    public init(
      isGesture: Bool, leaving: UInt64? = nil, isLayer: Bool = false, milliseconds: Int = 0
    ) {
      (self.isGesture, self.leaving, self.isLayer) = (isGesture, leaving, isLayer)
      self.milliseconds = milliseconds
    }
  }

  /// What else decides, as a list of words and screens.
  public enum Fact: Hashable, Sendable {
    case word(String)
    case screens(Set<UInt64>)

    var screens: Set<UInt64> { if case .screens(let screens) = self { screens } else { [] } }

    func mapScreens(_ transform: (UInt64) -> UInt64) -> Fact {
      if case .screens(let screens) = self { .screens(Set(screens.map(transform))) } else { self }
    }
  }

  let trees: [HostTree]
  let changes: [Change]
  let hidden: Set<UInt64>
  let facts: [Fact]
  private let isKnown: (UInt64) -> Bool

  /// Creates a moment.
  ///
  /// - Parameters:
  ///   - trees: What is shown; and, if the host knows it, what will be.
  ///   - hidden: The screens whose content is not visible.
  ///   - isKnown: Whether the host can still hide a screen.
  public init(
    trees: [HostTree], changes: [Change], hidden: Set<UInt64>, facts: [Fact] = [],
    isKnown: @escaping (UInt64) -> Bool
  ) {
    (self.trees, self.changes, self.hidden) = (trees, changes, hidden)
    (self.facts, self.isKnown) = (facts, isKnown)
  }

  func forgotten(_ screens: [UInt64]) -> [UInt64] { screens.filter { !isKnown($0) } }
}

/// Every sequence of events and of the user's acts in an app, with the end of each transition and
/// gesture at every moment.
///
/// A moment is a state of the engine and what the host shows. One that was reached before, with
/// other ids of its screens, is not followed again. What the host does next follows from
/// `reactions` if it has done that before, in this app or in one with the same containers; one in
/// `checkedEvery` of these is compared with a real host.
@MainActor
public struct HostSearch {
  /// The number of different moments that were reached.
  public var moments: Int { pairs.count }
  /// What is wrong first, with the steps that lead there; empty if nothing is.
  public private(set) var faults: [String] = []
  /// How often a real host was used.
  public private(set) var hosts = 0

  private enum Step {
    case user(UserStep)
    case event(EngineGraph.Move)

    var hostStep: HostStep {
      switch self {
      case .user(let step): step.hostStep
      case .event(let move): .event(move.event)
      }
    }
  }

  private struct Pair: Hashable {
    let state: Int
    let node: Int
    /// The names of the screens that are shown and no longer in the state.
    let strangers: [Int]
  }

  private let checkedEvery: Int
  private let kind: any SearchableHost.Type
  private let definition: AppDefinition
  private let graph: EngineGraph
  private let reactions: HostReactions
  private var indexes: [Pair: Int] = [:]
  private var pairs: [Pair] = []
  /// For each pair, the step that first led to it, and the pair from which.
  private var steps: [HostStep?] = []
  private var origins: [Int] = []
  /// For each pair, the pair after the next end or cancellation; itself if nothing runs.
  private var ends: [Int] = []

  /// Searches.
  ///
  /// - Parameters:
  ///   - eventsFirst: The most events before a sequence, each at rest, so that it begins with deeper
  ///     stacks and with layers.
  ///   - actsMax: The most events and acts of a sequence. The ends of transitions do not count.
  ///   - reactions: Those of the same kind of host with the same containers.
  ///   - checkedEvery: How many reactions are reused for each one that is compared; at least 1.
  public init(
    _ kind: any SearchableHost.Type, _ definition: AppDefinition, eventsFirst: Int = 0,
    actsMax: Int, _ reactions: HostReactions, checkedEvery: Int = 1_000
  ) {
    (self.kind, self.definition, self.reactions) = (kind, definition, reactions)
    self.checkedEvery = max(1, checkedEvery)
    graph = EngineGraph(definition, reactions)
    start()
    var edge = [0] + ended([0])
    for _ in 0..<eventsFirst where faults.isEmpty {
      let new = edge.filter { ends[$0] == $0 }.flatMap { moved($0) }
      edge = new + ended(new)
    }
    edge = Array(pairs.indices)
    for _ in 0..<actsMax where faults.isEmpty {
      let new = edge.flatMap { acted($0) }
      edge = new + ended(new)
    }
    checkRest()
  }

  /// The new moments that any number of ends lead to.
  private mutating func ended(_ found: [Int]) -> [Int] {
    var (new, edge) = ([Int](), found)
    while !edge.isEmpty, faults.isEmpty {
      edge = edge.flatMap { index in
        var next: [Int] = []
        for end in UserStep.ends where faults.isEmpty {
          let after = follow(.user(end), from: index, &next)
          if ends[index] == index { ends[index] = after }
        }
        return next
      }
      new += edge
    }
    return new
  }

  /// The new moments that an event or act leads to.
  private mutating func acted(_ index: Int) -> [Int] {
    var new: [Int] = []
    for act in UserStep.acts where faults.isEmpty { follow(.user(act), from: index, &new) }
    return new + moved(index)
  }

  /// The new moments that an event leads to.
  private mutating func moved(_ index: Int) -> [Int] {
    var new: [Int] = []
    for move in graph.distinctMoves(from: pairs[index].state) where faults.isEmpty {
      follow(.event(move), from: index, &new)
    }
    return new
  }

  /// The moment that a step leads to; adds it to the new ones if it is new.
  @discardableResult
  private mutating func follow(_ step: Step, from index: Int, _ new: inout [Int]) -> Int {
    let count = pairs.count
    var next = index
    if let pair = known(step, from: index) {
      next = add(pair, after: step, from: index)
      if reactions.lookups % checkedEvery == 0 {
        let observed = observe(step, from: index)
        if observed != next {
          fail(["\(describe(observed)), not \(describe(next))"], after: step, from: index)
        }
      }
    } else {
      next = observe(step, from: index)
    }
    if next >= count { new.append(next) }
    return next
  }

  /// What a step leads to by the reactions; `nil` if they do not have it.
  private func known(_ step: Step, from index: Int) -> Pair? {
    let before = pairs[index]
    var (node, states) = (before.node, [before.state])
    var input: Int
    switch step {
    case .user(let step): input = step.input
    case .event(let move):
      states.append(move.target)
      input = move.change
    }
    while true {
      switch reactions.effect(of: .init(node: node, input: input)) {
      case nil: return nil
      case .applies(let event, let next):
        let move = graph.move(event, from: states[states.count - 1])
        states.append(move.target)
        (node, input) = (next, move.change)
      case .settled(let next, let strangers):
        return Pair(
          state: states[states.count - 1], node: next,
          strangers: strangers.map { name(of: $0, in: states, before) })
      }
    }
  }

  private func name(of origin: HostReactions.Origin, in states: [Int], _ before: Pair) -> Int {
    let names = graph.names(states[origin.events])
    return origin.position < names.count
      ? names[origin.position] : before.strangers[origin.position - names.count]
  }

  /// The index of a moment. Checks a new one.
  private mutating func add(_ pair: Pair, after step: Step?, from origin: Int) -> Int {
    if let index = indexes[pair] { return index }
    let index = pairs.count
    indexes[pair] = index
    pairs.append(pair)
    steps.append(step?.hostStep)
    origins.append(origin)
    ends.append(index)
    let count = graph.names(pair.state).count
    for screen in reactions.moment(of: pair.node)?.visible ?? [] where screen >= count {
      if graph.expels(pair.strangers[Int(screen) - count], in: pair.state) {
        fail(["a screen is visible that a closed gate has expelled"], after: nil, from: index)
      }
    }
    return index
  }

  private func describe(_ index: Int) -> String {
    let moment = reactions.moment(of: pairs[index].node)
    return "\(pairs[index]) \(moment.map { "\($0)" } ?? "")"
  }

  private mutating func fail(_ found: [String], after step: Step?, from index: Int) {
    guard faults.isEmpty, !found.isEmpty else { return }
    faults = ["\(way(to: index) + (step.map { [$0.hostStep] } ?? []))"] + found
  }

  /// Every moment has to come to rest, once its gesture is cancelled and its transitions end.
  private mutating func checkRest() {
    for index in pairs.indices where faults.isEmpty {
      var (rest, count) = (index, 0)
      while ends[rest] != rest, count < 100 { (rest, count) = (ends[rest], count + 1) }
      guard let moment = reactions.moment(of: pairs[rest].node), moment.changes.isEmpty,
        moment.trees.dropFirst().allSatisfy({ $0 == moment.trees[0] })
      else { return fail(["the host does not come to rest"], after: nil, from: index) }
    }
  }
}

// MARK: - Real hosts

extension HostSearch {
  private func way(to index: Int) -> [HostStep] {
    sequence(first: index) { $0 == 0 ? nil : origins[$0] }.compactMap { steps[$0] }.reversed()
  }

  private mutating func host(after way: [HostStep]) -> any SearchableHost {
    hosts += 1
    let host = kind.init(definition, isReady: true, log: nil)
    for step in way { host.perform(step) }
    return host
  }

  /// What a host shows, and the screens in the order of their numbers.
  private func moment(of host: any SearchableHost) -> (HostReactions.Moment, [UInt64]) {
    let (shown, navigator) = (host.moment, host.navigator)
    let trees = [navigator.tree] + shown.trees
    let visible = host.visible.map { $0.id }
    var numbers: [UInt64: UInt64] = [:]
    var screens: [UInt64] = []
    for id in trees.flatMap({ $0.screens }) + shown.changes.compactMap({ $0.leaving }) + visible
      + shown.facts.flatMap({ $0.screens.sorted() }) where numbers[id] == nil
    {
      numbers[id] = UInt64(screens.count)
      screens.append(id)
    }
    func number(_ id: UInt64) -> UInt64 { numbers[id] ?? .max }
    let moment = HostReactions.Moment(
      trees: trees.map { $0.mapScreens(number) },
      changes: shown.changes.map {
        .init(
          isGesture: $0.isGesture, leaving: $0.leaving.map(number), isLayer: $0.isLayer,
          milliseconds: $0.milliseconds)
      },
      hidden: Set(shown.hidden.filter { numbers[$0] != nil }.map(number)),
      facts: shown.facts.map { $0.mapScreens(number) },
      visible: visible.map(number), forgotten: Set(shown.forgotten(screens).map(number)),
      screensAlive: kind.screensAlive,
      dismisses: navigator.state.dismisses(in: definition))
    return (moment, screens)
  }

  private mutating func start() {
    let host = host(after: [])
    let (moment, screens) = moment(of: host)
    let state = graph.number(of: host.navigator.state)
    let node = reactions.node(of: moment).0
    _ = add(Pair(state: state, node: node, strangers: []), after: nil, from: 0)
    if screens.count > graph.names(state).count { faults = ["a screen is not in the state"] }
    fail(host.faultsNow(), after: nil, from: 0)
    if moment.changes.isEmpty { fail(host.faultsAtRest(), after: nil, from: 0) }
  }

  /// Lets a step happen to a real host, and records what it does.
  private mutating func observe(_ step: Step, from index: Int) -> Int {
    let host = host(after: way(to: index))
    let before = pairs[index]
    var (states, screens) = ([before.state], [moment(of: host).1])
    var tree = host.navigator.tree.screens
    var cause: HostReactions.Cause
    var isOwn: Bool
    switch step {
    case .user(let step): (cause, isOwn) = (.init(node: before.node, input: step.input), true)
    case .event(let move): (cause, isOwn) = (.init(node: before.node, input: move.change), false)
    }
    let recorder = EventRecorder(host.navigator)
    host.perform(step.hostStep)
    for (event, state, closesGate) in recorder.events {
      let change = reactions.number(of: graph.change(from: tree, to: state, closesGate: closesGate))
      tree = HostTree(state, in: definition).screens
      states.append(graph.number(of: state))
      screens.append(tree)
      let node = isOwn ? reactions.record(cause, applies: event) : before.node
      (cause, isOwn) = (.init(node: node, input: change), true)
    }
    let (moment, all) = moment(of: host)
    let strangers = all.dropFirst(tree.count).compactMap { id in
      screens.firstIndex { $0.contains(id) }.map { events in
        HostReactions.Origin(events: events, position: screens[events].firstIndex(of: id) ?? 0)
      }
    }
    if strangers.count < all.count - tree.count {
      fail(["a screen is shown that was never wanted"], after: step, from: index)
      return index
    }
    let (node, isNew) = reactions.node(of: moment)
    reactions.record(cause, settled: node, strangers: strangers)
    fail(host.faultsNow(), after: step, from: index)
    if isNew, moment.changes.isEmpty { fail(host.faultsAtRest(), after: step, from: index) }
    let names = strangers.map { name(of: $0, in: states, before) }
    let pair = Pair(state: states[states.count - 1], node: node, strangers: names)
    return add(pair, after: step, from: index)
  }
}

/// The events that a navigator applies, each with the state afterwards.
@MainActor
private final class EventRecorder {
  private(set) var events: [(Event, NavigationState, closesGate: Bool)] = []

  init(_ navigator: Navigator) {
    navigator.applied = { [weak navigator] event in
      guard let navigator else { return }
      self.events.append((event, navigator.state, navigator.last.transitions.closeGate))
    }
  }
}
