public import Links

/// Everything an app can show and every way there: immutable, and checked as a whole when it is
/// made.
///
///     let definition = try AppDefinition(plugins: [draft])
///     try definition.resolve("cinema://movies/42").route
///
/// The order of plugins, and of what stands in them, has no influence on how it behaves.
public final class AppDefinition: Sendable {
  /// The plugins' names, in order of bytes.
  public let plugins: [String]
  /// The gates; every gate after those it requires.
  public let gates: [Gate]
  /// The coordinators, in order of bytes of their names.
  public let coordinators: [Coordinator]
  /// The screens, in order of bytes of their names.
  public let screens: [ScreenDefinition]
  /// The routes, in order of bytes of their patterns.
  public let routes: [Route]
  /// Matches links.
  public let table: RouteTable
  /// The coordinator above all others.
  public let root: Identifier<Coordinator>
  /// The stack for links from outside whose route names no coordinator: the first, from the root
  /// through first children.
  public let home: Identifier<Coordinator>
  /// The gates of each route and coordinator by themselves, close together for the check of gates.
  let routeGates: [GateSet]
  let coordinatorGates: [GateSet]
  /// All gates that any route or coordinator demands.
  let demandedGates: GateSet

  /// Checks what the plugins say and puts it together.
  /// - Throws: All errors at once.
  public convenience init(plugins: [PluginDraft]) throws(DefinitionErrors) {
    var builder = DefinitionBuilder(plugins: plugins)
    guard let parts = builder.build() else {
      throw DefinitionErrors(errors: builder.errors)
    }
    self.init(parts: parts)
  }

  init(parts: DefinitionParts) {
    plugins = parts.plugins
    gates = parts.gates
    coordinators = parts.coordinators
    screens = parts.screens
    routes = parts.routes
    table = parts.table
    root = parts.root
    home = parts.home
    routeGates = parts.routes.map(\.gates)
    coordinatorGates = parts.coordinators.map(\.gates)
    demandedGates = (routeGates + coordinatorGates).reduce(GateSet()) { $0.union($1) }
  }

  /// The number of the route at an index of `routes`.
  package func routeIdentifier(_ index: Int) -> Identifier<Route> { Identifier(index) }

  // Inlined, so that one property is read and not all of an entity copied for it.

  /// The gate of that number.
  @inline(__always)
  public subscript(id: Identifier<Gate>) -> Gate { gates[id.index] }
  /// The coordinator of that number.
  @inline(__always)
  public subscript(id: Identifier<Coordinator>) -> Coordinator { coordinators[id.index] }
  /// The screen of that number.
  @inline(__always)
  public subscript(id: Identifier<ScreenDefinition>) -> ScreenDefinition { screens[id.index] }
  /// The route of that number.
  @inline(__always)
  public subscript(id: Identifier<Route>) -> Route { routes[id.index] }

  /// The gate of that name, compared as bytes.
  public func gate(named name: String) -> Identifier<Gate>? {
    index(of: name, in: gates.lazy.map(\.name)).map { Identifier($0) }
  }

  /// The coordinator of that name, compared as bytes.
  public func coordinator(named name: String) -> Identifier<Coordinator>? {
    index(of: name, in: coordinators.lazy.map(\.name)).map { Identifier($0) }
  }

  /// The screen of that name, compared as bytes.
  public func screen(named name: String) -> Identifier<ScreenDefinition>? {
    index(of: name, in: screens.lazy.map(\.name)).map { Identifier($0) }
  }

  /// The route that links of that name are built from, compared as bytes.
  public func route(named name: String) -> Identifier<Route>? {
    routes.firstIndex { $0.name.map { sameBytes($0, name) } ?? false }.map { Identifier($0) }
  }

  /// The names of all tabs: coordinators whose parent is of kind tabs.
  public var tabs: [String] {
    coordinators.indices.filter { isTab(Identifier($0)) }.map { coordinators[$0].name }
  }

  /// Whether a coordinator is a tab.
  package func isTab(_ id: Identifier<Coordinator>) -> Bool {
    self[id].parent.map { self[$0].kind == .tabs } ?? false
  }

  private func index(of name: String, in names: some Sequence<String>) -> Int? {
    for (index, candidate) in names.enumerated() where sameBytes(candidate, name) { return index }
    return nil
  }
}

/// What a builder hands over: see the properties of `AppDefinition`.
struct DefinitionParts {
  var plugins: [String]
  var gates: [Gate]
  var coordinators: [Coordinator]
  var screens: [ScreenDefinition]
  var routes: [Route]
  var table: RouteTable
  var root: Identifier<Coordinator>
  var home: Identifier<Coordinator>
}
