import Navigation

extension GraphBuilder {
  /// Adds each gate, with edges to its challenge and to the gates, coordinators and routes that
  /// require it, and from the taps that open it.
  mutating func addGates() {
    for id in definition.gateIDs {
      let wait = durationText(milliseconds: definition[id].keepMilliseconds)
      _ = add(
        AppGraph.Node(
          kind: .gate, label: definition[id].name, note: "gate",
          rows: [
            AppGraph.Row(label: "challenge", note: definition[id].challenge.link),
            AppGraph.Row(label: "links wait", note: wait),
          ] + lapses(of: id),
          isVisited: visits.uses(.gate, id.index, part: Coverage.GateUse.opened.rawValue)))
    }
    addGuarded()
    addScreens()
  }

  private func lapses(of gate: Identifier<Gate>) -> [AppGraph.Row] {
    guard let lapses = definition[gate].lapses else { return [] }
    let times = [
      ("in the background", lapses.backgroundMilliseconds), ("after", lapses.afterMilliseconds),
    ]
    return times.compactMap { label, time in
      time.map { AppGraph.Row(label: "lapses \(label)", note: durationText(milliseconds: $0)) }
    }
  }

  /// Nodes of gates have the gates' indices.
  private mutating func addGuarded() {
    for id in definition.gateIDs {
      for required in outermost(definition[id].requires) { guardNode(id.index, by: [required]) }
    }
    for id in definition.coordinatorIDs where !gates(of: id).isEmpty {
      let node = add(
        AppGraph.Node(
          kind: .coordinator, label: definition[id].name, note: definition[id].kind.rawValue,
          isTarget: true, isVisited: visits.uses(.coordinator, id.index)))
      guardNode(node, by: gates(of: id))
    }
    for id in definition.routeIDs where !gates(of: definition[id]).isEmpty {
      var node = node(of: id, notes: presentation(of: id))
      node.isTarget = true
      guardNode(add(node), by: gates(of: definition[id]))
    }
  }

  private mutating func guardNode(_ node: Int, by gates: [Identifier<Gate>]) {
    for gate in gates {
      connect(.guards, from: gate.index, to: node, isVisited: graph.nodes[node].isVisited)
    }
  }

  /// Adds the challenges, and the screens with a tap that opens a gate.
  private mutating func addScreens() {
    for id in definition.screenIDs {
      let challenged = definition.gateIDs.filter { gate in
        if case .screen(id) = definition[definition[gate].challenge.route].target {
          true
        } else {
          false
        }
      }
      let openers = definition[id].taps.indices.compactMap { index in
        gate(openedBy: definition[id].taps[index]).map { (tap: index, gate: $0) }
      }
      guard !challenged.isEmpty || !openers.isEmpty else { continue }
      let node = add(
        AppGraph.Node(
          kind: .screen, label: definition[id].name, rows: openers.map { row(of: $0.tap, on: id) },
          isTarget: openers.isEmpty,
          isVisited: visits.uses(.screen, id.index)))
      for gate in challenged {
        connect(
          .challenge, from: gate.index, row: 0, to: node, isVisited: visits.uses(.screen, id.index))
      }
      for (row, opener) in openers.enumerated() {
        connect(
          .satisfies, from: node, row: row, to: opener.gate.index,
          isVisited: visits.uses(.tap, id.index, part: opener.tap))
      }
    }
  }

  private func gate(openedBy tap: Tap) -> Identifier<Gate>? {
    guard case .event(.satisfy(let gate, _)) = tap.target else { return nil }
    return definition.gate(named: gate)
  }
}
