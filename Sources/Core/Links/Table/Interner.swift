import Diagnostics

/// Numbers lists of plain values in order of appearance; equal lists get the same number, so that a
/// million users share a few lists.
///
/// A hash table of its own: a dictionary takes more than twice the instructions, most of them to
/// hash.
struct Interner<Element: BitwiseCopyable & Equatable> {
  /// The different lists, by number.
  private(set) var lists: [[Element]] = []
  /// For each list its hash and its number plus 1, in the lower half, at the place of the hash or
  /// the next free one; others are 0. The size is a power of two, and at least half are 0.
  private var slots = [UInt64](repeating: 0, count: 16)

  mutating func number(of list: [Element]) -> Int {
    let hash = Self.hash(of: list)
    var place = hash & (slots.count - 1)
    while slots[place] != 0 {
      let number = Int(slots[place] & 0xFFFF_FFFF) - 1
      if slots[place] >> 32 == hash, lists[number] == list { return number }
      place = (place + 1) & (slots.count - 1)
    }
    lists.append(list)
    slots[place] = UInt64(hash) << 32 | UInt64(lists.count)
    if lists.count > slots.count / 2 { grow() }
    return lists.count - 1
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 4)
    for slot in old where slot != 0 {
      var place = Int(slot >> 32) & (slots.count - 1)
      while slots[place] != 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = slot
    }
  }

  /// 32 bits.
  private static func hash(of list: [Element]) -> Int {
    var hash = FNV()
    list.withUnsafeBytes { bytes in
      var place = 0
      while place + 8 <= bytes.count {
        hash.add(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        place += 8
      }
      var last = UInt64(bytes.count)
      for byte in bytes[place...] { last = last << 8 | UInt64(byte) }
      hash.add(last)
    }
    return Int(hash.value & 0xFFFF_FFFF)
  }
}
