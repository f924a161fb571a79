import CLinkScan
import Testing

struct LinkScanTests {
  /// The bytes that the scan looks for, the limits of its ranges, and their neighbours.
  static let bytes: [UInt8] = [
    0x00, 0x1F, 0x20, 0x21, 0x23, 0x24, 0x25, 0x2E, 0x2F, 0x30, 0x3A, 0x3F, 0x40, 0x5C, 0x61, 0x7E,
    0x7F, 0x80, 0xFF,
  ]

  @Test func `the vector scan equals the plain loop at every length and position`() {
    var wrong: [[UInt8]] = []
    // A block has 64 bytes: all lengths up to one and a few more, and those around two.
    for count in Array(0...67) + Array(126...130) {
      var text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
      for place in text.indices {
        for byte in Self.bytes {
          text[place] = byte
          if !isReadAlike(text) { wrong.append(text) }
        }
        text[place] = UInt8(ascii: "a")
      }
      if !isReadAlike(text) { wrong.append(text) }
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: 0..<8)
  func `the vector scan equals the plain loop on random texts`(seed: UInt64) {
    var wrong: [[UInt8]] = []
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    for _ in 0..<2_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var word = state >> 11
      let text = (0..<Int(state >> 57)).map { _ in
        word = word &* 0x5851_F42D_4C95_7F2D &+ 1
        return Self.bytes[Int(word >> 40) % Self.bytes.count]
      }
      if !isReadAlike(text) { wrong.append(text) }
    }
    #expect(wrong.isEmpty)
  }

  @Test func `a mark is found wherever it is among the first bytes`() {
    var wrong: [[UInt8]] = []
    for count in 0...40 {
      var memory = [UInt8](repeating: UInt8(ascii: "a"), count: count)
      // Marks that follow do not count.
      func hasMark(followedBy others: Int) -> Bool {
        (memory + [UInt8](repeating: UInt8(ascii: ":"), count: others)).withUnsafeBytes { bytes in
          bytes.baseAddress.map { linkscan_has_mark($0, count, count + others) } ?? false
        }
      }
      if hasMark(followedBy: 0) || hasMark(followedBy: 20) { wrong.append(memory) }
      for place in 0..<count {
        for byte in Self.bytes {
          memory[place] = byte
          let isMark = byte == UInt8(ascii: ":") || byte == UInt8(ascii: "@")
          if hasMark(followedBy: 0) != isMark || hasMark(followedBy: 20) != isMark {
            wrong.append(memory)
          }
        }
        memory[place] = UInt8(ascii: "a")
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func `only lower case letters, digits, hyphens and dots are a host's`() {
    var wrong: [[UInt8]] = []
    for count in 0...40 {
      var memory = [UInt8](repeating: UInt8(ascii: "a"), count: count)
      // Bytes that follow do not count.
      func isHost(followedBy others: Int) -> Bool {
        (memory + [UInt8](repeating: UInt8(ascii: "/"), count: others)).withUnsafeBytes { bytes in
          bytes.baseAddress.map { linkscan_is_host($0, count, count + others) } ?? true
        }
      }
      for place in 0..<count {
        for byte in UInt8.min...UInt8.max {
          memory[place] = byte
          let isPortable = linkscan_is_host_portable(memory, count)
          let isWanted = "abcdefghijklmnopqrstuvwxyz0123456789-.".utf8.contains(byte)
          if isHost(followedBy: 0) != isWanted || isHost(followedBy: 20) != isWanted
            || isPortable != isWanted
          {
            wrong.append(memory)
          }
        }
        memory[place] = UInt8(ascii: "a")
      }
    }
    #expect(wrong.isEmpty)
  }

  /// Scans a text at the very end of its allocation, so that a sanitizer detects reads past the
  /// end.
  private func isReadAlike(_ text: [UInt8]) -> Bool {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: text.count, alignment: 1)
    defer { memory.deallocate() }
    memory.copyMemory(from: text, byteCount: text.count)
    var copy = [UInt8](repeating: 0xEE, count: text.count + 16)
    var slashCopy = copy
    var plainCopy = copy
    var isSame = true
    var isOdd = false
    var isPlainOdd = false
    for start in stride(from: 0, through: text.count, by: 64) {
      let block = linkscan_block(memory, &copy, start, text.count)
      let plain = linkscan_block_portable(memory, &plainCopy, start, text.count)
      let slashes = linkscan_slashes(memory, &slashCopy, start, text.count)
      isSame =
        isSame && block.slash == plain.slash && block.stop == plain.stop && block.dot == plain.dot
        && slashes == plain.slash
      isOdd = isOdd || block.odd != 0
      isPlainOdd = isPlainOdd || plain.odd != 0
    }
    let isCopied = [copy, slashCopy, plainCopy].allSatisfy { $0.starts(with: text) }
    return isSame && isOdd == isPlainOdd && isCopied
  }
}
