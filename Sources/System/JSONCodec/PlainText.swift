/// How many bytes, from the first on, stand in a JSON string as they are: printable ASCII but
/// quotation marks and backslashes.
package func plainCount(_ text: UnsafeBufferPointer<UInt8>) -> Int {
  guard let start = UnsafeRawPointer(text.baseAddress) else { return 0 }
  var count = 0
  while text.count - count >= 8 {
    let bytes = start.loadUnaligned(fromByteOffset: count, as: UInt64.self)
    let special = specialBytes(UInt64(littleEndian: bytes))
    guard special == 0 else { return count + special.trailingZeroBitCount / 8 }
    count += 8
  }
  var last: UInt64 = 0x2020_2020_2020_2020  // Spaces are plain.
  for byte in text[count...].reversed() { last = last << 8 | UInt64(byte) }
  let special = specialBytes(last)
  return special == 0 ? text.count : count + special.trailingZeroBitCount / 8
}

/// The high bit of the lowest of eight bytes that is not plain; of those above it anything.
@inline(__always)
private func specialBytes(_ bytes: UInt64) -> UInt64 {
  let each: UInt64 = 0x0101_0101_0101_0101
  let quotes = (bytes ^ each &* 0x22) &- each
  let backslashes = (bytes ^ each &* 0x5C) &- each
  let controls = bytes &- each &* 0x20
  let others = bytes &+ each | bytes  // 0x7F and above.
  return (quotes | backslashes | controls | others) & (each &* 0x80)
}
