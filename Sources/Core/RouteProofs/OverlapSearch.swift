import Links

/// Finds the shortest text that two automata accept: breadth first over pairs of instructions,
/// beside the shape that links have. Captures and preferences play no part.
struct OverlapSearch {
  private let left: Closures
  private let right: Closures
  /// How many pairs may still be looked at; the caller carries it from search to search.
  private(set) var stepsLeft: Int
  private var steps: [Step] = []
  private var seen: Set<Pair> = []

  private struct Pair: Hashable {
    let left: Int
    let right: Int
    let shape: LinkShape
  }

  /// A pair that was reached, by which symbol, and from where.
  private struct Step {
    let pair: Pair
    let symbol: Symbol
    let parent: Int?
  }

  init(_ left: Closures, _ right: Closures, stepsLeft: Int) {
    self.left = left
    self.right = right
    self.stepsLeft = stepsLeft
  }

  /// - Parameter shape: `.path` for whole paths, `.value` for query values.
  /// - Returns: The text; nil if there is none, or if no steps are left.
  mutating func shortest(from shape: LinkShape) -> [Symbol]? {
    enqueue(left.start, right.start, shape, separator, parent: nil)
    var next = 0
    while next < steps.count {
      guard stepsLeft > 0 else { return nil }
      let pair = steps[next].pair
      if left.isAccept(pair.left), right.isAccept(pair.right), pair.shape.isComplete {
        return word(to: next)
      }
      for symbol in symbols(at: pair) {
        guard let shape = pair.shape.after(symbol) else { continue }
        enqueue(left.next(pair.left), right.next(pair.right), shape, symbol, parent: next)
      }
      next += 1
    }
    return nil
  }

  /// One symbol of each group that both can read.
  private func symbols(at pair: Pair) -> [Symbol] {
    guard let left = left.set(pair.left), let right = right.set(pair.right) else { return [] }
    let common = left.intersection(right)
    guard !common.isEmpty else { return [] }
    return LinkShape.groups.compactMap { group in
      let some = group.intersection(common)
      return LinkShape.readable(of: some)
    }
  }

  private mutating func enqueue(
    _ lefts: [Int], _ rights: [Int], _ shape: LinkShape, _ symbol: Symbol, parent: Int?
  ) {
    for left in lefts {
      for right in rights {
        guard stepsLeft > 0 else { return }
        stepsLeft -= 1
        let pair = Pair(left: left, right: right, shape: shape)
        guard seen.insert(pair).inserted else { continue }
        steps.append(Step(pair: pair, symbol: symbol, parent: parent))
      }
    }
  }

  private func word(to end: Int) -> [Symbol] {
    var word: [Symbol] = []
    var index = end
    while let parent = steps[index].parent {
      word.append(steps[index].symbol)
      index = parent
    }
    return word.reversed()
  }
}
