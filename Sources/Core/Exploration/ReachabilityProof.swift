package import Navigation

/// A superset of the screens that can ever be in the tree, at every depth: what it excludes never
/// happens.
///
/// For each set of open gates, and the accounts that decide, it keeps the screens that can occur at
/// each place. Each is put into small real states, and every event of the alphabet is applied to
/// these; everything in the results can occur too. This continues until nothing is new. Gates that
/// open and close are events like any other: what they leave of a small state is in the result.
///
/// It assumes that an event depends only on the gates, the visible screen, the screen at the
/// bottom of its stack, the layers and a running flow below it, the tab that `back` leads to, and
/// the links that wait. Tests compare it with random walks.
package struct ReachabilityProof {
  let definition: AppDefinition
  let alphabet: Alphabet
  private let flow: Identifier<Coordinator>?
  private(set) var classes: ScreenClasses
  var kinds: ContextKinds
  private let consentRoutes: Set<Identifier<Route>>
  /// Whether no link from outside opens a screen that asks for consent.
  private let asksOnlyFromInside: Bool
  var gateStates: [GateState] = []
  private var numbers: [OpenGates: Int] = [:]
  /// The contexts to apply events in.
  var unfinished: [(gateState: Int32, context: Int32)] = []
  /// What the small states show. They can be more than the real ones.
  private(set) var observations: Observations
  /// The number of contexts of all gate states.
  private var contexts = 0
  package private(set) var steps = 0
  /// Whether everything that can occur was found: not if a limit was exceeded.
  package internal(set) var isComplete = true

  /// - Parameters:
  ///   - flow: A flow that never finishes: events that finish it are left out.
  ///   - rules: Those about links are judged by every event that is applied.
  ///   - sharesKinds: Whether links are applied to one context of each kind only; otherwise to all,
  ///     with the same result in more steps.
  package init(
    of definition: AppDefinition, _ alphabet: Alphabet, rules: [PolicyRule] = [],
    withoutFinishOf flow: Identifier<Coordinator>? = nil, sharesKinds: Bool = true
  ) {
    self.definition = definition
    self.alphabet = alphabet
    self.flow = flow
    classes = ScreenClasses(of: definition)
    kinds = ContextKinds(of: definition, alphabet, sharesKinds: sharesKinds)
    let consentRoutes = definition.consentRoutes
    self.consentRoutes = consentRoutes
    asksOnlyFromInside = consentRoutes.allSatisfy { definition[$0].isInternal }
    observations = Observations(of: definition, rules)
    absorb(NavigationState(of: definition), from: nil, since: 0)
  }

  package var count: Int { gateStates.reduce(0) { $0 + $1.found.count } }

  /// Runs until nothing is new. The result does not depend on the workers.
  ///
  /// - Parameters:
  ///   - stepsMax: After this number of steps the proof ends, incomplete, with the current batch
  ///     of small states.
  ///   - workers: The workers that apply the events.
  ///   - isStopped: Polled, with the proof so far, for whether to stop.
  package mutating func run(
    stepsMax: Int, on workers: some Workers = OneWorker(), isStopped: (ReachabilityProof) -> Bool
  ) {
    while true {
      if unfinished.isEmpty { continueWithNewEvents() }
      guard !unfinished.isEmpty else { return }
      guard steps < stepsMax, !isStopped(self) else {
        isComplete = false
        return
      }
      let batch = nextBatch()
      let results = workers.map(batch) { [self] piece in apply(piece) }
      // In the order of the batch, once nothing shares this proof that would have to be copied.
      for result in results { add(result) }
    }
  }

  /// A small state and the events that are applied to it next.
  private struct Task {
    let gateState: Int
    let context: GateState.Context
    /// Indices into the events of the gate state.
    let events: [Int]
    /// Indices into the questions of the gate state.
    let questions: Range<Int>
    /// Whether its own events are applied, too.
    let isFirst: Bool
  }

  /// What some tasks have shown.
  private struct TaskResult {
    var observations: Observations
    var steps = 0
    /// The states with something new, the gate state that led to each, and the first id of its
    /// screens that can be new.
    var news: [(state: NavigationState, origin: Int, since: UInt64)] = []
  }

  /// The next small states, in pieces of equal size, whose results do not depend on one another.
  private mutating func nextBatch() -> [[Task]] {
    var pieces: [[Task]] = []
    var eventsLeft = batchEventsMax
    while pieces.count < piecesMax, eventsLeft > 0, !unfinished.isEmpty {
      var tasks: [Task] = []
      while tasks.count < tasksMax, eventsLeft > 0,
        let (gateState, context) = unfinished.popLast()
      {
        guard let task = task(Int(gateState), Int(context)) else { continue }
        eventsLeft -= task.events.count
        tasks.append(task)
      }
      pieces.append(tasks)
    }
    return pieces
  }

  /// What is left to try in a context; `nil` if nothing is.
  private mutating func task(_ number: Int, _ index: Int) -> Task? {
    let context = gateStates[number].contexts[index]
    let count = gateStates[number].events.count
    let questions = Int(context.asked)..<gateStates[number].questions.count
    guard context.applied < count || !questions.isEmpty else { return nil }
    gateStates[number].contexts[index].applied = Int32(count)
    gateStates[number].contexts[index].asked = Int32(questions.upperBound)
    let kinds = kinds.kinds(of: context, classes)
    // One without small states shows nothing of its kind.
    let showsKind =
      gateStates[number].events.hasUntried(kinds) && !states(of: context, in: number).isEmpty
    let events = gateStates[number].events.next(
      after: max(0, Int(context.applied)), in: kinds, showsKind: showsKind)
    return Task(
      gateState: number, context: context, events: events, questions: questions,
      isFirst: context.applied < 0)
  }

  private func apply(_ tasks: [Task]) -> TaskResult {
    var result = TaskResult(observations: Observations(after: observations))
    for task in tasks {
      if task.isFirst || !task.events.isEmpty {
        let tried = task.events.map { gateStates[task.gateState].events[$0] }
        for state in states(of: task.context, in: task.gateState) {
          let events =
            (task.isFirst ? alphabet.events(in: state, of: definition) : []) + tried
          if task.isFirst { result.observations.see(state) }
          // A screen that asks is always shown with its question, unless a link can open it.
          apply(
            events, in: task.gateState, to: state,
            isReal: !(asksOnlyFromInside && canAsk(task.context)), &result)
          if task.isFirst { lapse(state, in: task.gateState, &result) }
        }
      }
      // Other events do to these what they do to the same states without a question.
      for state in states(of: task.context, in: task.gateState, asking: task.questions) {
        let events = alphabet.events(in: state, of: definition) + alphabet.gateEvents
        apply(events, in: task.gateState, to: state, isReal: true, &result)
      }
    }
    return result
  }

  private func apply(
    _ events: [Event], in gateState: Int, to state: NavigationState, isReal: Bool,
    _ result: inout TaskResult
  ) {
    for event in events {
      var next = state
      let applied: Applied
      if observations.asksForLinks {
        let noted = next.apply(event, notingLinksIn: definition)
        applied = noted.applied
        result.observations.see(noted.arrivals, in: next, of: definition)
      } else {
        applied = next.apply(event, in: definition)
      }
      result.steps += applied.steps
      if isReal { result.observations.see(event, from: state, to: next, applied) }
      guard !applied.transitions.isEmpty, !applied.finishes(flow) else { continue }
      // A screen that is updated keeps its id.
      let since = applied.transitions.contains { $0.name == .update } ? 0 : state.nextScreen
      if isNews(next, from: gateState, since: since) {
        result.news.append((next, gateState, since))
      }
    }
  }

  /// Lets each open gate lapse that can, which may happen in every state.
  private func lapse(_ state: NavigationState, in gateState: Int, _ result: inout TaskResult) {
    for gate in definition.lapsingGates.members where state.openGates.contains(gate) {
      var next = state
      let applied = next.lapse(gate, in: definition)
      result.steps += applied.steps
      let event = Event.tick(milliseconds: state.nowMilliseconds)
      result.observations.see(event, from: state, to: next, applied)
      if isNews(next, from: gateState, since: state.nextScreen) {
        result.news.append((next, gateState, state.nextScreen))
      }
    }
  }

  private mutating func add(_ result: TaskResult) {
    observations.add(result.observations)
    steps += result.steps + result.observations.steps
    for news in result.news { absorb(news.state, from: news.origin, since: news.since) }
  }

  /// A screen of a state that the proof excludes: an error in the proof; `nil` if there is none.
  package func excluded(in state: NavigationState) -> ScreenEntry? {
    guard isComplete else { return nil }
    let gateState = numbers[OpenGates(state, in: definition)]
    var excluded: ScreenEntry?
    forEachElement(of: state) { entry, place, isRoot in
      let isKnown = gateState.map { self.isKnown(entry, at: place, isRoot, in: $0) } ?? false
      if !isKnown { excluded = entry }
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

  /// Whether a state contains anything that `absorb` would add.
  private func isNews(_ state: NavigationState, from origin: Int, since id: UInt64) -> Bool {
    guard let gateState = numbers[OpenGates(state, in: definition)],
      gateState == origin || gateStates[origin].passages.contains(gateState)
    else { return true }
    for link in state.deferred
    where link.place == nil
      && !gateStates[gateState].knows(GateState.WaitingLink(link, in: definition))
    {
      return true
    }
    if let request = state.request, !gateStates[gateState].knows(request) { return true }
    var hasNew = false
    forEachElement(of: state) { entry, place, isRoot in
      guard !hasNew, gateState != origin || entry.id >= id else { return }
      hasNew = !isKnown(entry, at: place, isRoot, in: gateState)
    }
    return hasNew
  }

  private func isKnown(
    _ entry: ScreenEntry, at place: Element.Place, _ isRoot: Bool, in gateState: Int
  ) -> Bool {
    guard let screen = classes.known(entry) else { return false }
    return gateStates[gateState].knows(Element(place: place, isRoot: isRoot, screen: screen))
  }

  /// Adds what a state contains.
  ///
  /// - Parameters:
  ///   - origin: The gate state that an event has led from.
  ///   - id: In that gate state, the first id of its screens that can be new.
  private mutating func absorb(_ state: NavigationState, from origin: Int?, since id: UInt64) {
    guard let gateState = gateState(of: state) else { return }
    var elements: [(ScreenEntry, Element.Place, Bool)] = []
    forEachElement(of: state) { entry, place, isRoot in
      if gateState != origin || entry.id >= id { elements.append((entry, place, isRoot)) }
    }
    for (entry, place, isRoot) in elements {
      guard let screen = classes.number(of: entry) else {
        isComplete = false
        continue
      }
      if screen == kinds.count { kinds.add(entry) }
      insert(Element(place: place, isRoot: isRoot, screen: screen), into: gateState)
    }
    for link in state.deferred where link.place == nil {
      wait(GateState.WaitingLink(link, in: definition), in: gateState)
      if state.openGates.contains(link.gate) { waitForOther(link, in: gateState) }
    }
    if let request = state.request, let screen = state.entry(request.screen) {
      ask(GateState.Question(request: request, screen: screen), in: gateState)
    }
    if let origin, origin != gateState { connect(origin, to: gateState) }
  }

  private mutating func gateState(of state: NavigationState) -> Int? {
    let key = OpenGates(state, in: definition)
    if let known = numbers[key] { return known }
    guard gateStates.count < worldsMax else {
      isComplete = false
      return nil
    }
    numbers[key] = gateStates.count
    gateStates.append(
      GateState(
        gates: state.openGates, subjects: key.accounts.isEmpty ? [] : state.subjects,
        events: TriedEvents(distinguishesScreens: observations.asksForLinks)))
    for event in alphabet.events { add(event, to: gateStates.count - 1) }
    return gateStates.count - 1
  }

  private mutating func insert(_ element: Element, into gateState: Int) {
    for context in gateStates[gateState].insert(element) {
      contexts += 1
      guard contexts <= contextsMax else {
        isComplete = false
        return
      }
      unfinished.append((Int32(gateState), Int32(gateStates[gateState].contexts.count)))
      gateStates[gateState].contexts.append(context)
    }
  }

  /// The small states of a context, one for each tab that `back` may lead to, and for each link
  /// that may wait there while its gate is open for another account. Some contexts have none: one
  /// of their screens can never be below another.
  func states(of context: GateState.Context, in gateState: Int) -> [NavigationState] {
    let places = gateStates[gateState].places
    let layers = [context.flow, context.layer].compactMap { stack -> AssembledLayer? in
      guard let stack, case .layer(let kind, let coordinator) = places[Int(stack.place)] else {
        return nil
      }
      return AssembledLayer(
        kind: kind, coordinator: coordinator, screens: stack.screens.map(classes.screen))
    }
    let state = NavigationState(
      assembling: context.base.screens.map(classes.screen), on: owner(of: context, in: gateState),
      below: layers, openGates: gateStates[gateState].gates,
      subjects: gateStates[gateState].subjects, in: definition)
    guard let state else { return [] }
    let states = state.withEachEarlierTab(in: definition)
    return states
      + gateStates[gateState].waitingForOthers.flatMap { link in
        states.compactMap { $0.assembling(link, in: definition) }
      }
  }

  /// The small states of a context in which its visible screen asks some of the known questions.
  private func states(
    of context: GateState.Context, in gateState: Int, asking questions: Range<Int>
  ) -> [NavigationState] {
    guard !questions.isEmpty, canAsk(context) else { return [] }
    let states = states(of: context, in: gateState)
    return gateStates[gateState].questions[questions].flatMap { question in
      states.compactMap { $0.assembling(question.request, on: question.screen, in: definition) }
    }
  }

  /// Whether the visible screen of a context is one that asks for consent.
  func canAsk(_ context: GateState.Context) -> Bool {
    guard let layer = context.layer, layer.top < 0 else { return false }
    return consentRoutes.contains(classes.entries[Int(layer.root)].route)
  }

  /// The stack of the tree of a small state.
  func owner(of context: GateState.Context, in gateState: Int) -> Identifier<Coordinator> {
    gateStates[gateState].places[Int(context.base.place)].coordinator
  }
}

/// The most sets of open gates that are distinguished.
private let worldsMax = 4_096
/// The most small states that are tried; each takes some 50 bytes.
private let contextsMax = 2_000_000
/// The most small states of a piece of work, and the most pieces whose results are awaited at once.
private let (tasksMax, piecesMax) = (8, 8)
/// The events after which no further small state is added to these pieces.
private let batchEventsMax = 100_000
