import Diagnostics
public import Navigation

/// Builds graphs of a definition; there is an extension for each subject.
struct GraphBuilder {
  let definition: AppDefinition
  let visits: Coverage
  var graph = AppGraph()
  private var clusters: [[Identifier<Coordinator>?]: Int] = [:]
  private var ends: [TextBytes: Int] = [:]

  init(_ definition: AppDefinition, _ visits: Coverage) {
    self.definition = definition
    self.visits = visits
  }

  /// Adds a node and returns its index.
  mutating func add(_ node: AppGraph.Node) -> Int {
    graph.nodes.append(node)
    return graph.nodes.count - 1
  }

  /// Adds an edge from a node, or from one of its rows.
  mutating func connect(
    _ kind: AppGraph.Edge.Kind, from: Int, row: Int? = nil, to: Int, isVisited: Bool
  ) {
    graph.edges.append(
      AppGraph.Edge(kind: kind, from: from, row: row, to: to, isVisited: isVisited))
  }

  /// The node for links that end without a screen; added when it is first needed.
  mutating func end(_ label: String) -> Int {
    if let known = ends[TextBytes(label)] { return known }
    let added = add(AppGraph.Node(kind: .end, label: label, isTarget: true))
    ends[TextBytes(label)] = added
    return added
  }

  /// Adds the cluster of some coordinators, unless it exists, and returns its index. `nil` means
  /// the visible stack.
  mutating func cluster(of owners: [Identifier<Coordinator>?]) -> Int {
    if let known = clusters[owners] { return known }
    var note = ""
    if owners.count == 1, let owner = owners[0] { note = self.note(on: owner) }
    let names = owners.map { $0.map { definition[$0].name } ?? visibleStack }
    graph.clusters.append(AppGraph.Cluster(label: names.joined(separator: ", "), note: note))
    clusters[owners] = graph.clusters.count - 1
    return graph.clusters.count - 1
  }

  /// `stack, gate login`: the kind and the gates that it declares.
  func note(on coordinator: Identifier<Coordinator>) -> String {
    let owner = definition[coordinator]
    let back = owner.back == .firstTab ? [] : ["back \(owner.back.rawValue)"]
    return ([owner.kind.rawValue] + back + names(of: gates(of: coordinator)))
      .joined(separator: ", ")
  }

  /// `sheet, gate premium`: what distinguishes a route from one that is pushed without a gate.
  func notes(on route: Identifier<Route>) -> [String] {
    let gates = definition.names(of: gates(of: definition[route]), requiredBy: definition[route])
    return presentation(of: route) + gates.map { "gate " + $0 }
      + (definition[route].guests.map { ["guests of \(definition[$0.gate].name)"] } ?? [])
      + (definition[route].admission.map {
        ["from " + definition.names(of: $0.sources).joined(separator: ", ")]
      } ?? [])
  }

  /// `sheet, with ?tab`: how a route is presented unless it is pushed, and the query items that it
  /// needs.
  func presentation(of route: Identifier<Route>) -> [String] {
    let presentation = definition[route].presentation
    let needed = definition.table.routes[route.index].conditions.map { $0.query }
      .filter { !$0.isOptional }.map { "with ?" + $0.name }
    let isSaid = presentation == .push || presentation == .outside || presentation == .refuse
    return (isSaid ? [] : [presentation.rawValue]) + needed
  }

  func names(of gates: [Identifier<Gate>]) -> [String] {
    gates.map { "gate " + definition[$0].name }
  }

  /// The gates of a coordinator that its parent does not require, without those that another of
  /// them requires.
  func gates(of coordinator: Identifier<Coordinator>) -> [Identifier<Gate>] {
    let owner = definition[coordinator]
    let above = owner.parent.map { definition[$0].gates } ?? GateSet()
    return outermost(owner.gates.subtracting(above))
  }

  /// The gates of a route that its coordinator does not require, without those that another of them
  /// requires.
  func gates(of route: Route) -> [Identifier<Gate>] {
    let above = route.coordinator.map { definition[$0].gates } ?? GateSet()
    return outermost(route.gates.subtracting(above))
  }

  /// The gates of a set that no other one of them requires.
  func outermost(_ gates: GateSet) -> [Identifier<Gate>] {
    gates.members.filter { gate in
      !gates.members.contains { $0 != gate && definition[$0].requires.contains(gate) }
    }
  }

  /// The routes that show each screen, by the screen's index.
  func showingRoutes() -> [[Identifier<Route>]] {
    var showing: [[Identifier<Route>]] = definition.screens.map { _ in [] }
    for route in definition.routeIDs {
      if case .screen(let screen) = definition[route].target { showing[screen.index].append(route) }
    }
    return showing
  }

  /// The coordinators of some routes, each once; `nil` for the visible stack comes last.
  func owners(of routes: [Identifier<Route>]) -> [Identifier<Coordinator>?] {
    let named = Set(routes.compactMap { definition[$0].coordinator }).sorted()
    return named + (routes.contains { definition[$0].coordinator == nil } ? [nil] : [])
  }
}

/// The owner of routes without a coordinator.
let visibleStack = "the visible stack"

extension AppGraph {
  /// Builds the picture of an app.
  /// - Parameter visits: What is marked as visited.
  public init(
    _ subject: Subject, of definition: AppDefinition, visits: Coverage = Coverage()
  ) {
    var builder = GraphBuilder(definition, visits)
    switch subject {
    case .tree: builder.addTree()
    case .taps: builder.addTaps()
    case .routes: builder.addRoutes()
    case .gates: builder.addGates()
    }
    self = builder.graph
    // Stable, since an edge's offset decides among those of one row.
    edges = edges.enumerated().sorted { left, right in
      (left.element.from, left.element.row ?? -1, left.offset)
        < (right.element.from, right.element.row ?? -1, right.offset)
    }.map { $0.element }
  }
}
