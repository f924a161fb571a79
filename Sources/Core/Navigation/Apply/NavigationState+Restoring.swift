import Diagnostics
import Links

extension NavigationState {
  /// The state under another definition, as after a reload. Coordinators, gates and screens are
  /// matched by name, routes by plugin, pattern and screen (see `RouteNames`), values by parameter.
  ///
  /// What the new definition lacks or no longer admits is removed; the transitions report it.
  ///
  /// - Parameters:
  ///   - definition: The new definition.
  ///   - old: The definition that the state belongs to.
  public func migrated(
    to definition: AppDefinition, from old: AppDefinition
  ) -> (state: NavigationState, transitions: [Transition]) {
    let names = RouteNames(old)
    let step = EventTransaction(
      restoring: stored(by: names), by: definition === old ? names : RouteNames(definition),
      from: names, cause: .reload)
    return (step.state, step.transitions)
  }

  /// Restores a stored state under a definition, as after a restart. What the definition lacks or
  /// does not admit is removed, and the transitions report it. Every gate is checked.
  ///
  /// - Parameters:
  ///   - names: The route names of the definition.
  ///   - isSame: Whether the state was stored under this very definition.
  /// - Returns: `nil` if the stored state cannot exist, or if no screen is left to show.
  package static func restored(
    _ stored: StoredState, by names: RouteNames, isSame: Bool
  ) -> (state: NavigationState, transitions: [Transition])? {
    guard stored.isPossible else { return nil }
    let step = EventTransaction(
      restoring: stored, by: names, from: isSame ? names : nil, cause: .restart)
    guard step.state.visibleEntry(in: names.definition) != nil else { return nil }
    return (step.state, step.transitions)
  }
}

extension StoredState {
  /// Whether its numbers are within the limits of a state.
  fileprivate var isPossible: Bool {
    guard (0...Limits.clockMillisecondsMax).contains(nowMilliseconds), nextEntry <= numberMax,
      nextSequence <= numberMax, !isReady || queue.isEmpty, queue.count <= Limits.queuedLinksMax,
      ([tree] + deferred.compactMap { $0.place }).allSatisfy({ $0.isPossible(before: nextEntry) })
    else { return false }
    let times = [backgroundMilliseconds] + openGates.map { $0.openedMilliseconds }
    guard times.allSatisfy({ $0.map { (0...nowMilliseconds).contains($0) } ?? true }) else {
      return false
    }
    return request.map { request in
      isReady && tree.layers.contains { $0.stack.screens.first?.id == request.screen }
    } ?? true
  }
}

extension StoredState.Tree {
  /// Whether it is within the limits of a state whose next screen has this id.
  fileprivate func isPossible(before nextEntry: UInt64) -> Bool {
    guard layers.count <= Limits.layersMax else { return false }
    var numbers: Set<UInt64> = []
    for stack in stacks + layers.map({ $0.stack }) {
      guard stack.screens.count <= Limits.stackDepthMax else { return false }
      for screen in stack.screens {
        guard screen.id < nextEntry, numbers.insert(screen.id).inserted else { return false }
      }
    }
    return layers.allSatisfy { $0.kind != .flow || $0.stack.kind == .flow }
  }
}

extension EventTransaction {
  /// Restores a stored state.
  ///
  /// - Parameters:
  ///   - names: The route names of the definition to restore it under.
  ///   - old: The route names of the definition it was stored under; `nil` if unavailable.
  fileprivate init(
    restoring stored: StoredState, by names: RouteNames, from old: RouteNames?,
    cause: Transition.Cause
  ) {
    let definition = names.definition
    var state = definition.emptyState
    state.nowMilliseconds = stored.nowMilliseconds
    state.rare.value.backgroundMilliseconds = stored.backgroundMilliseconds
    state.isReady = stored.isReady
    state.rare.value.queue = stored.queue.map { QueuedLink(link: $0.link, source: $0.source) }
    state.nextEntry = stored.nextEntry
    state.nextSequence = stored.nextSequence
    self.init(cause: cause, state: state, definition: definition)
    restoreGates(stored)
    restoreWaiting(stored, by: names, from: old)
    closeGatesWithClosedRequirements()
    restore(stored.tree, by: names, from: old)
    settle()
    dropLinksWithoutChallenge(why: .displaced)
    restoreRequest(stored, isSame: definition === old?.definition)
    restoreQuestion(stored, isSame: definition === old?.definition)
  }

  /// Keeps a screen that asks for consent; under another definition, the link may open elsewhere.
  private mutating func restoreRequest(_ stored: StoredState, isSame: Bool) {
    state.rare.value.request = stored.request
    if isSame { dropRequestWithoutScreen(why: .displaced) } else { dropRequest(why: .displaced) }
  }

  private mutating func restoreQuestion(_ stored: StoredState, isSame: Bool) {
    guard let event = stored.pendingLeave else { return }
    let gate = stored.pendingGate.flatMap { definition.gate(named: $0) }
    state.rare.value.pendingLeave = PendingLeave(event: event, gate: gate)
    // Under other routes the same event may lose other work, so the user must be asked again.
    if !isSame { withdrawQuestion(why: .displaced) }
  }

  private mutating func restoreGates(_ stored: StoredState) {
    for open in stored.openGates {
      guard let gate = definition.gate(named: open.name) else { continue }
      state.openGates.insert(gate)
      state.rare.value.subjects[gate.index] = open.subject
      if definition[gate].lapses?.afterMilliseconds != nil {
        state.rare.value.openedMilliseconds[gate.index] =
          open.openedMilliseconds ?? stored.nowMilliseconds
      }
    }
  }

