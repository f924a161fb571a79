import Navigation

extension GraphBuilder {
  /// Adds each screen with its taps as rows, in the cluster of the coordinators that show it, and
  /// an edge from each tap to each screen that its link can open.
  mutating func addTaps() {
    let showing = showingRoutes()
    let owners = showing.map { self.owners(of: $0) }
    for owners in Set(owners).sorted(by: isBefore) where !owners.isEmpty { _ = cluster(of: owners) }
    for screen in definition.screenIDs {
      let owners = owners[screen.index]
      _ = add(node(of: screen, in: owners.isEmpty ? nil : cluster(of: owners)))
    }
    let ends = LinkEnds(definition)
    for (index, screen) in definition.screens.enumerated() {
      for (row, tap) in screen.taps.enumerated() {
        guard case .link(let target) = tap.target else { continue }
        let found = ends.ends(of: target, from: showing[index])
        if found.isEmpty {
          graph.nodes[index].rows[row].note = "\(target.text), which opens nothing"
        }
        let nodes = found.map { node(at: $0) }
        for node in Set(nodes).sorted() {
          connect(
            .opens, from: index, row: row, to: node,
            isVisited: graph.nodes[index].rows[row].isVisited)
        }
      }
    }
  }

  /// A node with a screen and its taps.
  private func node(
    of screen: Identifier<ScreenDefinition>, in cluster: Int?
  ) -> AppGraph.Node {
    AppGraph.Node(
      kind: .screen, label: definition[screen].name,
      rows: definition[screen].taps.indices.map { row(of: $0, on: screen) }, cluster: cluster,
      isVisited: visits.uses(.screen, screen.index))
  }

  /// A row with a tap of a screen.
  func row(of index: Int, on screen: Identifier<ScreenDefinition>) -> AppGraph.Row {
    let tap = definition[screen].taps[index]
    var note = ""
    if case .event(let event) = tap.target { note = event.command(nowMilliseconds: 0) }
    return AppGraph.Row(
      label: tap.name, note: note, isVisited: visits.uses(.tap, screen.index, part: index))
  }

  /// The node where a link to a route ends; nodes of screens have the screens' indices.
  private mutating func node(at route: Identifier<Route>) -> Int {
    if case .screen(let screen) = definition[route].target { return screen.index }
    return end(endLabel(of: definition[route]))
  }

  /// The action of a route that opens no screen.
  func endLabel(of route: Route) -> String {
    switch route.target {
    case .screen, .redirect: route.pattern
    case .browser: "the browser"
    case .nothing: "refused"
    case .value(let parameter): "the link in '\(route.parameters[parameter].name)'"
    }
  }
}

/// Orders lists of coordinators; `nil`, which is the visible stack, comes last.
private func isBefore(
  _ left: [Identifier<Coordinator>?], _ right: [Identifier<Coordinator>?]
) -> Bool {
  func ranks(_ owners: [Identifier<Coordinator>?]) -> [Int] { owners.map { $0?.index ?? .max } }
  return ranks(left).lexicographicallyPrecedes(ranks(right))
}
