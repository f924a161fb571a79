import Diagnostics
import Links

/// Finds routes by the names that survive a change of definition: plugin, pattern and screen.
///
/// Several routes can share all three if they differ in query items or types, and they can require
/// different gates. Which of them a stored screen belongs to is then chosen so that no gate is
/// missed.
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

  /// The route, in this definition, that a screen was stored under.
  func storedRoute(of screen: StoredState.Screen) -> Identifier<Route>? {
    let found = routes[Self.key(of: screen)] ?? []
    return found.indices.contains(screen.ordinal) ? found[screen.ordinal] : nil
  }

  /// The route for a screen that was stored under this or another definition.
  ///
  /// - Parameter old: The names of the definition it was stored under; `nil` if unavailable.
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

  /// Among the routes that accept a screen's values, one that requires the gates of all of them;
  /// `nil` if there is none.
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
        // Such a value holds several texts of the type, which the type cannot check.
        return parameter.spansSegments || parameter.ignoresMisfits || parameter.type.fits(text)
      }
    }
    let gates = fitting.reduce(GateSet()) { $0.union(definition.gates(of: $1)) }
    return fitting.first { definition.gates(of: $0) == gates }
  }

  /// What a route requires of a link apart from its pattern: it distinguishes routes of the same
  /// name.
  private func demands(of route: Identifier<Route>) -> [Demand] {
    definition[route].parameters.sorted(byBytesOf: { $0.name }).map { parameter in
      Demand(
        name: Array(parameter.name.utf8), type: parameter.type, isOptional: parameter.isOptional,
        place: parameter.place, ignoresMisfits: parameter.ignoresMisfits)
    }
  }

  private struct Demand: Hashable {
    let name: [UInt8]
    let type: ValueType
    let isOptional: Bool
    let place: Parameter.Place
    let ignoresMisfits: Bool
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
