package import Languages
import Links

/// Runs many automata over the same paths at once: the subset construction of their product,
/// breadth first, and only as far as a question requires.
///
/// It answers three questions: which path some automata all accept and none of the others does,
/// which automata share a path, and into which classes they divide all values of a query item.
package struct ProductSearch: ~Copyable {
  /// The answer to the first question.
  package enum Outcome {
    /// The shortest such path.
    case found([Symbol])
    case none
    case undecided
  }

  /// The state that a path leads to.
  private struct State: Hashable {
    let members: [Int32]
    let form: WellFormedness
  }

  private let automata: NFASet
  /// The number of automata, the first ones, that must accept a path.
  private let wantedCount: Int
  /// A state is dropped if fewer automata than this can still accept a path.
  private let aliveMin: Int
  private var search = BreadthFirst<State, Symbol>()

  /// Prepares `shortest(stepsLeft:)`: paths that all of `wanted` accept and none of `rivals`.
  package init(_ wanted: [NFA], rivals: [NFA]) {
    self.init(wanted + rivals, wantedCount: wanted.count, aliveMin: wanted.count)
  }

  /// Prepares `groups(stepsLeft:)`: paths that two or more automata accept.
  init(sharing automata: [NFA]) {
    self.init(automata, wantedCount: 0, aliveMin: 2)
  }

  /// Prepares `shortest(stepsLeft:)`: values that all automata accept.
  init(fitting automata: [NFA]) {
    self.init(automata, wantedCount: automata.count, aliveMin: automata.count, form: .value)
  }

  /// Prepares `samples(statesMax:)`: values that the automata distinguish.
  init(dividing automata: [NFA]) {
    self.init(automata, wantedCount: 0, aliveMin: 0, form: .value)
  }

  private init(
    _ automata: [NFA], wantedCount: Int, aliveMin: Int, form: WellFormedness = .start
  ) {
    self.automata = NFASet(automata)
    self.wantedCount = wantedCount
    self.aliveMin = aliveMin
    search.add(State(members: self.automata.start, form: form), by: nil)
  }

  /// The shortest path that all wanted automata accept and no rival does.
  ///
  /// - Parameter stepsLeft: How many states of automata can still be visited; reduced by the number
  ///   visited.
  package mutating func shortest(stepsLeft: inout Int) -> Outcome {
    let wanted = Array(0..<wantedCount)
    var found: Int?
    let isComplete = explore(stepsLeft: &stepsLeft) { index, accepting in
      if accepting == wanted { found = index }
      return found == nil
    }
    if let found { return .found(search.path(to: found)) }
    return isComplete ? .none : .undecided
  }

  /// Whether it is proven that no path is accepted by all of `wanted` and by none of `rivals`.
  package static func isEmpty(_ wanted: [NFA], rivals: [NFA] = [], _ stepsLeft: inout Int) -> Bool {
    guard stepsLeft > 0 else { return false }
    var search = ProductSearch(wanted, rivals: rivals)
    return if case .none = search.shortest(stepsLeft: &stepsLeft) { true } else { false }
  }

  /// The groups of automata that accept a path together, each once, those of shorter paths first;
  /// the numbers of a group ascend. Two automata that share a path are in a group together.
  ///
  /// - Parameter stepsLeft: How many states of automata can still be visited; reduced by the number
  ///   visited.
  /// - Returns: Nil if the steps ran out.
  mutating func groups(stepsLeft: inout Int) -> [[Int]]? {
    var groups: [[Int]] = []
    var known: Set<[Int]> = []
    let isComplete = explore(stepsLeft: &stepsLeft) { _, accepting in
      if let accepting, accepting.count > 1, known.insert(accepting).inserted {
        groups.append(accepting)
      }
      return true
    }
    return isComplete ? groups : nil
  }

  /// The shortest value of each class, shorter ones first: two values are of one class if the same
  /// automata accept them.
  ///
  /// - Parameters:
  ///   - statesMax: How many states may be found.
  ///   - stepsLeft: As of `shortest`.
  /// - Returns: Nil if there are more, or if the steps ran out.
  mutating func samples(statesMax: Int, _ stepsLeft: inout Int) -> [String]? {
    var samples: [Int] = []
    var known: Set<[Int]> = []
    let isComplete = explore(stepsLeft: &stepsLeft, statesMax: statesMax) { index, accepting in
      if let accepting, known.insert(accepting).inserted { samples.append(index) }
      return true
    }
    guard isComplete else { return nil }
    return samples.map { sample in
      text(of: search.path(to: sample).map { UInt8(truncatingIfNeeded: $0) })
    }
  }

  // MARK: The product

  /// Visits the states breadth first, each with the automata that accept there, until `visit`
  /// returns false.
  ///
  /// - Returns: Whether `visit` ended the search or all states were visited; false if the steps ran
  ///   out, or there are more than `statesMax` states, or their members take too much memory.
  private mutating func explore(
    stepsLeft: inout Int, statesMax: Int = .max,
    _ visit: (_ index: Int, _ accepting: [Int]?) -> Bool
  ) -> Bool {
    var membersLeft = Limits.membersStoredMax
    // The instructions were copied, which takes less time than as many steps.
    stepsLeft -= search.states[0].members.count + automata.count / 4
    while let index = search.next() {
      guard stepsLeft > 0, membersLeft > 0, search.states.count <= statesMax else { return false }
      let state = search.states[index]
      guard visit(index, state.form.isComplete ? automata.accepting(state.members) : nil) else {
        return true
      }
      membersLeft -= addSuccessors(of: state, at: index, &stepsLeft)
    }
    return true
  }

  /// Adds the states after a state.
  ///
  /// - Returns: The number of members of those that are new.
  private mutating func addSuccessors(
    of state: State, at index: Int, _ stepsLeft: inout Int
  ) -> Int {
    var members = 0
    for symbol in symbols(at: state) {
      guard let after = after(state, symbol, &stepsLeft) else { continue }
      let count = search.states.count
      search.add(after, by: (symbol, after: index))
      if search.states.count > count { members += after.members.count }
    }
    return members
  }

  /// One symbol of every class that the automata do not distinguish here, the most readable first.
  private func symbols(at state: State) -> [Symbol] {
    var unions = [SymbolSet](repeating: SymbolSet(), count: max(1, wantedCount))
    var sets: [SymbolSet] = []
    for member in state.members {
      guard let set = automata.set(member) else { continue }
      // If no automaton is wanted, the only union is that of all sets.
      let union = wantedCount == 0 ? 0 : automata.owner(of: member)
      if union < unions.count { unions[union] = unions[union].union(set) }
      if !sets.contains(set) { sets.append(set) }
    }
    var classes = WellFormedness.classes
    if aliveMin > 0 {
      let readable = unions.dropFirst().reduce(unions[0]) { $0.intersection($1) }
      classes = classes.map { $0.intersection(readable) }.filter { !$0.isEmpty }
    }
    for set in sets { classes.split(by: set) }
    let readabilities = WellFormedness.readabilities
    return classes.compactMap(WellFormedness.mostReadable(of:))
      .sorted { readabilities[Int($0)] < readabilities[Int($1)] }
  }

  /// The state after a symbol; nil if too few automata have a successor, or a wanted one has none.
  private func after(_ state: State, _ symbol: Symbol, _ stepsLeft: inout Int) -> State? {
    guard let form = state.form.after(symbol) else { return nil }
    // The wanted automata come first. Mostly one of them has no successor.
    let rivals =
      state.members.firstIndex { automata.owner(of: $0) >= wantedCount }
      ?? state.members.count
    stepsLeft -= rivals
    let wanted = automata.step(state.members[..<rivals], symbol)
    guard automata.ownerCount(wanted) == wantedCount else { return nil }
    stepsLeft -= state.members.count - rivals
    let members =
      rivals == state.members.count
      ? wanted : wanted + automata.step(state.members[rivals...], symbol)
    guard aliveMin <= wantedCount || automata.ownerCount(members) >= aliveMin else { return nil }
    return State(members: members, form: form)
  }
}
