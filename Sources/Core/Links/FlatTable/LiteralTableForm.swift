/// The form of a table of literal children.
struct LiteralTableForm {
  /// The records: a power of two.
  private(set) var count = 1
  /// The shift of the hashes.
  private(set) var shift: UInt32 = 0
  /// Whether the table is probed, because no shift was found that separates all children.
  private(set) var isProbed = false

  /// The form for one child.
  init() {}

  /// The form for children with these hashes: a few sizes and shifts are tried.
  init(of hashes: [UInt32], isNearRoot: Bool) {
    while count < hashes.count { count *= 2 }
    // Sparse tables are used only near the root, which most links pass. Elsewhere large tables are
    // probed instead: smaller tables cause fewer cache misses.
    let most = count * (hashes.count <= 4 ? 8 : hashes.count <= 16 ? 4 : isNearRoot ? 32 : 2)
    if hashes.count <= 128 {
      // The number of the last try that took a place.
      var taken = [Int32](repeating: 0, count: most)
      var tries: Int32 = 0
      while count <= most {
        for shift in 0..<UInt32(22) {
          tries += 1
          self.shift = shift
          if separates(hashes, &taken, tries) { return }
        }
        count *= 2
      }
    }
    (count, shift, isProbed) = (2, 0, true)
    // At most three quarters full: a table of half the size stays in the caches.
    while count * 3 < hashes.count * 4 { count *= 2 }
  }

  /// Whether no two hashes have the same place.
  private func separates(_ hashes: [UInt32], _ taken: inout [Int32], _ number: Int32) -> Bool {
    for hash in hashes {
      let place = Int(hash &>> shift) / FlatRecord.size & (count - 1)
      if taken[place] == number { return false }
      taken[place] = number
    }
    return true
  }
}
