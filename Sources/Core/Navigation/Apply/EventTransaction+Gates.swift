import Diagnostics

extension EventTransaction {
  /// Shows a gate's challenge and defers the link until the gate opens.
  mutating func challenge(
    _ gate: Identifier<Gate>, for intent: Intent
  ) throws(Refusal) -> Outcome {
    try showChallenge(of: gate, from: intent.source) { $0.deferLink(intent, to: gate) }
  }

  /// Shows a gate's challenge for what `deferring` makes wait.
  mutating func showChallenge(
    of gate: Identifier<Gate>, from source: LinkSource,
    deferring: (inout EventTransaction) -> Void
  ) throws(Refusal) -> Outcome {
    isChallenging = true
    defer { isChallenging = false }
    let challenge = definition[gate].challenge
    let outcome = try attempt { step throws(Refusal) in
      deferring(&step)
      let entry = step.makeEntry(challenge)
      let shown = step.state.visibleEntry(in: step.definition)
      let isShown = shown.map { step.definition.isChallenge($0, of: gate) } ?? false
      if !source.isInside || !isShown { try step.place(entry, from: source) }
      step.replaceLostStarter(ofLinkWaitingFor: gate)
    }
    if case .blocked = outcome { return outcome }
    return .deferred(gate: definition[gate].name)
  }

  /// Opens a gate, removes its challenge and resumes the link that waited for it. If no link waited
  /// and a switch in the selected tab now shows a child that requires another closed gate, asks for
  /// that gate. A gate is a fact: unsaved work can block only the link that is resumed.
  ///
  /// - Parameter subject: Who; by default the account that the link which waits names.
  mutating func satisfy(_ name: String, by subject: String?) throws(Refusal) -> Outcome {
    let gate = try gate(named: name)
    let asked = accountAsked(by: gate)
    try checkLength(of: subject)
    if subject == nil { try checkLength(of: asked, as: "the account that the link names") }
    let subject = subject ?? asked
    let required = definition[gate].requires.subtracting(state.openGates)
    if let first = required.first {
      throw .gateRequires(gate: name, required: definition[first].name)
    }
    let isOpen = state.openGates.contains(gate)
    let isUnchanged = isOpen && subject.map { isSubject(of: gate, $0) } ?? true
    let lapses = definition[gate].lapses
    if lapses?.backgroundMilliseconds != nil, state.backgroundMilliseconds != nil {
      throw .inBackground
    }
    if isUnchanged, asked == nil {
      // Its time begins anew.
      guard lapses?.afterMilliseconds != nil,
        state.openedMilliseconds[gate.index] != state.nowMilliseconds
      else { return .duplicated }
    }
    if isOpen, !isUnchanged {
      // Another subject: first close the gate for the previous one.
      close(gate)
      settle()
      replaceLostStarter(ofLinkWaitingFor: gate)
    }
    if !isUnchanged || asked == nil {
      state.openGates.insert(gate)
      state.rare.value.subjects[gate.index] = subject ?? state.subjects[gate.index]
      if lapses?.afterMilliseconds != nil {
        state.rare.value.openedMilliseconds[gate.index] = state.nowMilliseconds
      }
      record(.gateOpened(gate, subject: state.subjects[gate.index]))
    }
    // The challenge may be the starter, and a switch may now hide it.
    var isAtStarter = isAtStarter(ofLinkWaitingFor: gate)
    removeChallenges(of: gate)
    isAtStarter = isAtStarter || self.isAtStarter(ofLinkWaitingFor: gate)
    settle()
    dropLinksWithoutChallenge(why: .displaced, resuming: gate)
    return resume(gate, as: subject, isAtStarter: isAtStarter) ?? openTurnedAway() ?? .moved
  }

  /// Closes a gate and all gates that require it. Screens that require one of them are pruned, and
  /// links that wait for the same subject are dropped.
  mutating func revoke(_ name: String) throws(Refusal) -> Outcome {
    let gate = try gate(named: name)
    guard state.openGates.contains(gate) else {
      // The place of somebody who is logged out is not another's.
      guard let place = state.deferred.first(where: { $0.gate == gate && $0.place != nil }) else {
        return .duplicated
      }
      drop(place, why: .otherSubject)
      return .moved
    }
    close(gate)
    settle()
    dropLinksWithoutChallenge(why: .displaced)
    return .moved
  }

