import Diagnostics
import Links

/// The app in the background, and gates that close by themselves.
extension EventTransaction {
  mutating func enterBackground() -> Outcome {
    guard !state.isInBackground else { return .duplicated }
    state.rare.value.backgroundMilliseconds = state.nowMilliseconds
    record(.background)
    return .moved
  }

  mutating func enterForeground() -> Outcome {
    guard state.isInBackground else { return .duplicated }
    state.rare.value.backgroundMilliseconds = nil
    record(.foreground)
    return .moved
  }

  /// Opens a link, which brings the app to the foreground unless it is refused or belongs in the
  /// browser.
  mutating func openInForeground(
    _ link: String, from source: LinkSource
  ) throws(Refusal) -> Outcome {
    guard state.isInBackground else { return try open(link, from: source) }
    let (before, count) = (state, transitions.count)
    _ = enterForeground()
    do throws(Refusal) {
      let outcome = try open(link, from: source)
      if case .outside = outcome { rollBack(to: before, transitionCount: count) }
      return outcome == .duplicated ? .moved : outcome
    } catch {
      rollBack(to: before, transitionCount: count)
      throw error
    }
  }

  /// Sets the clock. What is due until then happens in the order of its time: links expire, then
  /// gates lapse.
  mutating func tick(_ milliseconds: Int64) throws(Refusal) -> Outcome {
    guard (state.nowMilliseconds...Limits.clockMillisecondsMax).contains(milliseconds) else {
      throw .clock(
        nowMilliseconds: state.nowMilliseconds, requestedMilliseconds: milliseconds)
    }
    // Each closes a gate, and none opens one.
    while let next = nextLapse, next.milliseconds <= milliseconds {
      advance(to: next.milliseconds)
      lapse(next.gate, why: next.why)
    }
    advance(to: milliseconds)
    return .moved
  }

  private mutating func advance(to milliseconds: Int64) {
    state.nowMilliseconds = milliseconds
    let expired = state.deferred.filter { $0.expiresMilliseconds <= milliseconds }
    for waiting in expired.inOrder(by: { $0.expiresMilliseconds < $1.expiresMilliseconds }) {
      drop(waiting, why: .expired)
    }
  }

  /// The gate that lapses first if nothing else happens, and when.
  private var nextLapse: NavigationState.Lapse? {
    state.lapses(in: definition).min { $0.milliseconds < $1.milliseconds }
  }

  /// Closes a gate by itself. If that removes the visible screen, the gate's challenge is shown; if
  /// the gate keeps the place, it waits there. Like `revoke`, it loses unsaved work.
  mutating func lapse(_ gate: Identifier<Gate>, why: Transition.Lapse) {
    let before = state.withoutQuestion
    close(gate, lapse: why)
    settle()
    dropLinksWithoutChallenge(why: .displaced)
    withdrawQuestion(why: .displaced)
    guard let visible = before.visibleEntry(in: definition), state.entry(visible.id) == nil else {
      return
    }
    mayLoseWork = true
    defer { mayLoseWork = false }
    // Refused only by a limit, and then the gate is closed all the same.
    _ = try? showChallenge(of: gate, from: .inside) { step in
      guard step.definition[gate].lapses?.keepsPlace ?? false else { return }
      step.wait(
        DeferredLink(
          gate: gate, link: step.definition.link(to: visible), source: .inside, starter: nil,
          subject: before.subjects[gate.index], expiresMilliseconds: .max, place: Place(before)))
    }
  }

