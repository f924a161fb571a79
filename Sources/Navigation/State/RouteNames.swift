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

  /// The route of a stored screen.
  /// - Parameter isSame: Whether it was stored under this very definition.
  func route(of screen: StoredState.Screen, isSame: Bool) -> Identifier<Route>? {
    let found = routes[Self.key(screen.plugin, screen.pattern, screen.screen)] ?? []
    if isSame { return found.indices.contains(screen.ordinal) ? found[screen.ordinal] : nil }
    if found.count < 2 { return found.first }
    return strictest(of: found, screen.query) { name in
      screen.values.first { sameBytes($0.name, name) }?.text
    }
  }

  /// The route of a screen of another definition.
  /// - Parameter old: The names of that definition.
  func route(of entry: ScreenEntry, in old: RouteNames) -> Identifier<Route>? {
    guard let key = Self.key(of: old.definition[entry.route], old.definition) else { return nil }
    let found = routes[key] ?? []
    let before = old.routes[key] ?? []
    if found.count < 2, before.count < 2 { return found.first }
    let (wanted, known) = (before.map(old.demands), found.map(demands))
    let own = old.demands(of: entry.route)
    if Set(wanted) == Set(known), known.filter({ $0 == own }).count == 1,
      known.count == wanted.count
    {
      return known.firstIndex(of: own).map { found[$0] }
    }
    let parameters = old.definition[entry.route].parameters
    return strictest(of: found, entry.query) { name in
      zip(parameters, entry.values).first { sameBytes($0.0.name, name) }?.1
    }
  }

  /// Of the routes that would take these values, the one that demands every gate that any of them
  /// demands; `nil` if there is none.
  private func strictest(
    of routes: [Identifier<Route>], _ query: [QueryItem], _ value: (String) -> String?
  ) -> Identifier<Route>? {
    let fitting = routes.filter { route in
      definition[route].parameters.allSatisfy { parameter in
        let item = query.first { sameBytes($0.name, parameter.name) }?.value
        guard let text = value(parameter.name) ?? (parameter.place == .query ? item : nil) else {
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

  private static func key(of route: Route, _ definition: AppDefinition) -> [[UInt8]]? {
    guard case .screen(let screen) = route.target else { return nil }
    return key(route.plugin, route.pattern, definition[screen].name)
  }

  private static func key(_ plugin: String, _ pattern: String, _ screen: String) -> [[UInt8]] {
    [Array(plugin.utf8), Array(pattern.utf8), Array(screen.utf8)]
  }
}
