/// SplitMix64, a small deterministic pseudo-random generator (Steele, Lea, Flood, 2014).
/// `TestSupport` has a copy for tests, which the program cannot import.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

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
