import Links

/// Finds which of many automata accept a text together: breadth first over sets of instructions of
/// all of them at once, so that those that go different ways are never compared with each other.
struct SharedTexts {
  private let automata: [Closures]
  /// Where each automaton's instructions begin in the common numbering.
  private var offsets: [Int32] = []
  /// For each instruction in the common numbering its automaton.
  private var owners: [Int32] = []
  /// The round in which an instruction was last reached.
  private var reached: [Int]
  private var round = 0

  private struct Place: Hashable {
    /// Instructions of at least two automata, in ascending order.
    let instructions: [Int32]
    let shape: LinkShape
  }

  init(_ automata: [Closures]) {
    self.automata = automata
    for (number, automaton) in automata.enumerated() {
      offsets.append(Int32(truncatingIfNeeded: owners.count))
      owners += repeatElement(Int32(truncatingIfNeeded: number), count: automaton.count)
    }
    reached = [Int](repeating: 0, count: owners.count)
  }

  /// The groups that accept a path together, each once, those of shorter paths first; the numbers
  /// of a group ascend. Every two automata that share a path stand in a group together.
  ///
  /// - Parameter stepsMax: How many instructions may be looked at.
  /// - Returns: Nil if that is not enough.
  mutating func groups(stepsMax: Int) -> [[Int]]? {
    var stepsLeft = stepsMax
    let start = automata.indices.flatMap { number in
      automata[number].start.map { Int32(truncatingIfNeeded: $0) + offsets[number] }
    }
    var places = [Place(instructions: start.sorted(), shape: .path)]
    var seen = Set(places)
    var groups: [[Int]] = []
    var known: Set<[Int]> = []
    var next = 0
    while next < places.count {
      let place = places[next]
      next += 1
      let group = accepting(place)
      if group.count > 1, known.insert(group).inserted { groups.append(group) }
      for symbol in symbols(at: place) {
        stepsLeft -= place.instructions.count
        guard stepsLeft > 0 else { return nil }
        guard let after = after(place, symbol), seen.insert(after).inserted else { continue }
        places.append(after)
      }
    }
    return groups
  }

  private func accepting(_ place: Place) -> [Int] {
    guard place.shape.isComplete else { return [] }
    var group: [Int] = []
    for instruction in place.instructions {
      let number = Int(owners[Int(instruction)])
      if automata[number].isAccept(Int(instruction - offsets[number])), group.last != number {
        group.append(number)
      }
    }
    return group
  }

  /// One symbol of every class that no automaton tells apart here.
  private func symbols(at place: Place) -> [Symbol] {
    var sets: Set<SymbolSet> = []
    for instruction in place.instructions {
      let number = Int(owners[Int(instruction)])
      if let set = automata[number].set(Int(instruction - offsets[number])) { sets.insert(set) }
    }
    var classes = LinkShape.groups
    for set in sets {
      classes = classes.flatMap { [$0.intersection(set), $0.subtracting(set)] }
        .filter { !$0.isEmpty }
    }
    let all = sets.reduce(SymbolSet()) { $0.union($1) }
    return classes.filter { $0.meets(all) }.compactMap(LinkShape.readable(of:))
  }

  /// Where a symbol leads; nil where fewer than two go on.
  private mutating func after(_ place: Place, _ symbol: Symbol) -> Place? {
    guard let shape = place.shape.after(symbol) else { return nil }
    round += 1
    var result: [Int32] = []
    for instruction in place.instructions {
      let number = Int(owners[Int(instruction)])
      let offset = offsets[number]
      guard let set = automata[number].set(Int(instruction - offset)), set.contains(symbol) else {
        continue
      }
      for next in automata[number].next(Int(instruction - offset)) {
        let next = Int32(truncatingIfNeeded: next) + offset
        guard reached[Int(next)] != round else { continue }
        reached[Int(next)] = round
        result.append(next)
      }
    }
    guard let first = result.first,
      result.contains(where: { owners[Int($0)] != owners[Int(first)] })
    else { return nil }
    return Place(instructions: result.sorted(), shape: shape)
  }
}
