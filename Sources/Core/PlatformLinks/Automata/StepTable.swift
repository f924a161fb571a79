/// The steps of an automaton that are known: a hash table with open addressing. An array by state
/// and token would be ten times as large, since most states are left with few tokens. States are
/// less than 2²¹, so that a key has 31 bits.
struct StepTable {
  /// A key in the upper half, and the state after the step in the lower one; `free` if unused.
  private var slots: [UInt64] = []
  private var count = 0

  private static let free = UInt64.max

  func state(after state: Int, _ token: Token) -> Int32? {
    guard !slots.isEmpty else { return nil }
    let entry = slots[place(of: Self.key(state, token))]
    return entry == Self.free ? nil : Int32(truncatingIfNeeded: entry)
  }

  /// Adds a step that is not known.
  ///
  /// - Returns: The number of words written.
  mutating func add(_ next: Int, after state: Int, _ token: Token) -> Int {
    var written = 1
    if (count + 1) * 4 > slots.count * 3 {
      let entries = slots.filter { $0 != Self.free }
      slots = [UInt64](repeating: Self.free, count: max(16, slots.count * 2))
      for entry in entries { slots[place(of: entry >> 32)] = entry }
      written += slots.count
    }
    let key = Self.key(state, token)
    slots[place(of: key)] = key << 32 | UInt64(UInt32(truncatingIfNeeded: next))
    count += 1
    return written
  }

  private static func key(_ state: Int, _ token: Token) -> UInt64 {
    UInt64(state) << 10 | UInt64(token.spelling.rawValue) << 8 | UInt64(token.byte)
  }

  /// The slot with a key, or the free one for it.
  private func place(of key: UInt64) -> Int {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 40) & mask
    while slots[place] != Self.free, slots[place] >> 32 != key { place = (place + 1) & mask }
    return place
  }
}
