/// Reads a request in its plainest form without making anything of it: where the parts stand.
///
/// Plain is one object with `jsonrpc`, `id`, `method` and `params`, in any order, each at most
/// once; an identifier that is an integer or a text; parameters by name, each at most once and a
/// text, an integer, `true` or `false`; texts of printable ASCII without escapes. Whatever else is
/// JSON, or is none, is for the reader that knows it all: `read` says no, and nothing is decided
/// yet.
///
/// All that it gives are parts of the line, and last as long as that.
nonisolated struct PlainRequest {
  /// A parameter.
  struct Parameter {
    enum Value {
      case text(UnsafeBufferPointer<UInt8>)
      case integer(Int64)
      case bool(Bool)
    }

    let name: UnsafeBufferPointer<UInt8>
    let value: Value
  }

  /// The identifier as it was written, quotation marks included; `nil` if there is none.
  private(set) var id: UnsafeBufferPointer<UInt8>?
  /// The method.
  private(set) var method = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  /// How many parameters there are, and where they stand, in the order in which they came.
  private var count = 0
  private let room: UnsafeMutableBufferPointer<Parameter>

  /// The parameters, in the order in which they came.
  var parameters: UnsafeBufferPointer<Parameter> {
    UnsafeBufferPointer(rebasing: UnsafeBufferPointer(room)[..<count])
  }

  /// - Parameter room: Where `parametersMax` parameters have their places while it is used.
  init(room: UnsafeMutableBufferPointer<Parameter>) { self.room = room }

  /// Reads a line; to be called once.
  /// - Returns: Whether it is plain.
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

  /// Reads the value of a member; its bit, unless it is strange.
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

  /// More than any method has.
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
