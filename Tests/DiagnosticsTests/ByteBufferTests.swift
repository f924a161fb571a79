import Diagnostics
import Testing

struct ByteBufferTests {
  // Goal: a buffer holds what was appended, whatever it was appended from, and however its memory
  // grew. Method: the same appends to an array, with texts of every size around those at which it grows.
  @Test func `a buffer holds what was appended`() {
    for first in 0...70 {
      for second in [0, 1, 63, 64, 65, 1_000] {
        var buffer = ByteBuffer()
        var wanted: [UInt8] = []
        for count in [first, second, first] {
          let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 + first) }
          text.withUnsafeBufferPointer { buffer.append(contentsOf: $0) }
          buffer.append(0xFF)
          buffer.append("word")
          buffer.append(contentsOf: text.reversed())
          buffer.append(contentsOf: text.lazy.filter { $0 > 3 })
          wanted += text + [0xFF] + Array("word".utf8) + text.reversed() + text.filter { $0 > 3 }
        }
        #expect([UInt8](buffer) == wanted)
        #expect(buffer.count == wanted.count && buffer.capacity >= wanted.count)
      }
    }
  }

  @Test func `an empty buffer takes nothing and has no memory`() {
    var buffer = ByteBuffer()
    buffer.append(contentsOf: UnsafeBufferPointer<UInt8>(start: nil, count: 0))
    buffer.append("")
    buffer.append(contentsOf: "".utf8)
    #expect(buffer.isEmpty && buffer.bytes.isEmpty && buffer.text.isEmpty)
    #expect(buffer.bytes(from: 0).isEmpty)
  }

  @Test func `bytes from an offset on are read and removed`() {
    var buffer = ByteBuffer()
    buffer.append("one, two")
    #expect(Array(buffer.bytes(from: 5)) == Array("two".utf8))
    #expect(buffer.bytes(from: 8).isEmpty)
    buffer.removeAll(from: 3)
    #expect(buffer.text == "one")
    buffer.removeAll(keepingCapacity: true)
    #expect(buffer.isEmpty && buffer.capacity > 0)
    buffer.removeAll()
    #expect(buffer.capacity == 0)
  }

  @Test func `taking empties a buffer`() {
    var buffer = ByteBuffer()
    buffer.append("text")
    let taken = buffer.take()
    #expect(taken.text == "text")
    #expect(buffer.isEmpty && buffer.capacity == 0)
    buffer.append("more")
    #expect(buffer.text == "more" && taken.text == "text")
  }

  @Test func `invalid UTF-8 is replaced in the text`() {
    var buffer = ByteBuffer()
    buffer.append(contentsOf: [0x61, 0xFF, 0x62])
    #expect(buffer.text == "a\u{FFFD}b")
  }
}
