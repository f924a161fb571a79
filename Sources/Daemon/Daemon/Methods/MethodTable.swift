import Commands

/// Every method, found by its name without making a text of it.
nonisolated struct MethodTable {
  /// The methods in the order of the docs.
  let all: [Method]
  /// Open addressing: methods by the hash of the name.
  private var slots: [Method?]

  init(_ methods: [Method]) {
    all = methods
    slots = Array(repeating: nil, count: Self.slotCount)
    for (place, method) in methods.enumerated() {
      method.place = place
      var name = method.name
      var slot = name.withUTF8 { Self.hash($0) }
      while slots[slot] != nil { slot = (slot + 1) % Self.slotCount }
      slots[slot] = method
    }
  }

  /// The method of that name.
  subscript(name: UnsafeBufferPointer<UInt8>) -> Method? {
    var slot = Self.hash(name)
    while let method = slots[slot] {
      if method.isNamed(name) { return method }
      slot = (slot + 1) % Self.slotCount
    }
    return nil
  }

  /// The method of that name.
  subscript(name: String) -> Method? {
    var name = name
    return name.withUTF8 { self[$0] }
  }

  /// Far more than there are methods.
  private static let slotCount = 512

  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash) % slotCount
  }
}
