import Diagnostics

extension SplitMix64 {
  /// A random element; `nil` if there is none.
  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    guard !elements.isEmpty else { return nil }
    return elements[Int(next() % UInt64(elements.count))]
  }

  /// Shuffles elements (Fisher, Yates).
  mutating func shuffle<Element>(_ elements: inout [Element]) {
    for index in elements.indices.dropFirst() {
      elements.swapAt(index, Int(next() % UInt64(index + 1)))
    }
  }
}
