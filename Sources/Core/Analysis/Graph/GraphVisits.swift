import Diagnostics
public import Navigation

/// What sessions visited of an app, to be marked in its graph.
public struct GraphVisits: Sendable, Hashable {
  /// A tap of a screen, by its index.
  struct VisitedTap: Hashable {
    let screen: Identifier<ScreenDefinition>
    let index: Int
  }

  private(set) var coordinators: Set<Identifier<Coordinator>> = []
  private(set) var screens: Set<Identifier<ScreenDefinition>> = []
  private(set) var routes: Set<Identifier<Route>> = []
  private(set) var gates: Set<Identifier<Gate>> = []
  private(set) var taps: Set<VisitedTap> = []

  /// Creates visits of nothing.
  public init() {}

  /// Adds what a state shows: the visible screen, the route that opened it, and the coordinators
  /// from the root to it.
  public mutating func add(_ state: NavigationState, in definition: AppDefinition) {
    coordinators.formUnion(state.visiblePath(in: definition))
    coordinators.insert(state.visibleCoordinator(in: definition))
    guard let entry = state.visibleEntry(in: definition) else { return }
    routes.insert(entry.route)
    if case .screen(let screen) = definition[entry.route].target { screens.insert(screen) }
  }

  /// Adds what an event did: redirects that it followed, gates that it opened, and the route of a
  /// link for the browser.
  public mutating func add(_ applied: Applied, in definition: AppDefinition) {
    for transition in applied.transitions {
      switch transition.kind {
      case .redirect(let route, _): routes.insert(route)
      case .gateOpened(let gate, _): gates.insert(gate)
      default: break
      }
    }
    if case .outside(let link) = applied.outcome, let found = try? definition.resolve(link) {
      routes.insert(found.route)
      routes.formUnion(found.hops.map(\.route))
    }
  }

  /// Adds a tap that was not refused.
  /// - Parameter state: The state in which its screen is visible.
  public mutating func add(
    tap name: String, in state: NavigationState, of definition: AppDefinition
  ) {
    guard let entry = state.visibleEntry(in: definition),
      case .screen(let screen) = definition[entry.route].target,
      let index = definition[screen].taps.firstIndex(where: { sameBytes($0.name, name) })
    else { return }
    taps.insert(VisitedTap(screen: screen, index: index))
  }

  func contains(tap index: Int, of screen: Identifier<ScreenDefinition>) -> Bool {
    taps.contains(VisitedTap(screen: screen, index: index))
  }
}
