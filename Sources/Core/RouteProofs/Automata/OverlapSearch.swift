package import Languages

/// Finds the shortest path that two automata both accept, breadth first over pairs of states. If
/// both are one automaton, only pairs of equal states are needed.
///
/// `ProductSearch` could find it too, but over sets of states, whose number can be exponential; the
/// number of pairs is at most the product of both state counts.
package struct OverlapSearch {
  private let left: NFA
  private let right: NFA
  /// The number of pairs that may still be reached; the caller passes it on to its next search.
  package private(set) var stepsLeft: Int
  private var search = BreadthFirst<Pair, Symbol>()

  private struct Pair: Hashable {
    let left: Int
    let right: Int
    let form: WellFormedness
  }

  package init(_ left: NFA, _ right: NFA, stepsLeft: Int) {
    self.left = left
    self.right = right
    self.stepsLeft = stepsLeft
  }

  /// The path; nil if there is none, or if the steps ran out.
  package mutating func shortest() -> [Symbol]? {
    add(left.start, right.start, .start, by: nil)
    while let index = search.next() {
      guard stepsLeft > 0 else { return nil }
      let pair = search.states[index]
      if left.isAccept(pair.left), right.isAccept(pair.right), pair.form.isComplete {
        return search.path(to: index)
      }
      for symbol in symbols(at: pair) {
        guard let form = pair.form.after(symbol) else { continue }
        add(left.next(pair.left), right.next(pair.right), form, by: (symbol, index))
      }
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

  private mutating func add(
    _ lefts: [Int], _ rights: [Int], _ form: WellFormedness, by origin: (Symbol, after: Int)?
  ) {
    let isOne = self.left === self.right
    for left in lefts {
      for right in isOne ? [left] : rights {
        guard stepsLeft > 0 else { return }
        stepsLeft -= 1
        search.add(Pair(left: left, right: right, form: form), by: origin)
      }
    }
  }
}
