import CLibrary
import Diagnostics
import JSONCodec

/// Parses the simplest form of a request without allocating: it records where the parts are.
///
/// A plain request is one object with `jsonrpc`, `id`, `method` and `params`, in any order, each at
/// most once. The identifier is an integer or a string. Parameters are named, each at most once,
/// and are strings, integers, `true` or `false`. Strings are printable ASCII without escapes. For
/// anything else, valid JSON or not, `read` returns false, and the full parser has to decide.
///
/// All buffers point into the line and are valid as long as it is.
nonisolated struct PlainRequest {
  struct Parameter {
    enum Value {
      case text(UnsafeBufferPointer<UInt8>)
      case integer(Int64)
      case bool(Bool)
    }

    let name: UnsafeBufferPointer<UInt8>
    let value: Value
  }

  /// The identifier as written, quotation marks included; `nil` if there is none.
  private(set) var id: UnsafeBufferPointer<UInt8>?
  private(set) var method = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  /// The number of parameters; the first `count` elements of `room` are initialized.
  private var count = 0
  private let room: UnsafeMutableBufferPointer<Parameter>

  /// The parameters, in the order of the line.
  var parameters: UnsafeBufferPointer<Parameter> {
    UnsafeBufferPointer(rebasing: UnsafeBufferPointer(room)[..<count])
  }

  /// - Parameter room: Memory for `parametersMax` parameters, which outlives this value.
  init(room: UnsafeMutableBufferPointer<Parameter>) { self.room = room }

  /// Parses a line. To be called once.
  /// - Returns: Whether the line is a plain request.
  mutating func read(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var cursor = LineCursor(line)
    var seen: UInt8 = 0
    cursor.skipSpace()
    guard cursor.take(UInt8(ascii: "{")) else { return false }
    while true {
      cursor.skipSpace()
      guard let key = cursor.text(), cursor.colon(), let bit = readMember(key, &cursor),
        seen & bit == 0
      else { return false }
      seen |= bit
      cursor.skipSpace()
      if cursor.take(UInt8(ascii: ",")) { continue }
      guard cursor.take(UInt8(ascii: "}")) else { return false }
      break
    }
    cursor.skipSpace()
    return cursor.isAtEnd && seen & Self.needed == Self.needed
  }

  private static let needed: UInt8 = 0b101

  /// Parses the value of a member. Returns the member's bit, or `nil` if it is not plain.
  @inline(__always)
  private mutating func readMember(
    _ key: UnsafeBufferPointer<UInt8>, _ cursor: inout LineCursor
  ) -> UInt8? {
    switch key.count {
    case 7:
      guard same(key, "jsonrpc"), let version = cursor.text(), same(version, "2.0")
      else { return nil }
      return 0b1
    case 2:
      guard same(key, "id") else { return nil }
      let start = cursor.index
      let isRead =
        cursor.next == UInt8(ascii: "\"") ? cursor.text() != nil : cursor.integer() != nil
      guard isRead else { return nil }
      id = cursor.bytes(from: start)
      return 0b10
    case 6:
      if same(key, "method") {
        guard let found = cursor.text() else { return nil }
        method = found
        return 0b100
      }
      guard same(key, "params"), readParameters(&cursor) else { return nil }
      return 0b1000
    default: return nil
    }
  }

  private mutating func readParameters(_ cursor: inout LineCursor) -> Bool {
    guard cursor.take(UInt8(ascii: "{")) else { return false }
    cursor.skipSpace()
    if cursor.take(UInt8(ascii: "}")) { return true }
    while true {
      cursor.skipSpace()
      guard count < Self.parametersMax, let name = cursor.text(), cursor.colon(),
        !parameters.contains(where: { same($0.name, name) }), let value = Self.value(&cursor)
      else { return false }
      room.initializeElement(at: count, to: Parameter(name: name, value: value))
      count += 1
      cursor.skipSpace()
      if cursor.take(UInt8(ascii: ",")) { continue }
      return cursor.take(UInt8(ascii: "}"))
    }
  }

  /// More than any method has; a longer list goes to the full parser.
  static let parametersMax = 8

  @inline(__always)
  private static func value(_ cursor: inout LineCursor) -> Parameter.Value? {
    switch cursor.next {
    case UInt8(ascii: "\""): cursor.text().map { .text($0) }
    case UInt8(ascii: "t"): cursor.take("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): cursor.take("false") ? .bool(false) : nil
    default: cursor.integer().map { .integer($0) }
    }
  }
}

/// A position in a line of JSON, with parsers for plain values.
nonisolated struct LineCursor {
  private let line: UnsafeBufferPointer<UInt8>
  private(set) var index = 0

  init(_ line: UnsafeBufferPointer<UInt8>) { self.line = line }

  var isAtEnd: Bool { index == line.count }

  /// The next byte; `nil` at the end.
  @inline(__always)
  var next: UInt8? { index < line.count ? line[index] : nil }

  /// The bytes from a position up to the current one.
  func bytes(from start: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: line[start..<index])
  }

  /// Consumes the next byte if it is this one.
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

  @inline(__always)
  mutating func colon() -> Bool {
    skipSpace()
    guard take(UInt8(ascii: ":")) else { return false }
    skipSpace()
    return true
  }

  /// Parses a string of printable ASCII without escapes; returns its content.
  @inline(__always)
  mutating func text() -> UnsafeBufferPointer<UInt8>? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = index
    index += plainCount(UnsafeBufferPointer(rebasing: line[start...]))
    let end = index
    return take(UInt8(ascii: "\"")) ? UnsafeBufferPointer(rebasing: line[start..<end]) : nil
  }

  /// Parses `-? (0 | [1-9][0-9]*)` of at most 18 digits, but not `-0`.
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
    // Reject fractions, exponents and longer numbers.
    switch next {
    case nil, UInt8(ascii: ","), UInt8(ascii: "}"), 0x20, 0x09, 0x0D: break
    default: return nil
    }
    return isNegative ? -value : value
  }

  /// Consumes a word if it comes next.
  mutating func take(_ word: StaticString) -> Bool {
    let end = index + word.utf8CodeUnitCount
    guard end <= line.count,
      same(UnsafeBufferPointer(rebasing: line[index..<end]), word)
    else { return false }
    index = end
    return true
  }
}

@inline(__always)
nonisolated func same(
  _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
) -> Bool {
  guard left.count == right.count else { return false }
  guard let start = left.baseAddress, let other = right.baseAddress else { return true }
  return memcmp(start, other, left.count) == 0
}

/// Whether a buffer holds the bytes of a word.
@inline(__always)
nonisolated func same(_ bytes: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
  word.withUTF8Buffer { same(bytes, $0) }
}
