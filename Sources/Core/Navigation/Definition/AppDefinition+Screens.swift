import Links

/// What a definition says about a screen on a stack.
extension AppDefinition {
  /// The screen's definition; `nil` only if the entry is of another definition.
  public func screen(of entry: ScreenEntry) -> ScreenDefinition? {
    guard case .screen(let screen) = self[entry.route].target else { return nil }
    return self[screen]
  }

  /// The screen's name.
  public func name(of entry: ScreenEntry) -> String {
    name(ofScreen: self[entry.route])
  }

  /// The name of the screen that a route opens; its pattern if it opens none.
  public func name(ofScreen route: Route) -> String {
    guard case .screen(let screen) = route.target else { return route.pattern }
    return self[screen].name
  }

  /// The title with the screen's values in it.
  public func title(of entry: ScreenEntry) -> String {
    let values = values(of: entry)
    return screen(of: entry)?.title.filled { name in
      values.first { sameBytes($0.name, name) }?.value
    } ?? name(of: entry)
  }

  /// The values that are present, by name: those of the link in the order of the route's
  /// parameters, then those that the route gives besides.
  public func values(of entry: ScreenEntry) -> [(name: String, value: String)] {
    values(of: entry.route, given: entry.values)
  }

  /// What a route's screen gets, by name.
  /// - Parameter given: One value per parameter of the route.
  public func values(
    of route: Identifier<Route>, given: [String?]
  ) -> [(name: String, value: String)] {
    let route = self[route]
    let own = zip(route.parameters, given).compactMap { parameter, value in
      value.map { (name: parameter.name, value: $0) }
    }
    guard !route.fixedValues.isEmpty else { return own }
    let fixed = route.fixedValues.map { value in
      let text = value.text.filled { name in own.first { sameBytes($0.name, name) }?.value }
      return (name: value.name, value: text)
    }
    return own + fixed
  }

  /// The link that a tap on a screen opens; `nil` for a tap that asks for an event.
  public func link(of tap: Tap, on entry: ScreenEntry) -> String? {
    guard case .link(let template) = tap.target else { return nil }
    return link(template, on: entry)
  }

  /// A link of a screen, with its values filled in and percent-encoded.
  func link(_ template: Template, on entry: ScreenEntry) -> String {
    link(template, of: entry.route, given: entry.values)
  }

  /// A link of a route's screen, with its values filled in and percent-encoded.
  /// - Parameter given: One value per parameter of the route.
  package func link(
    _ template: Template, of id: Identifier<Route>, given: [String?]
  ) -> String {
    let route = self[id]
    let names = route.parameters
    guard !route.fixedValues.isEmpty else {
      return template.filledAsLink(names: names, values: given)
    }
    let fixed = values(of: id, given: given).suffix(route.fixedValues.count)
    let besides = fixed.map {
      Parameter(name: $0.name, type: .string, isOptional: false, place: .path)
    }
    return template.filledAsLink(names: names + besides, values: given + fixed.map(\.value))
  }

  /// All gates that a screen demands where it stands.
  public func demands(
    of entry: ScreenEntry, in coordinator: Identifier<Coordinator>
  ) -> GateSet {
    routeGates[entry.route.index].union(coordinatorGates[coordinator.index])
  }

  func gates(of route: Identifier<Route>) -> GateSet { routeGates[route.index] }

  /// The gates that a link's screens demand: the one it opens, and what lies beneath that where it
  /// comes from outside. None for a link that opens no screen.
  func demands(ofLink link: String) -> GateSet {
    guard let found = try? resolve(link) else { return GateSet() }
    return gatesOnTheWay(to: self[found.route])
  }

  /// What a link from outside to a route demands: its own gates and those of what lies beneath
  /// (design §5.4).
  package func gatesOnTheWay(to route: Route) -> GateSet {
    // What is the root of its stack stands alone; what belongs in the browser stands on none.
    guard route.presentation != .root, case .screen = route.target else { return route.gates }
    var gates = route.gates
    for parent in route.parents { gates = gates.union(self.gates(of: parent.route)) }
    guard let owner = owner(ofLinkTo: route) else { return gates }
    gates = gates.union(self[owner].gates)
    return self[owner].start.map { gates.union(self.gates(of: $0.route)) } ?? gates
  }

  /// The coordinator that a link from outside selects; `nil` for a layer of no coordinator, which
  /// comes up above whatever is selected.
  func owner(ofLinkTo route: Route) -> Identifier<Coordinator>? {
    route.coordinator ?? (route.presentation.layerKind == nil ? home : nil)
  }

  func leavePolicy(of entry: ScreenEntry) -> LeavePolicy { screen(of: entry)?.leave ?? .free }

  /// Whether the screen is the gate's challenge, whoever opened it.
  public func isChallenge(_ entry: ScreenEntry, of gate: Identifier<Gate>) -> Bool {
    guard gates[gate.index].challenge.route == entry.route else { return false }
    return gates[gate.index].challenge.values.elementsEqual(entry.values, by: sameText)
  }

  func challengedGates(by entry: ScreenEntry) -> [Identifier<Gate>] {
    gates.indices.map { Identifier($0) }.filter { isChallenge(entry, of: $0) }
  }
}
