import Diagnostics
import Navigation

/// What waits in a gate state, and may be opened or shown in those that gates lead to.
extension ReachabilityProof {
  // MARK: Links

  /// Keeps the links that wait in a gate state that gates lead to.
  mutating func connect(_ origin: Int, to gateState: Int) {
    guard !gateStates[origin].passages.contains(gateState) else { return }
    gateStates[origin].passages.append(gateState)
    for link in gateStates[origin].waiting { carry(link, to: gateState) }
    for question in gateStates[origin].questions { ask(question, in: gateState) }
    for place in gateStates[origin].placesWaiting { carry(place, to: gateState) }
  }

  mutating func wait(_ link: GateState.WaitingLink, in gateState: Int) {
    guard !gateStates[gateState].waiting.contains(link) else { return }
    gateStates[gateState].waiting.append(link)
    if let event = link.opening(in: definition) { add(event, to: gateState) }
    for next in gateStates[gateState].passages { carry(link, to: next) }
  }

  /// Keeps a link waiting; if its gate is open, it may be opened from every screen.
  private mutating func carry(_ link: GateState.WaitingLink, to gateState: Int) {
    guard gateStates[gateState].gates.contains(link.gate) else { return wait(link, in: gateState) }
    add(.open(link.text, from: link.source), to: gateState)
  }

  /// Keeps a question, which gates that open or close do not answer. Its link may be opened from
  /// every screen: from what is visible once the screen that asks is gone.
  mutating func ask(_ question: GateState.Question, in gateState: Int) {
    guard gateStates[gateState].add(question) else { return }
    let request = question.request
    add(.open(request.link, from: request.source.withConsent), to: gateState)
    for (index, context) in gateStates[gateState].contexts.enumerated() where canAsk(context) {
      unfinished.append((Int32(gateState), Int32(index)))
    }
    for next in gateStates[gateState].passages { ask(question, in: next) }
  }

  /// Keeps a link that waits while its gate is open, and applies all events to the small states in
  /// which it can: those with its challenge.
  mutating func waitForOther(_ link: DeferredLink, in gateState: Int) {
    guard gateStates[gateState].add(link, in: definition) else { return }
    for index in gateStates[gateState].contexts.indices {
      gateStates[gateState].contexts[index].applied = -1
      unfinished.append((Int32(gateState), Int32(index)))
    }
  }

  /// Applies an event to every small state with these gates.
  private mutating func add(_ event: Event, to gateState: Int) {
    guard !gateStates[gateState].events.contains(event) else { return }
    gateStates[gateState].events.append(event)
    unfinished += gateStates[gateState].contexts.indices.map { (Int32(gateState), Int32($0)) }
  }

  // MARK: Places

  /// Keeps a place waiting.
  mutating func keep(_ place: GateState.WaitingPlace, in gateState: Int) {
    guard !gateStates[gateState].placesWaiting.contains(place) else { return }
    gateStates[gateState].placesWaiting.append(place)
    for next in gateStates[gateState].passages { carry(place, to: next) }
  }

  /// Keeps a place waiting; if its gate is open, all screens of its gate state may be shown again.
  private mutating func carry(_ place: GateState.WaitingPlace, to gateState: Int) {
    guard gateStates[gateState].gates.contains(place.gate) else {
      return keep(place, in: gateState)
    }
    guard !gateStates[place.origin].returns.contains(gateState) else { return }
    gateStates[place.origin].returns.append(gateState)
    for element in gateStates[place.origin].found {
      restore(element, from: place.origin, in: gateState)
    }
    // A stack whose screens all need a closed gate gets its start.
    for owner in definition.coordinatorIDs where definition[owner].kind == .stack {
      guard let start = definition[owner].start else { continue }
      let state = NavigationState(
        assembling: [AssembledScreen(route: start.route, values: start.values)], on: owner,
        below: [], openGates: gateStates[gateState].gates,
        subjects: gateStates[gateState].subjects, in: definition)
      if let state { absorb(state, from: nil, since: 0) }
    }
  }

  /// Shows an element of one gate state in another, as far as its gates are open there. One whose
  /// lower screens are left out becomes the lowest.
  mutating func restore(_ element: Element, from origin: Int, in gateState: Int) {
    if fits(element, in: gateState) {
      insert(element, into: gateState)
      let isLowest = gateStates[origin].found.contains {
        $0.isRoot && $0.place == element.place && !fits($0, in: gateState)
      }
      if isLowest { insert(element.asRoot, into: gateState) }
    } else if element.isRoot {
      for other in gateStates[origin].found
      where other.place == element.place && fits(other, in: gateState) {
        insert(other.asRoot, into: gateState)
      }
    }
  }

  private func fits(_ element: Element, in gateState: Int) -> Bool {
    definition.admits(
      classes.entries[element.screen], in: element.place.coordinator,
      given: gateStates[gateState].gates, for: gateStates[gateState].subjects)
  }
}

extension Element {
  fileprivate var asRoot: Element { Element(place: place, isRoot: true, screen: screen) }
}
