/// A token bucket of bytes: starts full with `bytesMax`, refills by `bytesPerSecond`.
nonisolated struct TokenBucket {
  let bytesMax: Int
  let bytesPerSecond: Int
  private var bytes: Int
  private var seenMilliseconds: UInt64 = 0

  init(bytesMax: Int, bytesPerSecond: Int) {
    self.bytesMax = bytesMax
    self.bytesPerSecond = bytesPerSecond
    bytes = bytesMax
  }

  /// Takes bytes and returns true, if at least `wanted` are left.
  mutating func take(_ wanted: Int, nowMilliseconds now: UInt64) -> Bool {
    let passed = now > seenMilliseconds ? now - seenMilliseconds : 0
    // A cap of one hour limits the product.
    let gained = Int(min(passed, 3_600_000)).multipliedReportingOverflow(by: bytesPerSecond)
    if gained.overflow || gained.partialValue / 1000 > 0 {
      let more = gained.overflow ? bytesMax : gained.partialValue / 1000
      bytes = min(bytesMax, bytes + min(more, bytesMax))
      seenMilliseconds = now
    }
    guard wanted <= bytes else { return false }
    bytes -= wanted
    return true
  }
}
