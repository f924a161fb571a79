import Diagnostics
import Navigation

/// What waits in a gate state, and may be opened in those that gates lead to.
///
/// The place to which a user returns needs no step of its own. Its screens are those of a gate
/// state in which all of their gates were open, as they are on return. Gates that open and close
/// one after the other, which are tried in every small state, keep such screens.
extension ReachabilityProof {
  /// Keeps the links that wait in a gate state that gates lead to.
  mutating func connect(_ origin: Int, to gateState: Int) {
    guard !gateStates[origin].passages.contains(gateState) else { return }
    gateStates[origin].passages.append(gateState)
    for link in gateStates[origin].waiting { carry(link, to: gateState) }
    for question in gateStates[origin].questions { ask(question, in: gateState) }
  }

  mutating func wait(_ link: GateState.WaitingLink, in gateState: Int) {
    guard gateStates[gateState].add(link) else { return }
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
    gateStates[gateState].events.distinguishesScreens = true
    gateStates[gateState].events.forget()
    for index in gateStates[gateState].contexts.indices {
      gateStates[gateState].contexts[index].applied = -1
      unfinished.append((Int32(gateState), Int32(index)))
    }
  }

  /// Lets an event be applied to every small state with these gates.
  mutating func add(_ event: Event, to gateState: Int) {
    let marks = kinds.marks(of: event, given: gateStates[gateState].gates)
    gateStates[gateState].events.append(event, marks: marks)
  }

  /// Continues with the contexts to which events were not applied that have been added since. All
  /// at once: each link may wait for a gate, and is then an event of its own.
  mutating func continueWithNewEvents() {
    for index in gateStates.indices
    where gateStates[index].announced < gateStates[index].events.count {
      gateStates[index].announced = gateStates[index].events.count
      unfinished += gateStates[index].contexts.indices.map { (Int32(index), Int32($0)) }
    }
  }
}
