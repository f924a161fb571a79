import Diagnostics
import Links

extension EventTransaction {
  /// Opens a link; see docs/navigation.md, "Links from outside" and "Links from inside".
  mutating func open(_ link: String, from source: LinkSource) throws(Refusal) -> Outcome {
    let found = try definition.resolve(
      link, given: state.openGates, from: try definition.source(of: source))
    guard case .screen = definition[found.route].target else {
      return .outside(link: found.hops.last?.link ?? link)
    }
    guard state.isReady else { return try enqueue(QueuedLink(link: link, source: source)) }
    if definition.asksForConsent, !source.hasConsent, let origin = found.source,
      let template = definition.consent(to: found.route, from: origin)
    {
      return try ask(link, from: source, by: template)
    }
    return try attempt(
      Intent(link: link, source: source, found: found), following: found.hops,
      isCertain: isCertain(found.route)
    ) {
      step throws(Refusal) in
      let entry = step.makeEntry(found.route, found.content)
      let count = step.transitions.count
      try step.place(entry, from: source)
      if step.arrivals != nil, let origin = found.source {
        step.noteArrival(of: entry, by: count..., from: origin, hasConsent: source.hasConsent)
      }
    }
  }

  /// Whether a link to a route opens whatever is shown: every gate on the way is open, no switch
  /// can hide it, no limit is near, and there is no unsaved work.
  private func isCertain(_ route: Identifier<Route>) -> Bool {
    definition.accountGates.isEmpty && !state.hasUnsavedWork
      && definition.gatesOnTheWay(to: route).isSubset(of: state.openGates)
      && !definition.isBelowSwitch(definition[route].coordinator ?? definition.home)
      && state.layers.count + 2 <= Limits.layersMax
      && state.layers.allSatisfy { $0.stack.count < Limits.stackDepthMax }
      && state.visible(in: definition).count < Limits.stackDepthMax
  }

  /// Notes the screens that a link has placed; one that it has updated has kept its id.
  private mutating func noteArrival(
    of entry: ScreenEntry, by changes: PartialRangeFrom<Int>, from source: Identifier<Source>,
    hasConsent: Bool
  ) {
    var placed = [entry.id..<state.nextEntry]
    for change in transitions[changes] where change.name == .update {
      if let id = change.to?.id { placed.append(id..<(id + 1)) }
    }
    let sequence = state.nextSequence
    for screens in placed {
      arrivals?.append(
        Arrival(source: source, hasConsent: hasConsent, screens: screens, sequence: sequence))
    }
  }

  mutating func tap(_ name: String) throws(Refusal) -> Outcome {
    guard let entry = state.visibleEntry(in: definition),
      let screen = definition.screen(shownBy: entry.route)
    else { throw .unknownTap(name: name, screen: "", taps: []) }
    let taps = definition[screen].taps
    guard let tap = taps.indices.first(where: { sameBytes(taps[$0].name, name) }) else {
      throw .unknownTap(name: name, screen: definition[screen].name, taps: taps.map { $0.name })
    }
    switch taps[tap].target {
    case .event(let event): return try perform(event)
    case .link(let template):
      return try open(definition.link(template, on: entry), from: .inside)
    }
  }

  mutating func makeEntry(_ destination: Destination) -> ScreenEntry {
    makeEntry(destination.route, destination.content)
  }

  mutating func makeEntry(
    _ route: Identifier<Route>, _ content: LinkContent
  ) -> ScreenEntry {
    defer { state.nextEntry &+= 1 }
    return ScreenEntry(id: state.nextEntry, route: route, content: content)
  }

  /// Shows a screen where its route places it.
  mutating func place(_ entry: ScreenEntry, from source: LinkSource) throws(Refusal) {
    if source.isInside { try placeFromInside(entry) } else { try placeFromOutside(entry) }
  }

  // MARK: From inside

  /// Adds the screen to what is visible if its route belongs there, otherwise places it as a link
  /// from outside would.
  private mutating func placeFromInside(_ entry: ScreenEntry) throws(Refusal) {
    let presentation = definition[entry.route].presentation
    let current = state.visibleCoordinator(in: definition)
    if isPlacedAsFromOutside(entry.route) { return try placeFromOutside(entry) }
    if let owner = definition[entry.route].coordinator, owner != current {
      guard let kind = presentation.layerKind, definition[owner].kind != .flow else {
        return try placeInFlow(entry, owner)
      }
      return try present(kind, [entry], of: owner)
    }
    if isRepeated(entry, definition[entry.route].repeatPolicy) { return }
    try add(entry, presentation)
  }

  /// Whether a link from inside opens a route at the same place as one from outside does,
  /// regardless of what is visible: a route of another coordinator that is neither a flow's nor
  /// presented.
  func isPlacedAsFromOutside(_ route: Identifier<Route>) -> Bool {
    guard let owner = definition[route].coordinator else { return false }
    return owner != state.visibleCoordinator(in: definition) && definition[owner].kind != .flow
      && definition[route].presentation.layerKind == nil
  }

  /// Adds a screen to the visible stack or presents it on top.
  private mutating func add(
    _ entry: ScreenEntry, _ presentation: Presentation
  ) throws(Refusal) {
    switch presentation {
    case .push: try push(entry)
    case .replace: replaceTop(with: entry)
    case .root: setRoot(entry)
    case .sheet, .cover:
      guard let kind = presentation.layerKind else { return }
      try present(kind, [entry], of: state.visibleCoordinator(in: definition))
    case .outside, .refuse: return
    }
  }

