import Diagnostics
import Links

/// Properties of screens under a definition.
extension AppDefinition {
  /// The screen's definition; `nil` only if the entry belongs to another definition.
  public func screen(of entry: ScreenEntry) -> ScreenDefinition? {
    guard case .screen(let screen) = self[entry.route].target else { return nil }
    return self[screen]
  }

  /// The screen's name.
  public func name(of entry: ScreenEntry) -> String {
    name(ofScreen: self[entry.route])
  }

  /// The name of the screen that a route opens; the route's pattern if it opens none.
  public func name(ofScreen route: Route) -> String {
    guard case .screen(let screen) = route.target else { return route.pattern }
    return self[screen].name
  }

  /// The screen's title with its values filled in.
  public func title(of entry: ScreenEntry) -> String {
    let values = values(of: entry)
    return screen(of: entry)?.title.filled { name in
      values.first { sameBytes($0.name, name) }?.value
    } ?? name(of: entry)
  }

  /// The values that are present, by name: the link's in parameter order, then the route's fixed
  /// values.
  public func values(of entry: ScreenEntry) -> [(name: String, value: String)] {
    values(of: entry.route, given: entry.values)
  }

  /// The values that a route's screen receives, by name.
  ///
  /// - Parameter given: One value for each parameter of the route.
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

  /// The link that a tap on a screen opens; `nil` if the tap performs an event.
  public func link(of tap: Tap, on entry: ScreenEntry) -> String? {
    guard case .link(let template) = tap.target else { return nil }
    return link(template, on: entry)
  }

  /// A link with a screen's values filled in and percent-encoded.
  func link(_ template: Template, on entry: ScreenEntry) -> String {
    link(template, of: entry.route, given: entry.values)
  }

  /// A link with the values of a route's screen filled in and percent-encoded.
  ///
  /// - Parameter given: One value for each parameter of the route.
  package func link(
    _ template: Template, of id: Identifier<Route>, given: [String?]
  ) -> String {
    let route = self[id]
    let names = route.parameters
    guard !route.fixedValues.isEmpty else {
      return template.filledAsLink(names: names, values: given)
    }
    let fixed = values(of: id, given: given).suffix(route.fixedValues.count)
    let fixedNames = fixed.map {
      Parameter(name: $0.name, type: .string, isOptional: false, place: .path)
    }
    return template.filledAsLink(names: names + fixedNames, values: given + fixed.map(\.value))
  }

  /// All gates that a screen requires under a coordinator.
  public func demands(
    of entry: ScreenEntry, in coordinator: Identifier<Coordinator>
  ) -> GateSet {
    routeGates[entry.route.index].union(coordinatorGates[coordinator.index])
  }

  func gates(of route: Identifier<Route>) -> GateSet { routeGates[route.index] }

  /// The gates that a link's screens require: those of the screen it opens and of the screens below
  /// it after a link from outside. Empty if the link opens no screen.
  func demands(ofLink link: String) -> GateSet {
    guard let found = try? resolve(link) else { return GateSet() }
    return gatesOnTheWay(to: self[found.route])
  }

  /// The gates that a link from outside to a route requires: its own and those of the screens below
  /// it (docs/navigation.md, "Links from outside").
  package func gatesOnTheWay(to route: Route) -> GateSet {
    // A root replaces its stack; a link for the browser has no stack.
    guard route.presentation != .root, case .screen = route.target else { return route.gates }
    var gates = route.gates
    for parent in route.parents { gates = gates.union(self.gates(of: parent.route)) }
    guard let owner = owner(ofLinkTo: route) else { return gates }
    gates = gates.union(self[owner].gates)
    return self[owner].start.map { gates.union(self.gates(of: $0.route)) } ?? gates
  }

  /// The coordinator that a link from outside selects; `nil` for a presentation without a
  /// coordinator, which appears on top of the selected one.
  func owner(ofLinkTo route: Route) -> Identifier<Coordinator>? {
    route.coordinator ?? (route.presentation.layerKind == nil ? home : nil)
  }

  func leavePolicy(of entry: ScreenEntry) -> LeavePolicy { screen(of: entry)?.leave ?? .free }

  /// Whether the screen is the gate's challenge, regardless of who opened it.
  public func isChallenge(_ entry: ScreenEntry, of gate: Identifier<Gate>) -> Bool {
    guard gates[gate.index].challenge.route == entry.route else { return false }
    return gates[gate.index].challenge.values.elementsEqual(entry.values, by: sameBytes)
  }

  func challengedGates(by entry: ScreenEntry) -> [Identifier<Gate>] {
    gates.indices.map { Identifier($0) }.filter { isChallenge(entry, of: $0) }
  }
}
