/// An expression as instructions for `Program.match`, which runs in time linear in the text.
package struct Program: Sendable {
  package enum Instruction: Sendable {
    /// Reads one symbol of the set and continues with the next instruction.
    case symbols(SymbolSet)
    /// Tries the first, then the second.
    case split(Int, Int)
    case jump(Int)
    /// Stores the position in a slot.
    case save(Int)
    case accept
  }

  package let instructions: [Instruction]
  /// The parameter of each capture; capture n stores its range in slots 2n and 2n + 1.
  package let captures: [Int]
  /// Rules out most texts that do not match.
  package let prefilter: Prefilter
  /// The place of each capture in every text that matches; nil if only running the program finds
  /// it.
  package let places: CapturePlaces?

  package init(_ expression: Expression) {
    prefilter = Prefilter(expression)
    places = expression.capturePlaces
    let code = ProgramCode(expression)
    instructions = code.instructions
    captures = code.captures
  }
}

/// The instructions of an expression.
struct ProgramCode {
  private(set) var instructions: [Program.Instruction] = []
  private(set) var captures: [Int] = []

  init(_ expression: Expression) {
    append(expression)
    instructions.append(.accept)
  }

  private mutating func append(_ expression: Expression) {
    switch expression {
    case .symbols(let set): instructions.append(.symbols(set))
    case .sequence(let parts): for part in parts { append(part) }
    case .choice(let parts): appendChoice(parts)
    case .repeated(let part, let least, let most, let isLazy):
      for _ in 0..<least { append(part) }
      if let most {
        appendOptional(part, count: most - least, isLazy: isLazy)
      } else {
        appendLoop(part, isLazy: isLazy)
      }
    case .capture(let parameter, let part):
      let slot = captures.count * 2
      captures.append(parameter)
      instructions.append(.save(slot))
      append(part)
      instructions.append(.save(slot + 1))
    }
  }

  private mutating func appendChoice(_ parts: [Expression]) {
    var exits: [Int] = []
    for (index, part) in parts.enumerated() {
      guard index < parts.count - 1 else {
        append(part)
        break
      }
      let fork = reserve()
      append(part)
      exits.append(reserve())
      instructions[fork] = .split(fork + 1, instructions.count)
    }
    for exit in exits { instructions[exit] = .jump(instructions.count) }
  }

  private mutating func appendOptional(_ part: Expression, count: Int, isLazy: Bool) {
    var forks: [Int] = []
    for _ in 0..<max(0, count) {
      forks.append(reserve())
      append(part)
    }
    let end = instructions.count
    for fork in forks {
      instructions[fork] = isLazy ? .split(end, fork + 1) : .split(fork + 1, end)
    }
  }

  private mutating func appendLoop(_ part: Expression, isLazy: Bool) {
    let fork = reserve()
    append(part)
    instructions.append(.jump(fork))
    let end = instructions.count
    instructions[fork] = isLazy ? .split(end, fork + 1) : .split(fork + 1, end)
  }

  /// Appends a placeholder for a jump whose target is not known yet.
  private mutating func reserve() -> Int {
    instructions.append(.jump(0))
    return instructions.count - 1
  }
}

extension Program {
  /// Runs the program over a whole text: all threads at once, in order of preference, at most one
  /// for each instruction (Thompson; the thread lists are Pike's).
  ///
  /// - Returns: The slots of the preferred match, -1 for a capture that took no part in it, none if
  ///   not capturing; nil if nothing matches.
  /// - Complexity: O(symbols × instructions).
  package func match(_ text: [Symbol], capturing: Bool) -> [Int]? {
    let width = capturing ? captures.count * 2 : 0
    var current = Threads(program: self, width: width)
    var next = Threads(program: self, width: width)
    var slots = [Int](repeating: -1, count: width)
    current.add(0, position: 0, slots: &slots, of: self)
    var position = 0
    for symbol in text {
      guard !current.list.isEmpty else { return nil }
      position += 1
      next.clear()
      for (index, counter) in current.list.enumerated() {
        guard case .symbols(let set) = instructions[counter], set.contains(symbol) else { continue }
        current.load(index, into: &slots)
        next.add(counter + 1, position: position, slots: &slots, of: self)
      }
      swap(&current, &next)
    }
    for (index, counter) in current.list.enumerated() {
      guard case .accept = instructions[counter] else { continue }
      current.load(index, into: &slots)
      return slots
    }
    return nil
  }

  /// The work of `match` for a text, in steps of a search over automata, each of which takes as
  /// long as `match` for about 32 pairs of a symbol and an instruction.
  package func steps(for symbolCount: Int) -> Int { symbolCount * instructions.count / 32 }

  /// The range of a capture in a match; nil if it took no part in it.
  package static func range(_ capture: Int, in slots: [Int]) -> Range<Int>? {
    let lower = slots[capture * 2]
    let upper = slots[capture * 2 + 1]
    return lower >= 0 && upper >= lower ? lower..<upper : nil
  }
}

/// The threads that wait for the next symbol, in order of preference.
private struct Threads {
  private enum Step { case explore(Int), restore(slot: Int, value: Int) }

  /// The instructions where threads wait, each a `symbols` or `accept`.
  private(set) var list: [Int] = []
  /// The slots of all threads, concatenated.
  private var saved: [Int] = []
  /// The last round that reached an instruction.
  private var reached: [Int]
  private var round = 1
  private let width: Int
  private var stack: [Step] = []

  init(program: Program, width: Int) {
    reached = [Int](repeating: 0, count: program.instructions.count)
    self.width = width
    list.reserveCapacity(program.instructions.count)
    stack.reserveCapacity(program.instructions.count)
  }

  func load(_ index: Int, into slots: inout [Int]) {
    for slot in 0..<width { slots[slot] = saved[index * width + slot] }
  }

  mutating func clear() {
    list.removeAll(keepingCapacity: true)
    saved.removeAll(keepingCapacity: true)
    round += 1
  }

  /// Follows all instructions that read no symbol. Uses an explicit stack, because programs may be
  /// long.
  ///
  /// - Parameter slots: What the thread has captured so far; restored on return.
  mutating func add(
    _ counter: Int, position: Int, slots: inout [Int], of program: borrowing Program
  ) {
    stack.append(.explore(counter))
    while let step = stack.popLast() {
      switch step {
      case .restore(let slot, let value): slots[slot] = value
      case .explore(let counter):
        guard reached[counter] != round else { continue }
        reached[counter] = round
        switch program.instructions[counter] {
        case .jump(let target): stack.append(.explore(target))
        case .split(let first, let second):
          stack.append(.explore(second))
          stack.append(.explore(first))
        case .save(let slot):
          if width > 0 {
            stack.append(.restore(slot: slot, value: slots[slot]))
            slots[slot] = position
          }
          stack.append(.explore(counter + 1))
        case .symbols, .accept:
          list.append(counter)
          for slot in 0..<width { saved.append(slots[slot]) }
        }
      }
    }
  }
}