  /// Places a screen in a flow, starting the flow on top if it is not running.
  private mutating func placeInFlow(
    _ entry: ScreenEntry, _ flow: Identifier<Coordinator>
  ) throws(Refusal) {
    let presentation = definition[entry.route].presentation
    if let running = state.layers.lastIndex(where: { $0.kind == .flow && $0.coordinator == flow }) {
      dismissLayers(above: running)
      if isRepeated(entry, definition[entry.route].repeatPolicy) { return }
      return try add(entry, presentation)
    }
    let starter = state.visibleEntry(in: definition)?.id
    if presentation.layerKind == nil {
      let lower = presentation == .root ? [] : lowerScreens(for: entry, in: flow)
      try present(.flow, lower + [entry], of: flow, starter: starter)
    } else {
      try present(.flow, lowerScreens(for: entry, in: flow), of: flow, starter: starter)
      try add(entry, presentation)
    }
  }

  /// Whether the repeat policy applies: the screen is already there.
  private mutating func isRepeated(_ entry: ScreenEntry, _ policy: RepeatPolicy) -> Bool {
    let stack = state.visible(in: definition)
    switch policy {
    case .push: return false
    case .reuse: return stack.last.map { definition.isSame($0, entry) } ?? false
    case .popTo:
      guard let index = stack.lastIndex(where: { definition.isSame($0, entry) }) else {
        return false
      }
      popVisible(toCount: index - stack.startIndex + 1)
      return true
    case .update:
      guard let top = stack.last, top.route == entry.route else { return false }
      if !definition.isSame(top, entry) { updateTop(to: entry) }
      return true
    }
  }

  // MARK: From outside

  /// Produces the same visible stack regardless of what was shown before: dismisses layers, selects
  /// the owning coordinator and rebuilds its stack as start, parents and target.
  private mutating func placeFromOutside(_ entry: ScreenEntry) throws(Refusal) {
    let presentation = definition[entry.route].presentation
    let layerKind = presentation.layerKind
    let owner = definition.owner(ofLinkTo: entry.route)
    var layers: [Layer] = []
    var stack: [ScreenEntry] = []
    if let owner {
      stack = presentation == .root ? [] : lowerScreens(for: entry, in: owner)
      if layerKind == nil { appendUnlessRepeated(entry, to: &stack) }
      if definition[owner].kind == .flow {
        layers.append(Layer(kind: .flow, coordinator: owner, stack: stack, starter: nil))
      }
    }
    if let layerKind {
      let coordinator = owner ?? state.visibleBase(in: definition)
      layers.append(
        Layer(kind: layerKind, coordinator: coordinator, stack: [entry], starter: nil))
    }
    var kept = commonPrefix(state.layers, layers)
    if kept == layers.count - 1, kept == state.layers.count - 1, let wanted = layers.last,
      let top = state.layers.last, top.kind == wanted.kind, top.coordinator == wanted.coordinator,
      isUpdate(top.stack[...], to: wanted.stack)
    {
      updateTop(to: entry)
      kept = layers.count
    }
    dismissLayers(above: kept - 1)
    if let owner, definition[owner].kind != .flow {
      selectPath(to: owner)
      rebuildStack(of: owner, as: stack)
      shown = owner
    }
    for layer in layers[kept...] {
      try present(layer.kind, layer.stack, of: layer.coordinator)
    }
  }

  /// The screens below one that a link opens from outside: the coordinator's start, then the
  /// route's parents.
  private mutating func lowerScreens(
    for entry: ScreenEntry, in owner: Identifier<Coordinator>
  ) -> [ScreenEntry] {
    var stack: [ScreenEntry] = []
    stack.reserveCapacity(definition[entry.route].parents.count + 2)
    if let start = definition[owner].start {
      stack.append(makeEntry(start))
    }
    for parent in definition[entry.route].parents {
      let screen = makeEntry(parent.route, parent.content(below: entry.content))
      appendUnlessRepeated(screen, to: &stack)
    }
    if let last = stack.last, definition.isSame(last, entry) { stack.removeLast() }
    return stack
  }

  private func commonPrefix(_ left: [Layer], _ right: [Layer]) -> Int {
    if right.isEmpty { return 0 }
    return zip(left, right).prefix { old, new in
      old.kind == new.kind && old.coordinator == new.coordinator
        && old.stack.count == new.stack.count
        && zip(old.stack, new.stack).allSatisfy { definition.isSame($0, $1) }
    }.count
  }

  private func appendUnlessRepeated(_ entry: ScreenEntry, to stack: inout [ScreenEntry]) {
    if let last = stack.last, definition.isSame(last, entry) { return }
    stack.append(entry)
  }
}

extension Presentation {
  package var layerKind: Layer.Kind? {
    switch self {
    case .sheet: .sheet
    case .cover: .cover
    case .push, .root, .replace, .outside, .refuse: nil
    }
  }
}

extension Route.Parent {
  /// The parent's values, taken from those of the screen above it.
  fileprivate func content(below screen: LinkContent) -> LinkContent {
    guard !sources.isEmpty else { return LinkContent() }
    return LinkContent { writer in
      for source in sources {
        switch source {
        case .fixed(let value): writer.add(value)
        case .value(let index): writer.add(index, of: screen)
        }
      }
    }
  }
}
