import Diagnostics
import Testing

struct PlainTextTests {
  // Goal: the first byte that needs an escape is found at any offset, whatever follows it.
  // Method: every byte at every offset of texts that span words of eight bytes and a remainder.
  @Test(arguments: 0...19)
  func `plainCount ends at the first byte that is not plain`(count: Int) {
    for place in 0..<count {
      for byte in UInt8.min...UInt8.max {
        for other in [UInt8(ascii: "~"), 0x20, 0x7F, 0xFF, UInt8(ascii: "\""), 0] {
          var text = Array(repeating: UInt8(ascii: "a"), count: count)
          text[place] = byte
          if place + 1 < count { text[place + 1] = other }
          let expected = text.firstIndex { !isPlain($0) } ?? count
          let found = text.withUnsafeBufferPointer { plainCount($0) }
          #expect(found == expected, "byte \(byte) at \(place), then \(other)")
        }
      }
    }
    #expect(plainCount(UnsafeBufferPointer(start: nil, count: 0)) == 0)
  }

  private func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
