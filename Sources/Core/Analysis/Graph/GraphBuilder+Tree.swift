import Diagnostics
import Navigation

extension GraphBuilder {
  /// Adds each coordinator with its screens as rows: the root, what is below it, then the flows;
  /// at last the screens that appear on any stack.
  mutating func addTree() {
    let flows = definition.coordinatorIDs.filter { definition[$0].kind == .flow }
    // Iterative, since a definition can nest a thousand levels.
    var left: [(id: Identifier<Coordinator>, parent: Int?)] =
      flows.reversed().map { ($0, nil) } + [(definition.root, nil)]
    while let (id, parent) = left.popLast() {
      let coordinator = definition[id]
      let node = add(
        AppGraph.Node(
          kind: .coordinator, label: coordinator.name, note: note(on: id), rows: screens(of: id),
          isVisited: visits.uses(.coordinator, id.index)))
      if let parent {
        connect(.child, from: parent, to: node, isVisited: visits.uses(.coordinator, id.index))
      }
      left += coordinator.children.reversed().map { ($0, node) }
    }
    let rows = screens(of: nil)
    guard !rows.isEmpty else { return }
    _ = add(
      AppGraph.Node(
        kind: .coordinator, label: visibleStack, rows: rows,
        isVisited: rows.contains { $0.isVisited }))
  }

  /// The screens of a coordinator: the start, then the others in the order of their routes.
  private func screens(of owner: Identifier<Coordinator>?) -> [AppGraph.Row] {
    let start = owner.flatMap { definition[$0].start }?.route
    var notes: [Identifier<ScreenDefinition>: [String]] = [:]
    var order: [Identifier<ScreenDefinition>] = []
    let owned = definition.routeIDs.filter {
      definition[$0].coordinator == owner && $0 != start
    }
    for id in (start.map { [$0] } ?? []) + owned {
      guard case .screen(let screen) = definition[id].target else { continue }
      if notes[screen] == nil { order.append(screen) }
      let found = (id == start ? ["start"] : []) + self.notes(on: id)
      let known = notes[screen] ?? []
      notes[screen] = known + found.filter { note in !known.contains { sameBytes($0, note) } }
    }
    return order.map { screen in
      AppGraph.Row(
        label: definition[screen].name, note: notes[screen, default: []].joined(separator: ", "),
        isVisited: visits.uses(.screen, screen.index))
    }
  }
}
