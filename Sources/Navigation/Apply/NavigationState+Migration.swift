import Links

extension NavigationState {
  /// The state under another definition, as after a reload: coordinators, gates and screens are
  /// found again by name, routes by plugin, pattern and screen (see `RouteNames`), values by
  /// parameter.
  ///
  /// What the new definition does not have, or no longer lets in, is gone; the transitions say so.
  /// - Parameters:
  ///   - definition: The new definition.
  ///   - old: The definition that the state was made of.
  public func migrated(
    to definition: AppDefinition, from old: AppDefinition
  ) -> (state: NavigationState, transitions: [Transition]) {
    var step = Step(event: .ready, state: NavigationState(of: definition), definition: definition)
    step.cause = "reload"
    step.state.stacks = Stacks(count: definition.coordinators.count)
    step.state.selections = definition.coordinators.map { _ in 0 }
    let moving = Migration(old: old, new: definition)
    step.state.nowMilliseconds = nowMilliseconds
    step.state.isReady = isReady
    step.state.queue = queue
    // The same event may lose other work under other routes: it is asked for anew.
    if definition === old { step.state.pendingLeave = pendingLeave }
    step.state.nextEntry = nextEntry
    step.state.nextSequence = nextSequence
    step.migrateGates(of: self, moving)
    step.migrateScreens(of: self, moving)
    step.settle()
    return (step.state, step.transitions)
  }
}

/// Finds the new number of what an old one names.
private struct Migration {
  let old: AppDefinition
  let new: AppDefinition
  private let oldNames: RouteNames
  private let newNames: RouteNames

  init(old: AppDefinition, new: AppDefinition) {
    self.old = old
    self.new = new
    oldNames = RouteNames(old)
    newNames = RouteNames(new)
  }

  func gate(_ gate: Identifier<Gate>) -> Identifier<Gate>? { new.gate(named: old[gate].name) }

  /// The coordinator of the same name and kind.
  func coordinator(_ coordinator: Identifier<Coordinator>) -> Identifier<Coordinator>? {
    new.coordinator(named: old[coordinator].name).flatMap {
      new[$0].kind == old[coordinator].kind ? $0 : nil
    }
  }

  /// The same screen on the same route; `nil` if the route is gone or wants a value that is not
  /// there.
  func entry(_ entry: ScreenEntry) -> ScreenEntry? {
    guard let route = newNames.route(of: entry, in: oldNames) else { return nil }
    let known = Array(zip(old[entry.route].parameters, entry.values))
    var values: [String?] = []
    for parameter in new[route].parameters {
      let found = known.first { sameBytes($0.0.name, parameter.name) }
      guard mayStay(found?.1, of: found?.0, as: parameter) else { return nil }
      values.append(found?.1)
    }
    var moved = ScreenEntry(id: entry.id, route: route, values: values, query: entry.query)
    moved.isDirty = entry.isDirty
    if let result = entry.result { moved.receive(result, number: entry.resultNumber) }
    return moved
  }

  /// Whether a value fits the new parameter. Where the type is what it was, it does: the value of a
  /// repeated parameter is several of its type, which the type itself cannot judge.
  private func mayStay(_ value: String?, of before: Parameter?, as parameter: Parameter) -> Bool {
    guard let value else { return parameter.isOptional }
    return before?.type == parameter.type || parameter.type.fits(value)
  }
}

extension Step {
  /// Closes every gate that requires a closed one; gates come after those they require.
  mutating func closeUnfounded() {
    for index in definition.gates.indices where state.openGates.contains(Identifier(index)) {
      guard !definition.gates[index].requires.isSubset(of: state.openGates) else { continue }
      dropLinks(waitingBehind: Identifier(index))
      state.openGates.remove(Identifier(index))
      state.subjects[index] = nil
      record(.gateClosed(Identifier(index)))
    }
  }

  fileprivate mutating func migrateGates(of old: NavigationState, _ moving: Migration) {
    for gate in old.openGates.members {
      guard let known = moving.gate(gate) else { continue }
      state.openGates.insert(known)
      state.subjects[known.index] = old.subjects[gate.index]
    }
    for waiting in old.deferred {
      guard let gate = moving.gate(waiting.gate), !state.openGates.contains(gate) else {
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

  fileprivate mutating func migrateScreens(of old: NavigationState, _ moving: Migration) {
    for index in old.stacks.indices {
      let coordinator = moving.coordinator(Identifier(index))
      let kept = moved(old.stacks[index], in: coordinator, moving)
      guard let coordinator, definition[coordinator].kind == .stack else { continue }
      state.stacks.change(coordinator, keeping: 0, adding: kept)
    }
    state.layers = []
    for layer in old.layers {
      let coordinator = moving.coordinator(layer.coordinator)
      let kept = moved(layer.stack, in: coordinator, moving)
      guard let coordinator, !kept.isEmpty else { continue }
      state.layers.append(
        Layer(kind: layer.kind, coordinator: coordinator, stack: kept, starter: layer.starter))
    }
    for index in old.selections.indices {
      guard let owner = moving.coordinator(Identifier(index)),
        let selected = old.child(of: Identifier(index), in: moving.old),
        let child = definition.coordinator(named: moving.old[selected].name),
        let place = definition[owner].children.firstIndex(of: child)
      else { continue }
      state.selections[owner.index] = place
    }
  }

  /// The screens that the new definition has; each of the others is told as pruned.
  private mutating func moved(
    _ stack: [ScreenEntry], in coordinator: Identifier<Coordinator>?, _ moving: Migration
  ) -> [ScreenEntry] {
    var kept: [ScreenEntry] = []
    for entry in stack {
      if coordinator != nil, let entry = moving.entry(entry) {
        kept.append(entry)
      } else {
        record(.prune(nil), in: coordinator)
      }
    }
    return kept
  }
}
