/// A program seen as an automaton: from each instruction that reads, the instructions that can come
/// next, which read or accept. Found when first asked for.
package final class Closures {
  private let program: Program
  private var following: [[Int]?]

  /// What can come first.
  package let start: [Int]

  package init(_ program: Program) {
    self.program = program
    following = [[Int]?](repeating: nil, count: program.instructions.count)
    start = Self.closure(of: 0, in: program)
  }

  package var count: Int { program.instructions.count }

  /// What can come after the instruction has read its symbol.
  package func next(_ index: Int) -> [Int] {
    if let known = following[index] { return known }
    let found = Self.closure(of: index + 1, in: program)
    following[index] = found
    return found
  }

  /// What an instruction reads; nil if it accepts.
  package func set(_ index: Int) -> SymbolSet? {
    guard case .symbols(let set) = program.instructions[index] else { return nil }
    return set
  }

  /// Whether the text may end here: `accept` is the last instruction.
  package func isAccept(_ index: Int) -> Bool { index == program.instructions.count - 1 }

  private static func closure(of start: Int, in program: Program) -> [Int] {
    var result: [Int] = []
    var seen: Set<Int> = []
    var stack = [start]
    while let index = stack.popLast() {
      guard seen.insert(index).inserted else { continue }
      switch program.instructions[index] {
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
