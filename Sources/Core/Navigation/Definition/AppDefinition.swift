import Diagnostics
public import Links

/// The immutable definition of an app: its gates, coordinators, screens and routes, validated as a
/// whole.
///
///     let definition = try AppDefinition(plugins: [draft])
///     try definition.resolve("cinema://movies/42").route
///
/// The order of plugins and of their declarations does not affect behaviour.
public final class AppDefinition: Sendable {
  /// The names of the plugins, in byte order.
  public let plugins: [String]
  /// The gates, each after those that it requires.
  public let gates: [Gate]
  /// The sources of links: `inside`, `outside`, then the others in byte order of their names.
  public let sources: [Source]
  /// The coordinators, in byte order of their names.
  public let coordinators: [Coordinator]
  /// The screens, in byte order of their names.
  public let screens: [ScreenDefinition]
  /// The routes, in byte order of their patterns.
  public let routes: [Route]
  /// The rules that an exploration proves or breaks, in the order of plugins.
  public let rules: [Located<String>]
  /// The table that matches links to routes.
  public let table: RouteTable
  /// The root of the coordinator tree.
  public let root: Identifier<Coordinator>
  /// The stack for links from outside whose route names no coordinator: found from the root by
  /// following first children.
  public let home: Identifier<Coordinator>
  /// The gates of each route and coordinator, stored densely for the gate check.
  let routeGates: [GateSet]
  let coordinatorGates: [GateSet]
  /// For each route, `gatesOnTheWay(to:)`; empty without gates, as while gates are being built.
  private let waysIn: [GateSet]
  /// For each route, the gate that must be closed, as a set of at most one.
  let routeGuests: [GateSet]
  /// For each route, the sources whose links it opens.
  let routeSources: [SourceSet]
  /// For each route, the index of its screen; -1 if it has none.
  let routeScreens: [Int32]
  /// For each route, whether a link opens something without a redirect and carries all values.
  let isDirect: [Bool]
  /// The state without screens, with every gate closed. Sessions share its memory.
  let emptyState: NavigationState
  /// All gates that any route or coordinator requires.
  let demandedGates: GateSet
  /// Whether any route or source asks before it opens links.
  package let asksForConsent: Bool
  /// The gates that close by themselves.
  package let lapsingGates: GateSet
  /// The gates that any route requires to be open for one account.
  package let accountGates: GateSet

  /// Validates plugins and combines them into a definition.
  ///
  /// - Throws: `DiagnosticList` with all errors, or with one for the first plugin that comes from a
  ///   file with errors.
  public convenience init(plugins: [PluginDraft]) throws(DiagnosticList) {
    if let incomplete = plugins.first(where: { $0.isIncomplete }) {
      throw DiagnosticList([.incomplete(incomplete.name)])
    }
    var builder = DefinitionBuilder(plugins: plugins)
    guard let parts = builder.build(), builder.errors.isEmpty else {
      throw DiagnosticList(builder.errors)
    }
    self.init(parts: parts)
  }

  init(parts: DefinitionParts) {
    plugins = parts.plugins
    gates = parts.gates
    sources = parts.sources
    coordinators = parts.coordinators
    screens = parts.screens
    routes = parts.routes
    rules = parts.rules
    table = parts.table
    root = parts.root
    home = parts.home
    emptyState = NavigationState(
      gateCount: parts.gates.count, coordinatorCount: parts.coordinators.count)
    routeGates = parts.routes.map { $0.gates }
    coordinatorGates = parts.coordinators.map { $0.gates }
    routeGuests = parts.routes.map { route in GateSet(route.guests.map { [$0.gate] } ?? []) }
    routeSources = parts.routes.map { $0.admission?.sources ?? .all }
    routeScreens = parts.routes.map { route in
      if case .screen(let screen) = route.target { Int32(screen.index) } else { -1 }
    }
    isDirect = parts.routes.map { route in
      switch route.target {
      case .redirect, .value, .nothing: false
      case .screen, .browser:
        route.fixedValues.isEmpty && !route.isInternal
          && route.admission?.sources.contains(Self.outside) ?? true
      }
    }
    asksForConsent =
      parts.sources.contains { $0.consent != nil } || parts.routes.contains { $0.consent != nil }
    lapsingGates = GateSet(
      parts.gates.indices.lazy.filter { parts.gates[$0].lapses != nil }.map { Identifier($0) })
    accountGates = GateSet(parts.routes.lazy.flatMap { route in route.accounts.map { $0.gate } })
    demandedGates = (routeGates + coordinatorGates).reduce(GateSet()) { $0.union($1) }
    waysIn =
      parts.gates.isEmpty
      ? []
      : parts.routes.map {
        Self.gatesOnTheWay(to: $0, parts.routes, parts.coordinators, home: parts.home)
      }
  }

