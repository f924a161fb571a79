import Links

extension NavigationState {
  /// Takes a stored state up under a definition, as after a restart: what the definition does not
  /// have, or does not let in, is gone, and the transitions say so. Every gate is checked.
  /// - Parameters:
  ///   - names: Those of the definition.
  ///   - isSame: Whether the state was stored under this very definition; then values are taken as
  ///     they are.
  /// - Returns: `nil` if no state can look like that.
  package static func restored(
    _ stored: StoredState, by names: RouteNames, isSame: Bool
  ) -> (state: NavigationState, transitions: [Transition])? {
    guard stored.isPossible else { return nil }
    let definition = names.definition
    var state = NavigationState(
      subjects: definition.gates.map { _ in nil },
      selections: definition.coordinators.map { _ in 0 },
      stacks: Stacks(count: definition.coordinators.count))
    state.nowMilliseconds = stored.nowMilliseconds
    state.isReady = stored.isReady
    state.queue = stored.queue.map { QueuedLink(link: $0.link, source: $0.source) }
    // The same event may lose other work under other routes: it is asked for anew.
    if isSame { state.pendingLeave = stored.pendingLeave }
    state.nextEntry = stored.nextEntry
    state.nextSequence = stored.nextSequence
    var step = Step(event: .ready, state: state, definition: definition)
    step.cause = "restart"
    step.restoreGates(stored)
    step.restoreScreens(stored, names, isSame: isSame)
    step.settle()
    // A definition may have none of the screens; then there is nothing to go on with.
    guard step.state.visibleEntry(in: definition) != nil else { return nil }
    return (step.state, step.transitions)
  }
}

extension StoredState {
  /// Whether its numbers are such as a state has: nothing that follows can go over a bound.
  fileprivate var isPossible: Bool {
    guard (0...Limits.clockMillisecondsMax).contains(nowMilliseconds), nextEntry <= numberMax,
      nextSequence <= numberMax, !isReady || queue.isEmpty, queue.count <= Limits.queuedLinksMax,
      layers.count <= Limits.layersMax
    else { return false }
    var numbers: Set<UInt64> = []
    for stack in stacks + layers.map(\.stack) {
      guard stack.screens.count <= Limits.stackDepthMax else { return false }
      for screen in stack.screens {
        guard screen.id < nextEntry, numbers.insert(screen.id).inserted else { return false }
      }
    }
    return layers.allSatisfy { $0.kind != .flow || $0.stack.kind == .flow }
  }
}

extension Step {
  fileprivate mutating func restoreGates(_ stored: StoredState) {
    for open in stored.openGates {
      guard let gate = definition.gate(named: open.name) else { continue }
      state.openGates.insert(gate)
      state.subjects[gate.index] = open.subject
    }
    for waiting in stored.deferred {
      guard let gate = definition.gate(named: waiting.gate), !state.openGates.contains(gate),
        waiting.expiresMilliseconds > stored.nowMilliseconds,
        !state.deferred.contains(where: { $0.gate == gate })
      else {
        record(.drop(gate: nil, link: waiting.link, why: .cancelled))
        continue
      }
      state.deferred.append(
        DeferredLink(
          gate: gate, link: waiting.link, source: waiting.source, subject: waiting.subject,
          expiresMilliseconds: waiting.expiresMilliseconds))
    }
    state.deferred.sort { $0.gate < $1.gate }
    closeUnfounded()
  }

  fileprivate mutating func restoreScreens(
    _ stored: StoredState, _ names: RouteNames, isSame: Bool
  ) {
    for stack in stored.stacks {
      let coordinator = coordinator(of: stack)
      let kept = restored(stack.screens, in: coordinator, names, isSame: isSame)
      guard let coordinator, definition[coordinator].kind == .stack,
        state.stacks[coordinator].isEmpty
      else { continue }
      state.stacks.change(coordinator, keeping: 0, adding: kept)
    }
    for layer in stored.layers {
      let coordinator = coordinator(of: layer.stack)
      let kept = restored(layer.stack.screens, in: coordinator, names, isSame: isSame)
      guard let coordinator, !kept.isEmpty else { continue }
      state.layers.append(
        Layer(kind: layer.kind, coordinator: coordinator, stack: kept, starter: layer.starter))
    }
    for selection in stored.selections {
      guard let owner = definition.coordinator(named: selection.coordinator),
        let child = definition.coordinator(named: selection.child),
        let place = definition[owner].children.firstIndex(of: child)
      else { continue }
      state.selections[owner.index] = place
    }
  }

  /// The coordinator of the same name and kind.
  private func coordinator(of stack: StoredState.Stack) -> Identifier<Coordinator>? {
    definition.coordinator(named: stack.coordinator).flatMap {
      definition[$0].kind == stack.kind ? $0 : nil
    }
  }

  /// The screens that the definition has; each of the others is told as pruned.
  private mutating func restored(
    _ screens: [StoredState.Screen], in coordinator: Identifier<Coordinator>?, _ names: RouteNames,
    isSame: Bool
  ) -> [ScreenEntry] {
    var kept: [ScreenEntry] = []
    for screen in screens {
      if coordinator != nil, let entry = entry(of: screen, names, isSame: isSame) {
        kept.append(entry)
      } else {
        record(.prune(nil), in: coordinator)
      }
    }
    return kept
  }

  private func entry(
    of screen: StoredState.Screen, _ names: RouteNames, isSame: Bool
  ) -> ScreenEntry? {
    guard let route = names.route(of: screen, isSame: isSame) else { return nil }
    var values: [String?] = []
    for parameter in definition[route].parameters {
      let found = screen.values.first { sameBytes($0.name, parameter.name) }?.text
      if let found {
        // A value that spans segments is several of its type, which the type itself cannot judge.
        guard isSame || parameter.spansSegments || parameter.type.fits(found) else { return nil }
      } else if !parameter.isOptional {
        return nil
      }
      values.append(found)
    }
    var entry = ScreenEntry(id: screen.id, route: route, values: values, query: screen.query)
    entry.isDirty = screen.isDirty
    if let result = screen.result { entry.receive(result, number: screen.resultNumber) }
    return entry
  }
}

/// Numbers of screens and transitions above this are garbage; there is room to count on.
private let numberMax: UInt64 = 1 << 62