  private mutating func restoreWaiting(
    _ stored: StoredState, by names: RouteNames, from old: RouteNames?
  ) {
    for waiting in stored.deferred {
      let place = waiting.place.map { restoredPlace($0, by: names, from: old) }
      let link = definition.gate(named: waiting.gate).map { gate in
        DeferredLink(
          gate: gate, link: waiting.link, source: waiting.source, starter: waiting.starter,
          subject: waiting.subject, expiresMilliseconds: waiting.expiresMilliseconds, place: place)
      }
      guard let link, link.expiresMilliseconds > stored.nowMilliseconds,
        !state.openGates.contains(link.gate) || state.isForOtherAccount(link, in: definition),
        !state.deferred.contains(where: { $0.gate == link.gate })
      else {
        record(.drop(gate: nil, link: waiting.link, why: .cancelled))
        continue
      }
      state.rare.value.deferred.append(link)
    }
    state.rare.value.deferred = state.rare.value.deferred.inOrder { $0.gate < $1.gate }
  }

  /// What is left of a place: a state of its own whose screens take no part in the tree.
  private func restoredPlace(
    _ tree: StoredState.Tree, by names: RouteNames, from old: RouteNames?
  ) -> Place {
    var step = EventTransaction(
      cause: .restart, state: definition.emptyState, definition: definition)
    step.restore(tree, by: names, from: old)
    return Place(step.state)
  }

  /// Closes every gate that requires a closed one. Gates come after those that they require.
  private mutating func closeGatesWithClosedRequirements() {
    for index in definition.gates.indices where state.openGates.contains(Identifier(index)) {
      guard !definition.gates[index].requires.isSubset(of: state.openGates) else { continue }
      dropLinks(dependingOn: Identifier(index))
      state.openGates.remove(Identifier(index))
      state.rare.value.subjects[index] = nil
      state.rare.value.openedMilliseconds[index] = nil
      record(.gateClosed(Identifier(index)))
    }
  }

  private mutating func restore(
    _ tree: StoredState.Tree, by names: RouteNames, from old: RouteNames?
  ) {
    for stack in tree.stacks {
      let coordinator = coordinator(of: stack)
      let kept = restored(stack.screens, in: coordinator, by: names, from: old)
      guard let coordinator, definition[coordinator].kind == .stack,
        state.stacks[coordinator].isEmpty
      else { continue }
      state.stacks.change(coordinator, keeping: 0, adding: kept)
    }
    for layer in tree.layers {
      let coordinator = coordinator(of: layer.stack)
      let kept = restored(layer.stack.screens, in: coordinator, by: names, from: old)
      guard let coordinator, !kept.isEmpty else { continue }
      state.layers.append(
        Layer(kind: layer.kind, coordinator: coordinator, stack: kept, starter: layer.starter))
    }
    for selection in tree.selections {
      guard let owner = definition.coordinator(named: selection.coordinator),
        let child = definition.coordinator(named: selection.child),
        let place = definition[owner].children.firstIndex(of: child)
      else { continue }
      state.selections[owner.index] = place
    }
    // `settle` forgets those that are selected or cannot be shown.
    for name in tree.earlierTabs {
      guard let tab = definition.coordinator(named: name), let owner = definition[tab].parent,
        definition[owner].back == .history, !state.earlierTabs.contains(tab)
      else { continue }
      state.rare.value.earlierTabs.append(tab)
    }
  }

  /// The coordinator of the same name and kind.
  private func coordinator(of stack: StoredState.Stack) -> Identifier<Coordinator>? {
    definition.coordinator(named: stack.coordinator).flatMap {
      definition[$0].kind == stack.kind ? $0 : nil
    }
  }

  /// The screens that exist in the definition; each of the others is recorded as pruned.
  private mutating func restored(
    _ screens: [StoredState.Screen], in coordinator: Identifier<Coordinator>?,
    by names: RouteNames, from old: RouteNames?
  ) -> [ScreenEntry] {
    var kept: [ScreenEntry] = []
    for screen in screens {
      if coordinator != nil, let entry = names.entry(of: screen, from: old) {
        kept.append(entry)
      } else {
        record(.remove(screen: screen.screen), in: coordinator)
      }
    }
    return kept
  }
}

extension RouteNames {
  /// The same screen on the same route; `nil` if the route is gone or a required value is missing.
  fileprivate func entry(of screen: StoredState.Screen, from old: RouteNames?) -> ScreenEntry? {
    guard let route = route(of: screen, from: old) else { return nil }
    var values: [String?] = []
    for parameter in definition[route].parameters {
      let found = screen.values.first { sameBytes($0.name, parameter.name) }?.text
      let mayStay =
        found.map { parameter.type.fits($0) || isUnchanged(parameter, of: screen, in: old) }
        ?? parameter.isOptional
      guard mayStay else { return nil }
      values.append(found)
    }
    let content = LinkContent(
      values: values, query: screen.query, result: screen.result,
      resultNumber: screen.resultNumber)
    var entry = ScreenEntry(id: screen.id, route: route, content: content)
    entry.isDirty = screen.isDirty
    return entry
  }

  /// Whether a value can stay although as a whole it does not fit the parameter's type: a value
  /// that spans segments holds several texts of the type, which the type cannot check.
  private func isUnchanged(
    _ parameter: Parameter, of screen: StoredState.Screen, in old: RouteNames?
  ) -> Bool {
    guard let old else { return parameter.spansSegments }
    guard let route = old.storedRoute(of: screen) else { return false }
    return old.definition[route].parameters.contains {
      sameBytes($0.name, parameter.name) && $0.type == parameter.type
    }
  }
}

/// Larger ids and sequence numbers are rejected, which leaves room to count on.
private let numberMax: UInt64 = 1 << 62
