import Links

/// Finds the shortest path that some automata all accept and none of their rivals does: breadth
/// first over sets of instructions (the subset construction, made as far as it is needed).
struct WitnessSearch {
  enum Outcome {
    /// The path.
    case found([Symbol])
    /// Proven: the rivals accept all that the wanted ones do.
    case none
    /// No steps were left to tell.
    case undecided
  }

  private let automata: [PathAutomaton]
  /// The wanted ones come first.
  private let wantedCount: Int
  /// Where each automaton's instructions begin in the common numbering.
  private var offsets: [Int] = []
  /// For each instruction in the common numbering its automaton.
  private var owners: [Int] = []
  /// The round in which an instruction was last reached.
  private var reached: [Int]
  private var round = 0
  private var stepsLeft = 0

  private struct Place: Hashable {
    /// Instructions of all automata, in ascending order.
    let instructions: [Int]
    let shape: LinkShape
  }

  init(_ wanted: [Closures], rivals: [Closures]) {
    self.init(wanted.map(PathAutomaton.own), rivals: rivals.map(PathAutomaton.own))
  }

  init(_ wanted: [PathAutomaton], rivals: [PathAutomaton]) {
    automata = wanted + rivals
    wantedCount = wanted.count
    for (number, automaton) in automata.enumerated() {
      offsets.append(owners.count)
      owners += repeatElement(number, count: automaton.count)
    }
    reached = [Int](repeating: 0, count: owners.count)
  }

  /// - Parameter stepsLeft: How many steps may still be taken; lowered by those that were.
  mutating func shortest(stepsLeft budget: inout Int) -> Outcome {
    stepsLeft = budget
    defer { budget = stepsLeft }
    let start = automata.indices.flatMap { number in
      automata[number].start.map { $0 + offsets[number] }
    }
    stepsLeft -= start.count
    var places = [Place(instructions: start.sorted(), shape: .path)]
    var origins: [(symbol: Symbol, parent: Int)?] = [nil]
    var seen = Set(places)
    var next = 0
    while next < places.count {
      guard stepsLeft > 0 else { return .undecided }
      let place = places[next]
      if isWitness(place) { return .found(word(to: next, origins)) }
      for symbol in symbols(at: place) {
        guard let after = after(place, symbol), seen.insert(after).inserted else { continue }
        places.append(after)
        origins.append((symbol, next))
      }
      next += 1
    }
    return .none
  }

  private func isWitness(_ place: Place) -> Bool {
    guard place.shape.isComplete else { return false }
    var accepting = 0
    for instruction in place.instructions {
      let number = owners[instruction]
      guard automata[number].isAccept(instruction - offsets[number]) else { continue }
      guard number < wantedCount else { return false }
      accepting += 1
    }
    return accepting == wantedCount
  }

  /// One symbol of every class that no automaton tells apart here, the most readable first.
  private func symbols(at place: Place) -> [Symbol] {
    var unions = [SymbolSet](repeating: SymbolSet(), count: wantedCount)
    var sets: Set<SymbolSet> = []
    for instruction in place.instructions {
      let number = owners[instruction]
      guard let set = automata[number].set(instruction - offsets[number]) else { continue }
      if number < wantedCount { unions[number] = unions[number].union(set) }
      sets.insert(set)
    }
    guard var all = unions.first else { return [] }
    for union in unions.dropFirst() { all = all.intersection(union) }
    var classes = LinkShape.groups.map { $0.intersection(all) }.filter { !$0.isEmpty }
    for set in sets {
      classes = classes.flatMap { [$0.intersection(set), $0.subtracting(set)] }
        .filter { !$0.isEmpty }
    }
    return classes.compactMap(LinkShape.readable(of:))
      .sorted { LinkShape.places[Int($0)] < LinkShape.places[Int($1)] }
  }

  /// Where a symbol leads; nil where a wanted automaton cannot go on.
  private mutating func after(_ place: Place, _ symbol: Symbol) -> Place? {
    guard let shape = place.shape.after(symbol) else { return nil }
    round += 1
    var result: [Int] = []
    /// How many wanted automata go on; they come first.
    var going = 0
    for instruction in place.instructions {
      let number = owners[instruction]
      guard number <= going || going == wantedCount else { return nil }
      stepsLeft -= 1
      let offset = offsets[number]
      guard let set = automata[number].set(instruction - offset), set.contains(symbol) else {
        continue
      }
      for next in automata[number].next(instruction - offset) where reached[next + offset] != round
      {
        reached[next + offset] = round
        result.append(next + offset)
      }
      if number == going, going < wantedCount { going += 1 }
    }
    guard going == wantedCount else { return nil }
    return Place(instructions: result.sorted(), shape: shape)
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
