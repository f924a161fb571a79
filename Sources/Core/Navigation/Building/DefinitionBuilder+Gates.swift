extension DefinitionBuilder {
  /// Sorts the gates topologically, by name among equals; reports unknown names and cycles.
  mutating func orderGates() {
    gateIndex = index(gateDrafts) { $0.name.value }
    let required = gateDrafts.map { draft in
      draft.requires.compactMap { lookUp($0, in: gateIndex, .gate) }
    }
    let order = dependencyOrder(required)
    var number = [Int](repeating: 0, count: order.count)
    for (new, old) in order.enumerated() { number[old] = new }
    gateRequires = []
    for (new, old) in order.enumerated() {
      // In a cycle, a gate can precede one that it requires.
      let earlier = required[old].map { number[$0] }.filter { $0 < new }
      gateRequires.append(orderedUnion(earlier.map { gateWithRequired($0) }))
    }
    gateDrafts = order.map { gateDrafts[$0] }
    gateIndex = index(gateDrafts) { $0.name.value }
  }

  /// The named gates, each after everything that it requires.
  mutating func gateOrder(_ names: [Located<String>]) -> [Identifier<Gate>] {
    var lists: [[Identifier<Gate>]] = []
    for name in names {
      guard let gate = lookUp(name, in: gateIndex, .gate) else { continue }
      lists.append(gateWithRequired(gate))
    }
    return orderedUnion(lists)
  }

  private func gateWithRequired(_ gate: Int) -> [Identifier<Gate>] {
    gateRequires[gate] + [Identifier(gate)]
  }

  /// The gates of several lists in order, each once.
  func orderedUnion(_ lists: [[Identifier<Gate>]]) -> [Identifier<Gate>] {
    var seen = GateSet()
    var gates: [Identifier<Gate>] = []
    for list in lists {
      for gate in list where !seen.contains(gate) {
        seen.insert(gate)
        gates.append(gate)
      }
    }
    return gates
  }

  /// Repeatedly takes the first gate whose requirements have all been taken; if there is none, the
  /// gates of a cycle, which it reports.
  private mutating func dependencyOrder(_ required: [[Int]]) -> [Int] {
    var order: [Int] = []
    var isTaken = [Bool](repeating: false, count: required.count)
    while order.count < required.count {
      let next = required.indices.first { gate in
        !isTaken[gate] && required[gate].allSatisfy { isTaken[$0] }
      }
      for gate in next.map({ [$0] }) ?? gateCycle(required, isTaken) {
        isTaken[gate] = true
        order.append(gate)
      }
    }
    return order
  }

  /// Reports a cycle among the gates that are not taken, and returns its gates.
  private mutating func gateCycle(_ required: [[Int]], _ isTaken: [Bool]) -> [Int] {
    guard var gate = isTaken.firstIndex(of: false) else { return [] }
    var path: [Int] = []
    while !path.contains(gate) {
      path.append(gate)
      // Every gate that is not taken requires one that is not taken either.
      gate = required[gate].first { !isTaken[$0] } ?? gate
    }
    let cycle = Array(path.drop { $0 != gate })
    report(
      .gateCycle(
        names: (cycle + [gate]).map { gateDrafts[$0].name.value },
        at: gateDrafts[gate].name.position))
    return cycle
  }
}
