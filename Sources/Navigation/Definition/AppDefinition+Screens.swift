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
    screen(of: entry)?.name ?? self[entry.route].pattern
  }

  /// The title with the screen's values in it.
  public func title(of entry: ScreenEntry) -> String {
    let parameters = self[entry.route].parameters
    return screen(of: entry)?.title.filled { name in
      parameters.firstIndex { sameBytes($0.name, name) }
        .flatMap { $0 < entry.values.count ? entry.values[$0] : nil }
    } ?? name(of: entry)
  }

  /// The values that are present, by name, in the order of the route's parameters.
  public func values(of entry: ScreenEntry) -> [(name: String, value: String)] {
    zip(self[entry.route].parameters, entry.values).compactMap { parameter, value in
      value.map { (parameter.name, $0) }
    }
  }

  /// All gates that a screen demands where it stands.
  public func demands(
    of entry: ScreenEntry, in coordinator: Identifier<Coordinator>
  ) -> GateSet {
    routeGates[entry.route.index].union(coordinatorGates[coordinator.index])
  }

  func gates(of route: Identifier<Route>) -> GateSet { routeGates[route.index] }

  func leavePolicy(of entry: ScreenEntry) -> LeavePolicy { screen(of: entry)?.leave ?? .free }

  /// Whether the screen is the gate's challenge, whoever opened it.
  public func isChallenge(_ entry: ScreenEntry, of gate: Identifier<Gate>) -> Bool {
    guard gates[gate.index].challenge.route == entry.route else { return false }
    let challenge = self[gate].challenge
    return challenge.values.count == entry.values.count
      && zip(challenge.values, entry.values).allSatisfy { left, right in
        left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
      }
  }

  func challengedGates(by entry: ScreenEntry) -> [Identifier<Gate>] {
    gates.indices.map { Identifier($0) }.filter { isChallenge(entry, of: $0) }
  }
}
