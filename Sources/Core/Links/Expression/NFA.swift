/// A nondeterministic automaton over symbols without empty steps: a state reads one symbol of a
/// set, or accepts.
///
/// A class, because the states of a program's automaton are linked on first use.
package final class NFA {
  private let states: [Program.Instruction]
  private var following: [[Int]?]
  /// The states in which a text begins.
  package let start: [Int]

  /// The automaton of a program; its states are those instructions that read or accept.
  package init(_ program: Program) {
    states = program.instructions
    following = [[Int]?](repeating: nil, count: states.count)
    start = Self.closure(of: 0, in: states)
  }

  package convenience init(_ expression: Expression) {
    self.init(Program(expression))
  }

  /// An automaton built from its states.
  ///
  /// - Parameters:
  ///   - sets: What each state reads; nil for one that accepts.
  ///   - following: The states that can follow each.
  package init(sets: [SymbolSet?], following: [[Int]], start: [Int]) {
    states = sets.map { $0.map(Program.Instruction.symbols) ?? .accept }
    self.following = following
    self.start = start
  }

  /// All states are less than this.
  package var count: Int { states.count }

  /// The states that can follow once a state has read its symbol.
  package func next(_ state: Int) -> [Int] {
    if let known = following[state] { return known }
    let found = Self.closure(of: state + 1, in: states)
    following[state] = found
    return found
  }

  /// What a state reads; nil if it accepts.
  package func set(_ state: Int) -> SymbolSet? {
    guard case .symbols(let set) = states[state] else { return nil }
    return set
  }

  package func isAccept(_ state: Int) -> Bool {
    if case .accept = states[state] { true } else { false }
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
