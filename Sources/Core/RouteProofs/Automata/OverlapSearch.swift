import Links

/// Finds the shortest path that two automata both accept, breadth first over pairs of states. If
/// both are one automaton, only pairs of equal states are needed.
///
/// `ProductSearch` could find it too, but over sets of states, whose number can be exponential; the
/// number of pairs is at most the product of both state counts.
struct OverlapSearch {
  private let left: NFA
  private let right: NFA
  /// The number of pairs that may still be reached; the caller passes it on to its next search.
  private(set) var stepsLeft: Int
  private var visits: [Visit] = []
  private var seen: Set<Pair> = []

  private struct Pair: Hashable {
    let left: Int
    let right: Int
    let form: WellFormedness
  }

  /// A pair, the symbol that led to it, and the visit from which it did.
  private struct Visit {
    let pair: Pair
    let symbol: Symbol
    let parent: Int?
  }

  init(_ left: NFA, _ right: NFA, stepsLeft: Int) {
    self.left = left
    self.right = right
    self.stepsLeft = stepsLeft
  }

  /// The path; nil if there is none, or if the steps ran out.
  mutating func shortest() -> [Symbol]? {
    enqueue(left.start, right.start, .start, separator, parent: nil)
    var next = 0
    while next < visits.count {
      guard stepsLeft > 0 else { return nil }
      let pair = visits[next].pair
      if left.isAccept(pair.left), right.isAccept(pair.right), pair.form.isComplete {
        return path(to: next)
      }
      for symbol in symbols(at: pair) {
        guard let form = pair.form.after(symbol) else { continue }
        enqueue(left.next(pair.left), right.next(pair.right), form, symbol, parent: next)
      }
      next += 1
    }
    return nil
  }

  /// One symbol of each class that both automata can read.
  private func symbols(at pair: Pair) -> [Symbol] {
    guard let left = left.set(pair.left), let right = right.set(pair.right) else { return [] }
    let common = left.intersection(right)
    guard !common.isEmpty else { return [] }
    return WellFormedness.classes.compactMap {
      WellFormedness.mostReadable(of: $0.intersection(common))
    }
  }

  private mutating func enqueue(
    _ lefts: [Int], _ rights: [Int], _ form: WellFormedness, _ symbol: Symbol, parent: Int?
  ) {
    let isOne = self.left === self.right
    for left in lefts {
      for right in isOne ? [left] : rights {
        guard stepsLeft > 0 else { return }
        stepsLeft -= 1
        let pair = Pair(left: left, right: right, form: form)
        guard seen.insert(pair).inserted else { continue }
        visits.append(Visit(pair: pair, symbol: symbol, parent: parent))
      }
    }
  }

  private func path(to end: Int) -> [Symbol] {
    var path: [Symbol] = []
    var index = end
    while let parent = visits[index].parent {
      path.append(visits[index].symbol)
      index = parent
    }
    return path.reversed()
  }
}
