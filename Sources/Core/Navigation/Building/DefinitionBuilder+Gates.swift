import Diagnostics

extension DefinitionBuilder {
  /// Sorts the gates topologically, by name among equals; reports unknown names and cycles.
  mutating func orderGates() {
    gateIndex = index(gateDrafts) { $0.name.value }
    let required = gateDrafts.map { draft in
      draft.requires.compactMap { lookUp($0, in: gateIndex, .gate) }
    }
    guard let order = dependencyOrder(required) else { return }
    var number = [Int](repeating: 0, count: order.count)
    for (new, old) in order.enumerated() { number[old] = new }
    gateRequires = []
    for old in order {
      gateRequires.append(orderedUnion(required[old].map { gateWithRequired(number[$0]) }))
    }
    gateDrafts = order.map { gateDrafts[$0] }
    gateIndex = index(gateDrafts) { $0.name.value }
  }

  /// The named gates, each after everything that it requires.
  mutating func gateOrder(_ names: [Located<String>]) -> [Identifier<Gate>] {
    var lists: [[Identifier<Gate>]] = []
    for name in names {
      guard let gate = lookUp(name, in: gateIndex, .gate), gate < gateRequires.count else {
        continue
      }
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

  /// Repeatedly takes the first gate whose requirements have all been taken.
  private mutating func dependencyOrder(_ required: [[Int]]) -> [Int]? {
    var order: [Int] = []
    var isTaken = [Bool](repeating: false, count: required.count)
    while order.count < required.count {
      let next = required.indices.first { gate in
        !isTaken[gate] && required[gate].allSatisfy { isTaken[$0] }
      }
      guard let next else {
        reportGateCycle(required, isTaken)
        return nil
      }
      isTaken[next] = true
      order.append(next)
    }
    return order
  }

  private mutating func reportGateCycle(_ required: [[Int]], _ isTaken: [Bool]) {
    guard var gate = isTaken.firstIndex(of: false) else { return }
    var path: [Int] = []
    while !path.contains(gate) {
      path.append(gate)
      guard let next = required[gate].first(where: { !isTaken[$0] }) else { return }
      gate = next
    }
    let circle = path.drop { $0 != gate } + [gate]
    report(
      .gateCycle(
        names: circle.map { gateDrafts[$0].name.value }, at: gateDrafts[gate].name.position))
  }
}
