/// A program seen as an automaton: from each instruction that reads, the reading instructions that can
/// come next.
struct Closures {
  /// Stands for the end of the program.
  static let accept = -1

  let start: [Int]
  private let program: Program
  private let following: [Int: [Int]]

  init(_ program: Program) {
    self.program = program
    start = Self.closure(of: 0, in: program)
    var following: [Int: [Int]] = [:]
    for (index, instruction) in program.instructions.enumerated() {
      guard case .symbols = instruction else { continue }
      following[index] = Self.closure(of: index + 1, in: program)
    }
    self.following = following
  }

  func next(_ index: Int) -> [Int] { following[index] ?? [] }

  func set(_ index: Int) -> SymbolSet? {
    guard index >= 0, case .symbols(let set) = program.instructions[index] else { return nil }
    return set
  }

  private static func closure(of start: Int, in program: Program) -> [Int] {
    var result: [Int] = []
    var seen: Set<Int> = []
    var stack = [start]
    while let index = stack.popLast() {
      guard seen.insert(index).inserted else { continue }
      switch program.instructions[index] {
      case .symbols: result.append(index)
      case .accept: result.append(accept)
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
