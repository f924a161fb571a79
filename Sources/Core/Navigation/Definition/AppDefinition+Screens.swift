import Diagnostics
import Links

extension AppDefinition {
  /// The screen's definition; `nil` only if the entry belongs to another definition.
  public func screen(of entry: ScreenEntry) -> ScreenDefinition? {
    guard case .screen(let screen) = self[entry.route].target else { return nil }
    return self[screen]
  }

  /// The screen that a route shows; `nil` if it shows none.
  package func screen(shownBy route: Identifier<Route>) -> Identifier<ScreenDefinition>? {
    let index = routeScreens[route.index]
    return index < 0 ? nil : Identifier(Int(index))
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
    return template.filledAsLink(names: names + fixedNames, values: given + fixed.map { $0.value })
  }

  /// All gates that a screen requires under a coordinator.
  public func demands(
    of entry: ScreenEntry, in coordinator: Identifier<Coordinator>
  ) -> GateSet {
    routeGates[entry.route.index].union(coordinatorGates[coordinator.index])
  }

  /// Why a screen under a coordinator cannot stay while only the given gates are open: a closed
  /// gate that it requires, or an open one whose guests it is for; `nil` if it can.
  func gate(
    removing entry: ScreenEntry, from coordinator: Identifier<Coordinator>, given open: GateSet
  ) -> Identifier<Gate>? {
    firstGate(missingFor: entry, in: coordinator, given: open)
      ?? (isShut(entry.route, while: open) ? routeGuests[entry.route.index].first : nil)
  }

  /// The gate that a screen under a coordinator asks for first while only the given gates are open;
  /// `nil` if it requires no other.
  func firstGate(
    missingFor entry: ScreenEntry, in coordinator: Identifier<Coordinator>, given open: GateSet
  ) -> Identifier<Gate>? {
    self[coordinator].gateOrder.first { !open.contains($0) }
      ?? self[entry.route].gateOrder.first { !open.contains($0) }
  }

  func gates(of route: Identifier<Route>) -> GateSet { routeGates[route.index] }

  /// Whether a route is for guests of one of these gates.
  func isShut(_ route: Identifier<Route>, while open: GateSet) -> Bool {
    let guests = routeGuests[route.index]
    return !guests.isEmpty && guests.isSubset(of: open)
  }

  /// What a link opens; `nil` if it is refused.
  func found(_ link: String, from source: LinkSource, given open: GateSet) -> Resolution? {
    guard let source = try? self.source(of: source) else { return nil }
    return try? resolve(link, given: open, from: source)
  }

  /// The account that a link's screen requires a gate to be open for; `nil` if it admits any.
  func account(of gate: Identifier<Gate>, requiredBy found: Resolution) -> String? {
    guard accountGates.contains(gate),
      let account = self[found.route].accounts.first(where: { $0.gate == gate })
    else { return nil }
    return found.values[account.parameter]
  }

  /// Whether a coordinator is below a switch, which may hide it.
  func isBelowSwitch(_ coordinator: Identifier<Coordinator>) -> Bool {
    var child = coordinator
    while let parent = self[child].parent {
      if self[parent].kind == .switch { return true }
      child = parent
    }
    return false
  }

  /// The gates that a link from outside to a route requires: its own and those of the screens below
  /// it (docs/navigation.md, "Links from outside").
  package func gatesOnTheWay(to route: Route) -> GateSet {
    Self.gatesOnTheWay(to: route, routes, coordinators, home: home)
  }

  static func gatesOnTheWay(
    to route: Route, _ routes: [Route], _ coordinators: [Coordinator],
    home: Identifier<Coordinator>
  ) -> GateSet {
    guard case .screen = route.target, let owner = route.owner(home: home) else {
      return route.gates
    }
    var gates = route.gates.union(coordinators[owner.index].gates)
    // A root replaces its stack.
    if route.presentation == .root { return gates }
    for parent in route.parents { gates = gates.union(routes[parent.route.index].gates) }
    let start = coordinators[owner.index].start
    return start.map { gates.union(routes[$0.route.index].gates) } ?? gates
  }