  /// - Parameter lapse: Why it closes, if it does so by itself.
  mutating func close(_ gate: Identifier<Gate>, lapse: Transition.Lapse? = nil) {
    dropLinks(dependingOn: gate)
    for index in definition.gates.indices.reversed() {
      let other = Identifier<Gate>(index)
      guard state.openGates.contains(other),
        other == gate || definition[other].requires.contains(gate)
      else { continue }
      state.openGates.remove(other)
      var rare = state.rare.value
      (rare.subjects[index], rare.openedMilliseconds[index]) = (nil, nil)
      state.rare.value = rare
      record(.gateClosed(other, lapse: lapse))
    }
  }

  /// Removes a gate's challenge from every stack, with everything on top of it. A stack keeps its
  /// start, and gets it if the challenge has replaced it.
  private mutating func removeChallenges(of gate: Identifier<Gate>) {
    if let lowest = state.layers.firstIndex(where: { layer in
      layer.stack.contains { isChallenge($0, of: gate) }
    }) {
      dismissLayers(above: lowest)
      let layer = state.layers[lowest]
      if isChallenge(layer.stack.first, of: gate) {
        if !restoreFlow(at: lowest) { dismissLayers(above: lowest - 1) }
      } else if let count = countBelowChallenge(of: gate, in: layer.stack[...]) {
        record(
          .pop, in: layer.coordinator, from: layer.stack.last, to: layer.stack[count - 1])
        state.layers[lowest].stack.removeSubrange(count...)
      }
    }
    let base = state.visibleBase(in: definition)
    for index in state.stacks.indices {
      let owner = Identifier<Coordinator>(index)
      let stack = state.stacks[owner]
      let isStart = stack.first.map { definition.isStart($0, of: owner) } ?? false
      let isReplaced = isChallenge(stack.first, of: gate) && !isStart
      let count = isReplaced ? 0 : countBelowChallenge(of: gate, in: stack)
      guard let count else { continue }
      if owner == base { dismissLayers(above: -1) }
      if count > 0 {
        record(.pop, in: owner, from: stack.last, to: stack.prefix(count).last)
        state.stacks.change(owner, keeping: count, adding: EmptyCollection())
      } else if definition.canStart(owner, given: state.openGates) {
        setStart(of: owner)
      } else {
        record(.pop, in: owner, from: stack.last)
        state.stacks.change(owner, keeping: 0, adding: EmptyCollection())
      }
    }
  }

  /// Gives a flow its start if a screen that does not belong to the flow has replaced its stack;
  /// returns whether it did.
  mutating func restoreFlow(at index: Int) -> Bool {
    let layer = state.layers[index]
    guard layer.kind == .flow, let first = layer.stack.first,
      definition[first.route].coordinator != layer.coordinator,
      let start = definition[layer.coordinator].start,
      definition.canStart(layer.coordinator, given: state.openGates)
    else { return false }
    let entry = makeEntry(start)
    record(.setRoot, in: layer.coordinator, from: layer.stack.last, to: entry)
    state.layers[index].stack = [entry]
    return true
  }

  /// The number of screens below the challenge; `nil` if it is the first screen or absent.
  private func countBelowChallenge(
    of gate: Identifier<Gate>, in stack: ArraySlice<ScreenEntry>
  ) -> Int? {
    stack.dropFirst().firstIndex { isChallenge($0, of: gate) }.map { $0 - stack.startIndex }
  }

  private func isChallenge(_ entry: ScreenEntry?, of gate: Identifier<Gate>) -> Bool {
    guard let entry else { return false }
    return definition.isChallenge(entry, of: gate)
  }

  private func isSubject(of gate: Identifier<Gate>, _ subject: String) -> Bool {
    sameBytes(state.subjects[gate.index], subject)
  }

  private func gate(named name: String) throws(Refusal) -> Identifier<Gate> {
    guard let gate = definition.gate(named: name) else {
      throw .unknownGate(
        name: name, nearest: nearest(to: name, in: definition.gates.map { $0.name }))
    }
    return gate
  }
}
