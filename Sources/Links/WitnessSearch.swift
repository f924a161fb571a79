/// Finds the shortest path that one automaton accepts and none of its rivals does: breadth first
/// over sets of instructions (the subset construction, made as far as it is needed).
struct WitnessSearch {
  private let automata: [Closures]
  /// Where each automaton's instructions begin in the common numbering; the wanted one comes first.
  private var offsets: [Int] = []
  private var stepsLeft = Limits.witnessStepsMax

  private struct Place: Hashable {
    /// Instructions of all automata, in ascending order.
    let instructions: [Int]
    let shape: LinkShape
  }

  init(_ wanted: Closures, rivals: [Closures]) {
    automata = [wanted] + rivals
    var offset = 0
    for automaton in automata {
      offsets.append(offset)
      offset += automaton.count
    }
  }

  /// - Returns: The path; nil if there is none, or none was found within `Limits.witnessStepsMax`.
  mutating func shortest() -> [Symbol]? {
    let start = automata.indices.flatMap { number in
      automata[number].start.map { $0 + offsets[number] }
    }
    var places = [Place(instructions: start.sorted(), shape: .path)]
    var origins: [(symbol: Symbol, parent: Int)?] = [nil]
    var seen = Set(places)
    var next = 0
    while next < places.count, stepsLeft > 0 {
      if isWitness(places[next]) { return word(to: next, origins) }
      for symbol in LinkShape.symbols {
        guard let place = after(places[next], symbol), seen.insert(place).inserted else { continue }
        places.append(place)
        origins.append((symbol, next))
      }
      next += 1
    }
    return nil
  }

  private func automaton(of instruction: Int) -> Int {
    var low = 0
    var high = offsets.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if offsets[middle] <= instruction { low = middle } else { high = middle }
    }
    return low
  }

  private func isWitness(_ place: Place) -> Bool {
    guard place.shape.isComplete else { return false }
    var isAccepted = false
    for instruction in place.instructions {
      let number = automaton(of: instruction)
      guard automata[number].isAccept(instruction - offsets[number]) else { continue }
      guard number == 0 else { return false }
      isAccepted = true
    }
    return isAccepted
  }

  /// Where a symbol leads; nil where the wanted automaton cannot go on.
  private mutating func after(_ place: Place, _ symbol: Symbol) -> Place? {
    guard let shape = place.shape.after(symbol) else { return nil }
    var result: Set<Int> = []
    for instruction in place.instructions {
      let number = automaton(of: instruction)
      let own = instruction - offsets[number]
      // The wanted automaton's instructions come first.
      if number > 0, result.isEmpty { return nil }
      stepsLeft -= 1
      guard let set = automata[number].set(own), set.contains(symbol) else { continue }
      for next in automata[number].next(own) { result.insert(next + offsets[number]) }
    }
    return result.isEmpty ? nil : Place(instructions: result.sorted(), shape: shape)
  }

  private func word(to end: Int, _ origins: [(symbol: Symbol, parent: Int)?]) -> [Symbol] {
    var word: [Symbol] = []
    var index = end
    while let origin = origins[index] {
      word.append(origin.symbol)
      index = origin.parent
    }
    return word.reversed()
  }
}
