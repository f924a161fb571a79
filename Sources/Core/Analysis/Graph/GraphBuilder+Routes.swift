import Navigation

extension GraphBuilder {
  /// A screen in the cluster of a route.
  private struct PlacedScreen: Hashable {
    let owner: Identifier<Coordinator>?
    let screen: Identifier<ScreenDefinition>
  }

  /// Adds each pattern in the cluster of its coordinator, and an edge to the screen that it opens;
  /// a redirect has an edge to each screen at its end.
  mutating func addRoutes() {
    let routes = definition.routeIDs
    let inOrder = owners(of: routes).flatMap { owner in
      routes.filter { definition[$0].coordinator == owner }
    }
    for route in inOrder { _ = add(node(of: route, notes: notes(on: route))) }
    let ends = LinkEnds(definition)
    var placed: [PlacedScreen: Int] = [:]
    for (node, route) in inOrder.enumerated() {
      let isVisited = visits.uses(.route, route.index)
      var (found, kind) = ([route], AppGraph.Edge.Kind.opens)
      if case .redirect(let target) = definition[route].target {
        (found, kind) = (ends.ends(of: target, redirecting: route), .redirects)
      }
      for end in found {
        let to: Int
        if case .screen(let screen) = definition[end].target {
          let place = PlacedScreen(owner: definition[end].coordinator, screen: screen)
          to = placed[place] ?? add(self.node(of: place))
          placed[place] = to
        } else {
          to = self.end(endLabel(of: definition[end]))
        }
        connect(kind, from: node, to: to, isVisited: isVisited)
      }
    }
  }

  private mutating func node(of place: PlacedScreen) -> AppGraph.Node {
    AppGraph.Node(
      kind: .screen, label: definition[place.screen].name, cluster: cluster(of: [place.owner]),
      isTarget: true, isVisited: visits.uses(.screen, place.screen.index))
  }

  /// A node with the pattern of a route.
  mutating func node(of route: Identifier<Route>, notes: [String]) -> AppGraph.Node {
    var notes = notes
    if case .redirect(let target) = definition[route].target {
      notes.append("redirects to " + target.text)
    }
    return AppGraph.Node(
      kind: .route, label: definition[route].pattern, note: notes.joined(separator: ", "),
      cluster: cluster(of: [definition[route].coordinator]),
      isVisited: visits.uses(.route, route.index))
  }
}