  /// Shows the screens of a place again, as far as their gates are open. They are new screens,
  /// without unsaved work; those that are there already stay.
  ///
  /// - Returns: False if that would lose unsaved work; nothing is changed then.
  mutating func restore(_ place: Place) -> Bool {
    let (before, count) = (state, transitions.count)
    dismissLayers(above: -1)
    var numbers: [UInt64: UInt64] = [:]
    func renewed(_ entries: some Sequence<ScreenEntry>) -> [ScreenEntry] {
      entries.map { entry in
        defer { state.nextEntry &+= 1 }
        return entry.renewed(id: state.nextEntry)
      }
    }
    func note(_ old: some Sequence<ScreenEntry>, _ new: some Sequence<ScreenEntry>) {
      for (old, new) in zip(old, new) { numbers[old.id] = new.id }
    }
    // A switch shows what its gates say.
    for index in definition.coordinators.indices
    where definition.coordinators[index].kind == .tabs
      && state.selections[index] != place.selections[index]
    {
      let owner = Identifier<Coordinator>(index)
      state.selections[index] = place.selections[index]
      if let child = state.child(of: owner, in: definition) { record(.select(child), in: owner) }
    }
    for index in place.stacks.indices where !place.stacks[index].isEmpty {
      let owner = Identifier<Coordinator>(index)
      rebuildStack(of: owner, as: renewed(place.stacks[owner]))
      note(place.stacks[owner], state.stacks[owner])
    }
    state.rare.value.earlierTabs = place.earlierTabs
    for layer in place.layers {
      let stack = renewed(layer.stack)
      note(layer.stack, stack)
      let starter = layer.starter.flatMap { numbers[$0] }
      // The place had no more layers than the limit.
      try? present(layer.kind, stack, of: layer.coordinator, starter: starter)
    }
    settle()
    dropLinksWithoutChallenge(why: .displaced)
    guard unsavedWork(lostSince: before) == nil else {
      rollBack(to: before, transitionCount: count)
      return false
    }
    return true
  }
}

extension NavigationState {
  struct Lapse {
    let gate: Identifier<Gate>
    let why: Transition.Lapse
    /// The clock time at which it is due, not before the present.
    let milliseconds: Int64
  }

  /// The gates that lapse if nothing else happens, in the order of the gates.
  func lapses(in definition: AppDefinition) -> [Lapse] {
    guard !definition.lapsingGates.isEmpty else { return [] }
    var found: [Lapse] = []
    for gate in definition.lapsingGates.members where openGates.contains(gate) {
      guard let lapses = definition[gate].lapses else { continue }
      let times: [(Transition.Lapse, Int64?, Int64?)] = [
        (.background, backgroundMilliseconds, lapses.backgroundMilliseconds),
        (.after, openedMilliseconds[gate.index], lapses.afterMilliseconds),
      ]
      for case (let why, let since?, let duration?) in times {
        let (end, overflow) = since.addingReportingOverflow(duration)
        if !overflow {
          found.append(Lapse(gate: gate, why: why, milliseconds: max(end, nowMilliseconds)))
        }
      }
    }
    return found
  }

  /// The clock times at which open gates lapse if nothing else happens.
  package func lapseTimes(in definition: AppDefinition) -> [Int64] {
    lapses(in: definition).map { $0.milliseconds }
  }

  /// The clock time at which an open gate lapses if nothing else happens; `nil` if it does not.
  package func lapseTime(of gate: Identifier<Gate>, in definition: AppDefinition) -> Int64? {
    lapses(in: definition).filter { $0.gate == gate }.map { $0.milliseconds }.min()
  }

  /// Lets an open gate close as if its time had come, whatever the clock says: what may happen at
  /// any time.
  package mutating func lapse(
    _ gate: Identifier<Gate>, in definition: AppDefinition
  ) -> Applied {
    let event = Event.tick(milliseconds: nowMilliseconds)
    var step = EventTransaction(cause: event.cause, state: self, definition: definition)
    let outcome = try? step.keepingRequest { step throws(Refusal) in
      step.lapse(gate, why: .after)
      return .moved
    }
    self = step.state
    return Applied(outcome: outcome ?? .moved, transitions: step.transitions)
  }

  /// The state without the screen that asks for consent, and what is above it.
  fileprivate var withoutQuestion: NavigationState {
    guard let request,
      let layer = layers.firstIndex(where: { $0.stack.first?.id == request.screen })
    else { return self }
    var state = self
    state.layers.removeSubrange(layer...)
    return state
  }
}

extension AppDefinition {
  /// A link that opens a screen with its values; the route's pattern if none can be built.
  package func link(to entry: ScreenEntry) -> String {
    let route = self[entry.route]
    let values = zip(route.parameters, entry.values).compactMap { parameter, text in
      text.map { (name: parameter.name, value: $0) }
    }
    return (try? table.build(route: entry.route.index, values: values)) ?? route.pattern
  }
}
