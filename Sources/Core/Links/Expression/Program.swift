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

  package private(set) var instructions: [Instruction] = []
  /// The parameter of each capture; capture n stores its range in slots 2n and 2n + 1.
  private(set) var captures: [Int] = []
  /// Rules out most texts that do not match.
  package let prefilter: Prefilter
  /// The place of each capture in every text that matches; nil if only running the program finds
  /// it.
  let places: CapturePlaces?

  package init(_ expression: Expression) {
    prefilter = Prefilter(expression)
    places = expression.capturePlaces
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
