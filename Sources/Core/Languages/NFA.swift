/// A nondeterministic automaton over symbols without empty steps: a state reads one symbol of a
/// set, or accepts.
///
/// A class, because the successors of a state are cached on first use.
package final class NFA {
  /// A state is the index of an instruction that reads or accepts.
  let instructions: [Program.Instruction]
  private var following: [[Int]?]
  package let start: [Int]

  private init(_ instructions: [Program.Instruction]) {
    self.instructions = instructions
    following = [[Int]?](repeating: nil, count: instructions.count)
    start = Self.closure(of: 0, in: instructions)
  }

  package convenience init(_ program: Program) { self.init(program.instructions) }

  package convenience init(_ expression: Expression) {
    self.init(ProgramCode(expression).instructions)
  }

  /// An automaton built from its states.
  ///
  /// - Parameters:
  ///   - sets: The symbols that each state reads; nil for one that accepts.
  ///   - following: The states that can follow each.
  package init(sets: [SymbolSet?], following: [[Int]], start: [Int]) {
    // A state is followed by the forks that lead on from it.
    var places = [0]
    for (set, next) in zip(sets, following) {
      places.append(places[places.count - 1] + (set == nil ? 1 : 1 + max(1, next.count)))
    }
    var instructions: [Program.Instruction] = []
    for (set, next) in zip(sets, following) {
      guard let set else {
        instructions.append(.accept)
        continue
      }
      instructions.append(.symbols(set))
      for state in next.dropLast() {
        instructions.append(.split(places[state], instructions.count + 1))
      }
      instructions.append(next.last.map { .jump(places[$0]) } ?? .symbols(SymbolSet()))
    }
    self.instructions = instructions
    self.following = [[Int]?](repeating: nil, count: instructions.count)
    self.start = start.map { places[$0] }
  }

  /// All states are less than this.
  package var count: Int { instructions.count }

  /// The states that can follow once a state has read its symbol.
  package func next(_ state: Int) -> [Int] {
    if let known = following[state] { return known }
    let found = Self.closure(of: state + 1, in: instructions)
    following[state] = found
    return found
  }

  /// The symbols that a state reads; nil if it accepts.
  package func set(_ state: Int) -> SymbolSet? {
    guard case .symbols(let set) = instructions[state] else { return nil }
    return set
  }

  package func isAccept(_ state: Int) -> Bool {
    if case .accept = instructions[state] { true } else { false }
  }

  /// The instructions that read or accept and are reached without reading.
  private static func closure(of start: Int, in instructions: [Program.Instruction]) -> [Int] {
    var result: [Int] = []
    var seen: Set<Int> = []
    var stack = [start]
    while let index = stack.popLast() {
      guard seen.insert(index).inserted else { continue }
      switch instructions[index] {
      case .symbols, .accept: result.append(index)
      case .jump(let target): stack.append(target)
      case .save: stack.append(index + 1)
      case .split(let first, let second):
        stack.append(second)
        stack.append(first)
      }
    }
    return result
  }
}
