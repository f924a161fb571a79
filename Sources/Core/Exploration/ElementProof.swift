import Links
package import Navigation

/// A superset of the screens that can ever be in the tree, at every depth: what it excludes never
/// happens.
///
/// For each set of open gates it keeps the screens that can occur at each place. Each is put into
/// small real states, to which every event of the alphabet is applied; whatever the results contain
/// can occur, too, until nothing is new. Gates that open and close are events like any other: what
/// they leave of a small state is in the result.
///
/// It rests on the assumption that an event depends on nothing but the gates, the visible screen,
/// the screen at the bottom of its stack, the layers and a running flow below it, and the links
/// that wait. Tests compare it with random walks.
package struct ElementProof {
  let definition: AppDefinition
  private let alphabet: Alphabet
  private let flow: Identifier<Coordinator>?
  private var classes = ScreenClasses()
  private(set) var worlds: [World] = []
  private var numbers: [GateSet: Int] = [:]
  /// Contexts to which events have to be applied.
  private var unfinished: [(world: Int, context: Int)] = []
  /// What the small states show. They can be more than the real ones.
  private(set) var observations: Observations
  /// The number of contexts of all worlds.
  private var contexts = 0
  /// The number of events applied.
  package private(set) var steps = 0
  /// Whether everything that can occur was found: not if a limit was exceeded.
  package private(set) var isComplete = true

  /// - Parameter flow: A flow that never finishes: events that finish it are left out.
  package init(
    of definition: AppDefinition, _ alphabet: Alphabet,
    withoutFinishOf flow: Identifier<Coordinator>? = nil
  ) {
    self.definition = definition
    self.alphabet = alphabet
    self.flow = flow
    observations = Observations(of: definition)
    absorb(NavigationState(of: definition), from: nil, since: 0)
  }

  /// The number of elements found.
  package var count: Int { worlds.reduce(0) { $0 + $1.found.count } }

  /// Goes on until nothing is new.
  ///
  /// - Parameters:
  ///   - stepsMax: The number of events to apply, after which the proof stays incomplete.
  ///   - isStopped: Asked now and then whether to stop.
  package mutating func run(stepsMax: Int, isStopped: () -> Bool) {
    while let (world, context) = unfinished.popLast() {
      guard steps < stepsMax, !isStopped() else {
        isComplete = false
        return
      }
      // Some cannot be: what is here may never be below what is there.
      guard let state = state(of: worlds[world].contexts[context], in: world) else { continue }
      let applied = worlds[world].applied[context]
      if applied < 0 { observations.see(state) }
      let events =
        (applied < 0 ? alphabet.events(in: state, of: definition) : [])
        + worlds[world].events[max(0, applied)...]
      worlds[world].applied[context] = worlds[world].events.count
      for event in events {
        steps += 1
        var next = state
        let result = next.apply(event, in: definition)
        observations.see(event, from: state, to: next, result)
        guard !result.transitions.isEmpty, !result.finishes(flow) else { continue }
        absorb(next, from: world, since: state.nextScreen)
      }
    }
  }

  // MARK: Results

  /// Whether a screen may be in the tree while a gate is closed.
  package func mayOccur(
    _ screen: Identifier<ScreenDefinition>, without gate: Identifier<Gate>
  ) -> Bool {
    !isComplete
      || worlds.contains { world in
        !world.gates.contains(gate)
          && world.found.contains { shows(screen, classes.entries[$0.screen]) }
      }
  }

  /// Whether a claim holds in every small state; false if the work is stopped.
  func holds(
    _ isStopped: () -> Bool = { false }, _ claim: (NavigationState) -> Bool
  ) -> Bool {
    isComplete
      && worlds.indices.allSatisfy { world in
        worlds[world].contexts.allSatisfy { context in
          !isStopped() && state(of: context, in: world).map(claim) ?? true
        }
      }
  }

  /// Whether the screen at an index of the definition's screens may ever be in the tree.
  func mayOccur(screen index: Int) -> Bool {
    !isComplete || alphabet.untried.contains { definition.shows(index, byRoute: $0) }
      || classes.entries.contains { entry in
        if case .screen(let screen) = definition[entry.route].target {
          screen.index == index
        } else {
          false
        }
      }
  }

  /// Whether a route may ever be opened.
  func mayOpen(route index: Int) -> Bool {
    guard isComplete, !alphabet.untried.contains(index),
      !classes.entries.contains(where: { $0.route.index == index })
    else { return true }
    // The same screen may be there already, by another route.
    let links = alphabet.events.filter { event in
      guard case .open(let link, _) = event else { return false }
      return (try? definition.resolve(link))?.route.index == index
    }
    return !holds { state in
      links.allSatisfy { link in
        var state = state
        return state.apply(link, in: definition).outcome != .duplicated
      }
    }
  }

  /// Whether a gate may ever be open.
  func mayOpen(gate index: Int) -> Bool {
    guard isComplete, let gate = definition.gate(named: definition.gates[index].name) else {
      return true
    }
    return worlds.contains { $0.gates.contains(gate) }
  }

  /// The screens that may ever be in a flow, by index.
  func screens(inFlow index: Int) -> Set<Int> {
    var screens: Set<Int> = []
    for world in worlds {
      for element in world.found {
        guard case .layer(.flow, let flow) = element.place, flow.index == index,
          case .screen(let screen) = definition[classes.entries[element.screen].route].target
        else { continue }
        screens.insert(screen.index)
      }
    }
    return screens
  }

  private func shows(_ screen: Identifier<ScreenDefinition>, _ entry: ScreenEntry) -> Bool {
    guard case .screen(screen) = definition[entry.route].target else { return false }
    return true
  }

  /// A screen of a state that the proof excludes, which would be an error of the proof; `nil` if
  /// there is none.
  package func excluded(in state: NavigationState) -> ScreenEntry? {
    guard isComplete else { return nil }
    let world = numbers[state.openGates].map { worlds[$0] }
    var excluded: ScreenEntry?
    forEachElement(of: state) { entry, place, isRoot in
      let number = classes.known(entry)
      let element = number.map { Element(place: place, isRoot: isRoot, screen: $0) }
      if element.map({ !(world?.elements.contains($0) ?? false) }) ?? true { excluded = entry }
    }
    return excluded
  }

  // MARK: Steps

  private func forEachElement(
    of state: NavigationState, _ body: (ScreenEntry, Element.Place, _ isRoot: Bool) -> Void
  ) {
    var last: Identifier<Coordinator>?
    state.stacks.forEachEntry { entry, owner in
      body(entry, .stack(owner), owner != last)
      last = owner
    }
    for layer in state.layers {
      for (index, entry) in layer.stack.enumerated() {
        body(entry, .layer(layer.kind, layer.coordinator), index == 0)
      }
    }
  }

  /// Adds what a state contains.
  ///
  /// - Parameters:
  ///   - origin: The world that an event has led from.
  ///   - id: In that world, the first id of its screens that can be new.
  private mutating func absorb(_ state: NavigationState, from origin: Int?, since id: UInt64) {
    guard let world = world(state.openGates) else { return }
    var elements: [(ScreenEntry, Element.Place, Bool)] = []
    forEachElement(of: state) { entry, place, isRoot in
      if world != origin || entry.id >= id { elements.append((entry, place, isRoot)) }
    }
    for (entry, place, isRoot) in elements {
      guard let screen = classes.number(of: entry) else {
        isComplete = false
        continue
      }
      insert(Element(place: place, isRoot: isRoot, screen: screen), into: world)
    }
    for link in state.deferred {
      let waiting = World.WaitingLink(
        gate: link.gate, link: Array(link.link.utf8), source: link.source)
      wait(waiting, in: world)
    }
    if let origin, origin != world { connect(origin, to: world) }
  }

  private mutating func world(_ gates: GateSet) -> Int? {
    if let known = numbers[gates] { return known }
    guard worlds.count < worldsMax else {
      isComplete = false
      return nil
    }
    numbers[gates] = worlds.count
    worlds.append(World(gates: gates, events: alphabet.events))
    return worlds.count - 1
  }

  private mutating func insert(_ element: Element, into world: Int) {
    guard !worlds[world].elements.contains(element) else { return }
    for context in worlds[world].insert(element) {
      contexts += 1
      guard contexts <= contextsMax else {
        isComplete = false
        return
      }
      unfinished.append((world, worlds[world].contexts.count))
      worlds[world].contexts.append(context)
      worlds[world].applied.append(-1)
    }
  }

  func state(of context: World.Context, in world: Int) -> NavigationState? {
    let layers = context.layers.compactMap { place, screens -> AssembledLayer? in
      guard case .layer(let kind, let coordinator) = place else { return nil }
      return AssembledLayer(
        kind: kind, coordinator: coordinator, screens: screens.numbers.map(classes.screen))
    }
    return NavigationState(
      assembling: context.base.numbers.map(classes.screen), on: context.owner, below: layers,
      openGates: worlds[world].gates, in: definition)
  }

  // MARK: Waiting links

  /// Keeps the links that wait in a world that gates lead to.
  private mutating func connect(_ origin: Int, to world: Int) {
    guard !worlds[origin].passages.contains(world) else { return }
    worlds[origin].passages.append(world)
    for link in worlds[origin].waiting { carry(link, to: world) }
  }

  private mutating func wait(_ link: World.WaitingLink, in world: Int) {
    guard !worlds[world].waiting.contains(link) else { return }
    worlds[world].waiting.append(link)
    for next in worlds[world].passages { carry(link, to: next) }
  }

  /// Keeps a link waiting; if its gate is open, it may be opened from every screen.
  private mutating func carry(_ link: World.WaitingLink, to world: Int) {
    guard worlds[world].gates.contains(link.gate) else { return wait(link, in: world) }
    let event = Event.open(String(decoding: link.link, as: UTF8.self), from: link.source)
    guard !worlds[world].events.contains(event) else { return }
    worlds[world].events.append(event)
    unfinished += worlds[world].contexts.indices.map { (world, $0) }
  }
}

extension AppDefinition {
  /// Whether a route shows a screen; both are indices.
  fileprivate func shows(_ screen: Int, byRoute route: Int) -> Bool {
    if case .screen(let target) = routes[route].target { target.index == screen } else { false }
  }
}

/// The most sets of open gates that are distinguished.
private let worldsMax = 4_096
/// The most small states that are tried; each takes some 200 bytes.
private let contextsMax = 2_000_000
