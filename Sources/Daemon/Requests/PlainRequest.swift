/// Reads a request in its plainest form without making anything of it: where the parts stand.
///
/// Plain is one object with `jsonrpc`, `id`, `method` and `params`, in any order, each at most
/// once; an identifier that is an integer or a text; parameters by name, each at most once and a
/// text, an integer, `true` or `false`; texts of printable ASCII without escapes. Whatever else is
/// JSON, or is none, is for the reader that knows it all: `read` says no, and nothing is decided
/// yet.
nonisolated struct PlainRequest {
  /// A parameter: where its name and its value stand.
  struct Parameter {
    enum Kind {
      case text
      case integer(Int64)
      case bool(Bool)
    }

    let name: Range<Int>
    let kind: Kind
    let value: Range<Int>
  }

  /// The identifier as it was written, quotation marks included; empty if there is none.
  private(set) var id = 0..<0
  /// The method.
  private(set) var method = 0..<0
  /// The parameters, in the order in which they stand.
  private(set) var parameters: ContiguousArray<Parameter> = []

  private var index = 0

  /// Reads a line.
  /// - Returns: Whether it is plain.
  mutating func read(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    index = 0
    id = 0..<0
    parameters.removeAll(keepingCapacity: true)
    var seen: UInt8 = 0
    skipSpace(line)
    guard take(UInt8(ascii: "{"), line) else { return false }
    while true {
      skipSpace(line)
      guard let key = text(line), colon(line), let bit = member(key, line), seen & bit == 0
      else { return false }
      seen |= bit
      skipSpace(line)
      if take(UInt8(ascii: ","), line) { continue }
      guard take(UInt8(ascii: "}"), line) else { return false }
      break
    }
    skipSpace(line)
    return index == line.count && seen & Self.needed == Self.needed
  }

  private static let needed: UInt8 = 0b101

  /// Reads the value of a member; its bit, unless it is strange.
  private mutating func member(
    _ key: Range<Int>, _ line: UnsafeBufferPointer<UInt8>
  ) -> UInt8? {
    switch key.count {
    case 7:
      guard same(key, "jsonrpc", line), let version = text(line), same(version, "2.0", line)
      else { return nil }
      return 0b1
    case 2:
      guard same(key, "id", line) else { return nil }
      let start = index
      if index < line.count, line[index] == UInt8(ascii: "\"") {
        guard text(line) != nil else { return nil }
      } else {
        guard integer(line) != nil else { return nil }
      }
      id = start..<index
      return 0b10
    case 6:
      if same(key, "method", line) {
        guard let found = text(line) else { return nil }
        method = found
        return 0b100
      }
      guard same(key, "params", line), readParameters(line) else { return nil }
      return 0b1000
    default: return nil
    }
  }

  private mutating func readParameters(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard take(UInt8(ascii: "{"), line) else { return false }
    skipSpace(line)
    if take(UInt8(ascii: "}"), line) { return true }
    while true {
      skipSpace(line)
      guard parameters.count < Self.parametersMax, let name = text(line), colon(line),
        !parameters.contains(where: { same($0.name, name, line) }),
        let parameter = parameter(name, line)
      else { return false }
      parameters.append(parameter)
      skipSpace(line)
      if take(UInt8(ascii: ","), line) { continue }
      return take(UInt8(ascii: "}"), line)
    }
  }

  /// More than any method has.
  private static let parametersMax = 8

  private mutating func parameter(
    _ name: Range<Int>, _ line: UnsafeBufferPointer<UInt8>
  ) -> Parameter? {
    guard index < line.count else { return nil }
    let start = index
    switch line[index] {
    case UInt8(ascii: "\""):
      return text(line).map { Parameter(name: name, kind: .text, value: $0) }
    case UInt8(ascii: "t"):
      guard word("true", line) else { return nil }
      return Parameter(name: name, kind: .bool(true), value: start..<index)
    case UInt8(ascii: "f"):
      guard word("false", line) else { return nil }
      return Parameter(name: name, kind: .bool(false), value: start..<index)
    default:
      return integer(line).map { value in
        Parameter(name: name, kind: .integer(value), value: start..<index)
      }
    }
  }

  /// What stands between quotation marks, if it is plain.
  private mutating func text(_ line: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    guard take(UInt8(ascii: "\""), line) else { return nil }
    let start = index
    var at = index
    while at < line.count {
      let byte = line[at]
      if byte == UInt8(ascii: "\"") {
        index = at + 1
        return start..<at
      }
      guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\\") else { return nil }
      at += 1
    }
    return nil
  }

  /// `-? (0 | [1-9][0-9]*)` of at most 18 digits, and not `-0`.
  private mutating func integer(_ line: UnsafeBufferPointer<UInt8>) -> Int64? {
    let isNegative = take(UInt8(ascii: "-"), line)
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
    if index < line.count {
      switch line[index] {
      case UInt8(ascii: ","), UInt8(ascii: "}"), 0x20, 0x09, 0x0D: break
      default: return nil
      }
    }
    return isNegative ? -value : value
  }

  private mutating func word(_ word: StaticString, _ line: UnsafeBufferPointer<UInt8>) -> Bool {
    let range = index..<(index + word.utf8CodeUnitCount)
    guard range.upperBound <= line.count, same(range, word, line) else { return false }
    index = range.upperBound
    return true
  }

  private mutating func colon(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    skipSpace(line)
    guard take(UInt8(ascii: ":"), line) else { return false }
    skipSpace(line)
    return true
  }

  @inline(__always)
  private mutating func take(_ byte: UInt8, _ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard index < line.count, line[index] == byte else { return false }
    index += 1
    return true
  }

  @inline(__always)
  private mutating func skipSpace(_ line: UnsafeBufferPointer<UInt8>) {
    while index < line.count, line[index] == 0x20 || line[index] == 0x09 || line[index] == 0x0D {
      index += 1
    }
  }

  private func same(
    _ range: Range<Int>, _ word: StaticString, _ line: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for offset in 0..<range.count where line[range.lowerBound + offset] != word.utf8Start[offset] {
      return false
    }
    return true
  }

  private func same(
    _ range: Range<Int>, _ other: Range<Int>, _ line: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    range.count == other.count && line[range].elementsEqual(line[other])
  }
}
