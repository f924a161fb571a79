/// Automata that read one text together. Their states are numbered across all of them, in the order
/// of the automata; a set of states is an array in ascending order.
///
/// A class, because a step marks what it reaches, and the next step reuses the marks.
package final class NFASet {
  private let instructions: [Program.Instruction]
  /// For each state its automaton.
  private let owners: [Int32]
  /// The start states of each automaton.
  private let starts: [[Int32]]
  // Unchecked as in `Memoized`.
  @exclusivity(unchecked) private var marks: Marks

  package init(_ automata: [NFA]) {
    // Mostly there is one, whose instructions are not copied.
    var instructions = automata.first?.instructions ?? []
    for automaton in automata.dropFirst() {
      let offset = instructions.count
      instructions += automaton.instructions.map { $0.moved(by: offset) }
    }
    var owners: [Int32] = []
    owners.reserveCapacity(instructions.count)
    starts = automata.enumerated().map { number, automaton in
      let offset = owners.count
      owners += repeatElement(Int32(truncatingIfNeeded: number), count: automaton.count)
      return automaton.start.map { Int32(truncatingIfNeeded: $0 + offset) }.sorted()
    }
    self.instructions = instructions
    self.owners = owners
    marks = Marks(count: instructions.count)
  }

  /// All states are less than this.
  package var count: Int { instructions.count }

  package var start: [Int32] { starts.flatMap { $0 } }

  package func start(of automaton: Int) -> [Int32] { starts[automaton] }

  package func owner(of state: Int32) -> Int { Int(owners[Int(state)]) }

  /// The symbols that a state reads; nil if it accepts.
  package func set(_ state: Int32) -> SymbolSet? {
    if case .symbols(let set) = instructions[Int(state)] { set } else { nil }
  }

  /// The automata that accept a text that leads to these states, in ascending order.
  package func accepting(_ states: [Int32]) -> [Int] {
    var accepting: [Int] = []
    for state in states {
      guard case .accept = instructions[Int(state)] else { continue }
      let owner = owner(of: state)
      if accepting.last != owner { accepting.append(owner) }
    }
    return accepting
  }

  /// Whether an automaton accepts a text that leads to these states.
  package func isAccepting(_ states: [Int32]) -> Bool { states.contains { set($0) == nil } }

  package func ownerCount(_ states: [Int32]) -> Int {
    var count = 0
    var last: Int32 = -1
    for state in states where owners[Int(state)] != last {
      last = owners[Int(state)]
      count += 1
    }
    return count
  }

  /// The states that a symbol leads to.
  ///
  /// - Complexity: O(instructions of the automata), however many ways lead to a state.
  package func step(_ states: [Int32], _ symbol: Symbol) -> [Int32] { step(states[...], symbol) }

  /// The states that a symbol leads to from some of a set's states.
  package func step(_ states: ArraySlice<Int32>, _ symbol: Symbol) -> [Int32] {
    marks.step(states, symbol, instructions)
  }
}

/// Marks of the instructions that a step has reached.
private struct Marks {
  /// For each instruction the step that last reached it.
  private var reached: [Int]
  private var steps = 0
  private var pending: [Int] = []

  init(count: Int) {
    reached = [Int](repeating: 0, count: count)
  }

  mutating func step(
    _ states: ArraySlice<Int32>, _ symbol: Symbol, _ instructions: [Program.Instruction]
  ) -> [Int32] {
    steps += 1
    var found: [Int32] = []
    found.reserveCapacity(states.count)
    for state in states {
      guard case .symbols(let set) = instructions[Int(state)], set.contains(symbol) else {
        continue
      }
      pending.append(Int(state) + 1)
      while let next = pending.popLast() {
        guard reached[next] != steps else { continue }
        reached[next] = steps
        switch instructions[next] {
        case .symbols, .accept: found.append(Int32(truncatingIfNeeded: next))
        case .jump(let target): pending.append(target)
        case .save: pending.append(next + 1)
        case .split(let first, let second):
          pending.append(second)
          pending.append(first)
        }
      }
    }
    found.sort()
    return found
  }
}

extension Program.Instruction {
  /// The instruction with its targets moved.
  fileprivate func moved(by offset: Int) -> Self {
    switch self {
    case .symbols, .save, .accept: self
    case .jump(let target): .jump(target + offset)
    case .split(let first, let second): .split(first + offset, second + offset)
    }
  }
}