  /// The children of switches that can hide a coordinator: the earlier siblings of it and of its
  /// ancestors. Each hides it while its gates are open.
  func rivals(of coordinator: Identifier<Coordinator>) -> [Identifier<Coordinator>] {
    var rivals: [Identifier<Coordinator>] = []
    var child = coordinator
    while let parent = self[child].parent {
      if self[parent].kind == .switch { rivals += self[parent].children.prefix { $0 != child } }
      child = parent
    }
    return rivals
  }

  /// Whether the gates of a stack's start are among these.
  func canStart(_ owner: Identifier<Coordinator>, given open: GateSet) -> Bool {
    guard let start = self[owner].start else { return false }
    return gates(of: start.route).isSubset(of: open)
  }

  /// The index of the child that a switch shows while these gates are open; `nil` if it has none.
  package func shownChild(of owner: Identifier<Coordinator>, given open: GateSet) -> Int? {
    self[owner].children.firstIndex { coordinatorGates[$0.index].isSubset(of: open) }
  }

  /// The coordinator that a link from outside selects; `nil` for a presentation without a
  /// coordinator, which appears on top of the selected one.
  func owner(ofLinkTo route: Identifier<Route>) -> Identifier<Coordinator>? {
    self[route].owner(home: home)
  }

  func leavePolicy(of entry: ScreenEntry) -> LeavePolicy { screen(of: entry)?.leave ?? .free }

  /// Whether two screens are the same: they have the same values, and their routes show the same
  /// screen, require the same gates and are for the same guests.
  package func isSame(_ left: ScreenEntry, _ right: ScreenEntry) -> Bool {
    if left.route == right.route { return left.showsSame(as: right) }
    return isTwin(left, right.route) && isSame(left, right.route, right.content)
  }

  /// Whether a screen is the one that a route shows with these values.
  private func isSame(
    _ entry: ScreenEntry, _ route: Identifier<Route>, _ content: LinkContent
  ) -> Bool {
    if entry.route == route { return entry.content.hasSameValues(as: content) }
    guard isTwin(entry, route) else { return false }
    let (left, right) = (self.values(of: entry), self.values(of: route, given: content.values))
    return left.count == right.count
      && left.allSatisfy { name, value in
        right.contains { sameBytes($0.name, name) && sameBytes($0.value, value) }
      }
  }

  /// Whether another route shows the same screen as the entry's, requires the same gates for the
  /// same accounts, and is for the same guests.
  private func isTwin(_ entry: ScreenEntry, _ route: Identifier<Route>) -> Bool {
    routeScreens[entry.route.index] == routeScreens[route.index]
      && routeGates[entry.route.index] == routeGates[route.index]
      && routeGuests[entry.route.index] == routeGuests[route.index]
      && (accountGates.isEmpty || haveSameAccounts(self[entry.route], self[route]))
  }

  private func haveSameAccounts(_ left: Route, _ right: Route) -> Bool {
    left.accounts.count == right.accounts.count
      && left.accounts.allSatisfy { account in
        right.accounts.contains {
          $0.gate == account.gate
            && sameBytes(
              right.parameters[$0.parameter].name, left.parameters[account.parameter].name)
        }
      }
  }

  /// Whether the screen is the gate's challenge, regardless of who opened it.
  public func isChallenge(_ entry: ScreenEntry, of gate: Identifier<Gate>) -> Bool {
    // First the routes: copying the content counts references.
    isTwin(entry, gates[gate.index].challenge.route)
      && isSame(entry, gates[gate.index].challenge.route, gates[gate.index].challenge.content)
  }

  package func isStart(_ entry: ScreenEntry, of owner: Identifier<Coordinator>) -> Bool {
    guard let start = self[owner].start else { return false }
    return isSame(entry, start.route, start.content)
  }

  package func challengedGates(by entry: ScreenEntry) -> [Identifier<Gate>] {
    gates.indices.map { Identifier($0) }.filter { isChallenge(entry, of: $0) }
  }
}
