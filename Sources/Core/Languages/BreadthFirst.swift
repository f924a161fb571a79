/// A search breadth first: the states that were found, each once, with the shortest way to it.
///
///     var search = BreadthFirst<State, Symbol>()
///     search.add(start, by: nil)
///     while let index = search.next() {
///       let state = search.states[index]
///       for symbol in … { search.add(state.after(symbol), by: (symbol, after: index)) }
///     }
///
/// The caller bounds it, by the number of states or by steps of its own.
@usableFromInline package struct BreadthFirst<State: Hashable, Label> {
  @usableFromInline var found = Numbering<State>()
  /// For each state how it was reached; nil for a start.
  @usableFromInline var origins: [(label: Label, parent: Int32)?] = []
  @usableFromInline var visitedCount = 0

  @inlinable package init() {}

  /// The states, in the order they were found.
  @inlinable package var states: [State] { found.values }

  /// The index of the next state to visit; nil if all were visited.
  @inlinable package mutating func next() -> Int? {
    guard visitedCount < found.count else { return nil }
    visitedCount += 1
    return visitedCount - 1
  }

  /// Adds a state, unless it is known.
  /// - Parameter origin: What leads to it, and from which state; nil for a start.
  @inlinable package mutating func add(_ state: State, by origin: (Label, after: Int)?) {
    guard found.number(of: state) == origins.count else { return }
    origins.append(origin.map { ($0.0, Int32(truncatingIfNeeded: $0.after)) })
  }

  /// What leads from a start to a state.
  @inlinable package func path(to index: Int) -> [Label] {
    var path: [Label] = []
    var index = index
    while let origin = origins[index] {
      path.append(origin.label)
      index = Int(origin.parent)
    }
    return path.reversed()
  }
}
