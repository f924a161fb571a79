import JSONCodec

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A place in a line of JSON, and what can be read there if it is plain.
nonisolated struct LineCursor {
  private let line: UnsafeBufferPointer<UInt8>
  private(set) var index = 0

  init(_ line: UnsafeBufferPointer<UInt8>) { self.line = line }

  /// Whether all has been read.
  var isAtEnd: Bool { index == line.count }

  /// The byte that comes next; `nil` at the end.
  @inline(__always)
  var next: UInt8? { index < line.count ? line[index] : nil }

  /// What was read since a place.
  func bytes(from start: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: line[start..<index])
  }

  /// Reads a byte if it is this one.
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard index < line.count, line[index] == byte else { return false }
    index += 1
    return true
  }

  @inline(__always)
  mutating func skipSpace() {
    while index < line.count, line[index] == 0x20 || line[index] == 0x09 || line[index] == 0x0D {
      index += 1
    }
  }

  /// The colon behind a name, and the space around it.
  @inline(__always)
  mutating func colon() -> Bool {
    skipSpace()
    guard take(UInt8(ascii: ":")) else { return false }
    skipSpace()
    return true
  }

  /// What stands between quotation marks: printable ASCII without escapes.
  @inline(__always)
  mutating func text() -> UnsafeBufferPointer<UInt8>? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = index
    index += plainCount(UnsafeBufferPointer(rebasing: line[start...]))
    let end = index
    return take(UInt8(ascii: "\"")) ? UnsafeBufferPointer(rebasing: line[start..<end]) : nil
  }

  /// `-? (0 | [1-9][0-9]*)` of at most 18 digits, and not `-0`.
  mutating func integer() -> Int64? {
    let isNegative = take(UInt8(ascii: "-"))
    let start = index
    var value: Int64 = 0
    while index < line.count, (0x30...0x39).contains(line[index]), index - start < 18 {
      value = value * 10 + Int64(line[index] - 0x30)
      index += 1
    }
    guard index > start, line[start] != 0x30 || (index == start + 1 && !isNegative) else {
      return nil
    }
    // What goes on as a number is no integer of this kind.
    switch next {
    case nil, UInt8(ascii: ","), UInt8(ascii: "}"), 0x20, 0x09, 0x0D: break
    default: return nil
    }
    return isNegative ? -value : value
  }

  /// Reads a word if it is this one.
  mutating func take(_ word: StaticString) -> Bool {
    let end = index + word.utf8CodeUnitCount
    guard end <= line.count,
      same(UnsafeBufferPointer(rebasing: line[index..<end]), word)
    else { return false }
    index = end
    return true
  }
}

/// Whether bytes are the same.
@inline(__always)
nonisolated func same(
  _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
) -> Bool {
  guard left.count == right.count else { return false }
  guard let start = left.baseAddress, let other = right.baseAddress else { return true }
  return memcmp(start, other, left.count) == 0
}

/// Whether bytes are those of a word.
@inline(__always)
nonisolated func same(_ bytes: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
  word.withUTF8Buffer { same(bytes, $0) }
}
