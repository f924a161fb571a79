import Links

/// Finds the routes of a definition by what another definition, or a stored state, calls them:
/// plugin, pattern and screen.
///
/// Several routes may share the three, where query items or types tell them apart, and demand
/// different gates. Which of them a screen belongs to is then decided such that no gate is missed.
package struct RouteNames: Sendable {
  package let definition: AppDefinition
  private var routes: [[[UInt8]]: [Identifier<Route>]] = [:]
  private var ordinals: [Int] = []

  package init(_ definition: AppDefinition) {
    self.definition = definition
    for (index, route) in definition.routes.enumerated() {
      guard let key = Self.key(of: route, definition) else {
        ordinals.append(0)
        continue
      }
      ordinals.append(routes[key]?.count ?? 0)
      routes[key, default: []].append(Identifier(index))
    }
  }

  func ordinal(of route: Identifier<Route>) -> Int { ordinals[route.index] }

  /// The route that a screen was stored under, which is one of this definition.
  func storedRoute(of screen: StoredState.Screen) -> Identifier<Route>? {
    let found = routes[Self.key(of: screen)] ?? []
    return found.indices.contains(screen.ordinal) ? found[screen.ordinal] : nil
  }

  /// The route of a screen that was stored under another definition, or under this one.
  /// - Parameter old: The names of that definition; `nil` if it is not at hand.
  func route(of screen: StoredState.Screen, from old: RouteNames?) -> Identifier<Route>? {
    let key = Self.key(of: screen)
    let found = routes[key] ?? []
    let before = old?.routes[key] ?? []
    if found.count < 2, before.count < 2 { return found.first }
    if let old, before.indices.contains(screen.ordinal) {
      let (wanted, known) = (before.map(old.demands), found.map(demands))
      let own = wanted[screen.ordinal]
      if Set(wanted) == Set(known), known.filter({ $0 == own }).count == 1,
        known.count == wanted.count
      {
        return known.firstIndex(of: own).map { found[$0] }
      }
    }
    return strictest(of: found, for: screen)
  }

  /// Of the routes that would take a screen's values, the one that demands every gate that any of
  /// them demands; `nil` if there is none.
  private func strictest(
    of routes: [Identifier<Route>], for screen: StoredState.Screen
  ) -> Identifier<Route>? {
    let fitting = routes.filter { route in
      definition[route].parameters.allSatisfy { parameter in
        let value = screen.values.first { sameBytes($0.name, parameter.name) }?.text
        let item = screen.query.first { sameBytes($0.name, parameter.name) }?.value
        guard let text = value ?? (parameter.place == .query ? item : nil) else {
          return parameter.isOptional
        }
        // A value that spans segments is several of its type, which the type itself cannot judge.
        return parameter.spansSegments || parameter.type.fits(text)
      }
    }
    let gates = fitting.reduce(GateSet()) { $0.union(definition.gates(of: $1)) }
    return fitting.first { definition.gates(of: $0) == gates }
  }

  /// What a route demands of a link besides its pattern: what tells it from its namesakes.
  private func demands(of route: Identifier<Route>) -> [Demand] {
    definition[route].parameters.sorted(byBytesOf: \.name).map { parameter in
      Demand(
        name: Array(parameter.name.utf8), type: parameter.type, isOptional: parameter.isOptional,
        place: parameter.place)
    }
  }

  private struct Demand: Hashable {
    let name: [UInt8]
    let type: ValueType
    let isOptional: Bool
    let place: Parameter.Place
  }

  private static func key(of screen: StoredState.Screen) -> [[UInt8]] {
    key(screen.plugin, screen.pattern, screen.screen)
  }

  private static func key(of route: Route, _ definition: AppDefinition) -> [[UInt8]]? {
    guard case .screen(let screen) = route.target else { return nil }
    return key(route.plugin, route.pattern, definition[screen].name)
  }

  private static func key(_ plugin: String, _ pattern: String, _ screen: String) -> [[UInt8]] {
    [Array(plugin.utf8), Array(pattern.utf8), Array(screen.utf8)]
  }
}