  /// The identifier of the route at an index of `routes`.
  package func routeIdentifier(_ index: Int) -> Identifier<Route> { Identifier(index) }

  /// The identifiers of all entities of a type, in the order of their array.
  package var gateIDs: [Identifier<Gate>] { gates.indices.map { Identifier($0) } }
  package var sourceIDs: [Identifier<Source>] { sources.indices.map { Identifier($0) } }
  package var coordinatorIDs: [Identifier<Coordinator>] {
    coordinators.indices.map { Identifier($0) }
  }
  package var screenIDs: [Identifier<ScreenDefinition>] { screens.indices.map { Identifier($0) } }
  package var routeIDs: [Identifier<Route>] { routes.indices.map { Identifier($0) } }

  // Inlined so that reading one property does not copy the whole entity.

  /// The gate with an identifier.
  @inline(__always)
  public subscript(id: Identifier<Gate>) -> Gate { gates[id.index] }
  /// The source with an identifier.
  @inline(__always)
  public subscript(id: Identifier<Source>) -> Source { sources[id.index] }
  /// The coordinator with an identifier.
  @inline(__always)
  public subscript(id: Identifier<Coordinator>) -> Coordinator { coordinators[id.index] }
  /// The screen with an identifier.
  @inline(__always)
  public subscript(id: Identifier<ScreenDefinition>) -> ScreenDefinition { screens[id.index] }
  /// The route with an identifier.
  @inline(__always)
  public subscript(id: Identifier<Route>) -> Route { routes[id.index] }

  // By index, since searches by element copy each.

  /// The gate with a name, compared as bytes.
  public func gate(named name: String) -> Identifier<Gate>? {
    gates.indices.first { sameBytes(gates[$0].name, name) }.map { Identifier($0) }
  }

  /// The coordinator with a name, compared as bytes.
  public func coordinator(named name: String) -> Identifier<Coordinator>? {
    coordinators.indices.first { sameBytes(coordinators[$0].name, name) }.map { Identifier($0) }
  }

  /// The screen with a name, compared as bytes.
  public func screen(named name: String) -> Identifier<ScreenDefinition>? {
    screens.indices.first { sameBytes(screens[$0].name, name) }.map { Identifier($0) }
  }

  /// The route with a name for building links, compared as bytes.
  public func route(named name: String) -> Identifier<Route>? {
    routes.indices.first { sameBytes(routes[$0].name, name) }.map { Identifier($0) }
  }

  /// The names of all tabs, the children of tabs coordinators.
  public var tabs: [String] {
    coordinators.indices.filter { isTab(Identifier($0)) }.map { coordinators[$0].name }
  }

  package func isTab(_ id: Identifier<Coordinator>) -> Bool {
    self[id].parent.map { self[$0].kind == .tabs } ?? false
  }

  /// The same as `gatesOnTheWay(to:)` of the route.
  func gatesOnTheWay(to route: Identifier<Route>) -> GateSet {
    waysIn.isEmpty ? GateSet() : waysIn[route.index]
  }
}

/// The result of a builder; see the properties of `AppDefinition`.
struct DefinitionParts {
  var plugins: [String]
  var gates: [Gate]
  var sources: [Source]
  var coordinators: [Coordinator]
  var screens: [ScreenDefinition]
  var routes: [Route]
  var rules: [Located<String>]
  var table: RouteTable
  var root: Identifier<Coordinator>
  var home: Identifier<Coordinator>
}
