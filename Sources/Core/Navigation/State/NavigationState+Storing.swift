import Links

extension NavigationState {
  /// The state with names in place of identifiers.
  ///
  /// - Parameter names: The route names of the state's own definition.
  package func stored(by names: RouteNames) -> StoredState {
    let definition = names.definition
    var stored = StoredState()
    stored.nowMilliseconds = nowMilliseconds
    stored.isReady = isReady
    stored.nextEntry = nextEntry
    stored.nextSequence = nextSequence
    stored.pendingLeave = pendingLeave
    for gate in openGates.members where gate.index < subjects.count {
      stored.openGates.append(
        StoredState.OpenGate(name: definition[gate].name, subject: subjects[gate.index]))
    }
    stored.queue = queue.map { link in
      StoredState.WaitingLink(
        gate: "", link: link.link, source: link.source, subject: nil, expiresMilliseconds: 0)
    }
    stored.deferred = deferred.map { link in
      StoredState.WaitingLink(
        gate: definition[link.gate].name, link: link.link, source: link.source,
        subject: link.subject, expiresMilliseconds: link.expiresMilliseconds)
    }
    for index in selections.indices {
      let owner = Identifier<Coordinator>(index)
      guard let child = child(of: owner, in: definition) else { continue }
      stored.selections.append(
        StoredState.Selection(
          coordinator: definition[owner].name, child: definition[child].name))
    }
    for index in stacks.indices where !stacks[index].isEmpty {
      stored.stacks.append(Self.stack(stacks[index], of: Identifier(index), names))
    }
    stored.layers = layers.map { layer in
      StoredState.Layer(
        kind: layer.kind, stack: Self.stack(layer.stack, of: layer.coordinator, names),
        starter: layer.starter)
    }
    return stored
  }

  private static func stack(
    _ entries: [ScreenEntry], of coordinator: Identifier<Coordinator>, _ names: RouteNames
  ) -> StoredState.Stack {
    let owner = names.definition[coordinator]
    return StoredState.Stack(
      coordinator: owner.name, kind: owner.kind, screens: entries.map { screen($0, names) })
  }

  private static func screen(_ entry: ScreenEntry, _ names: RouteNames) -> StoredState.Screen {
    let route = names.definition[entry.route]
    return StoredState.Screen(
      id: entry.id,
      route: (route.plugin, route.pattern, names.definition.name(of: entry)),
      ordinal: names.ordinal(of: entry.route),
      values: zip(route.parameters, entry.values).map {
        StoredState.Value(name: $0.name, text: $1)
      },
      rest: (entry.query, entry.isDirty, entry.result, entry.resultNumber))
  }
}
