extension Sequence {
  /// The same as `sorted(by:)`, equal elements in their order, by one sort that all elements share:
  /// a sort that is specialized for its elements has 3 KB of code. It takes longer, and is not for
  /// matching links.
  @inlinable
  package func inOrder(by precedes: (Element, Element) -> Bool) -> [Element] {
    let elements = Array(self)
    guard elements.count > 1 else { return elements }
    return placesInOrder(elements.count) { precedes(elements[$0], elements[$1]) }
      .map { elements[$0] }
  }
}

/// The numbers below a count, ordered by the elements at these places.
@inline(never) @usableFromInline
package func placesInOrder(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
  (0..<count).sorted(by: precedes)
}

extension Sequence<Int> {
  /// The same as `sorted()`, by one sort that all sequences share.
  @inlinable package func ascending() -> [Int] { sortedNumbers(Array(self)) }
}

@inline(never) @usableFromInline
package func sortedNumbers(_ numbers: [Int]) -> [Int] { numbers.sorted() }
