import Diagnostics
import Languages

extension ValueType {
  /// Whether a decoded value has this type. `string` accepts every value, even an empty one.
  public func fits(_ value: String) -> Bool {
    var value = value
    return value.withUTF8 { fits($0) }
  }

  /// Whether decoded bytes have this type; agrees with `expression`.
  package func fits(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { fits($0) }
  }

  /// Whether decoded bytes have this type; agrees with `expression`.
  package func fits(_ buffer: UnsafeBufferPointer<UInt8>) -> Bool {
    let bytes = buffer[...]
    return switch self {
    case .int: fitsInt(bytes)
    case .uint: fitsDigits(bytes, atMost: UInt64.max)
    case .number: fitsNumber(bytes)
    case .bool: bytes.elementsEqual("true".utf8) || bytes.elementsEqual("false".utf8)
    case .uuid: fitsUUID(bytes)
    case .date: fitsDate(bytes)
    case .slug:
      !bytes.isEmpty && bytes.allSatisfy { $0.isLetterOrDigit || $0 == 0x5F || $0 == 0x2D }
    case .string: true
    case .oneOf(let texts): texts.contains { $0.utf8.elementsEqual(bytes) }
    case .expression(let expression): expression.automaton.accepts(buffer)
    }
  }

  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  private func fitsInt(_ bytes: Bytes) -> Bool {
    guard bytes.first == UInt8(ascii: "-") else {
      return fitsDigits(bytes, atMost: UInt64(Int64.max))
    }
    return fitsDigits(bytes.dropFirst(), atMost: Int64.min.magnitude)
  }

  private func fitsDigits(_ bytes: Bytes, atMost most: UInt64) -> Bool {
    var value: UInt64 = 0
    for byte in bytes {
      guard byte.isDigit else { return false }
      let (tens, overTens) = value.multipliedReportingOverflow(by: 10)
      let (sum, over) = tens.addingReportingOverflow(UInt64(byte - 0x30))
      guard !overTens, !over, sum <= most else { return false }
      value = sum
    }
    return !bytes.isEmpty
  }

  /// `-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?`
  private func fitsNumber(_ bytes: Bytes) -> Bool {
    var rest = bytes
    func takeDigits() -> Bool {
      let count = rest.prefix { $0.isDigit }.count
      rest = rest.dropFirst(count)
      return count > 0
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    guard takeDigits() else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard takeDigits() else { return false }
    }
    if let mark = rest.first, mark.folded == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard takeDigits() else { return false }
    }
    return rest.isEmpty
  }

  private func fitsUUID(_ bytes: Bytes) -> Bool {
    guard bytes.count == 36 else { return false }
    for (offset, byte) in bytes.enumerated() {
      let isDash = offset == 8 || offset == 13 || offset == 18 || offset == 23
      guard isDash ? byte == UInt8(ascii: "-") : byte.hexValue != nil else { return false }
    }
    return true
  }

  private func fitsDate(_ bytes: Bytes) -> Bool {
    guard bytes.count == 10 else { return false }
    var parts = [0, 0, 0]
    var part = 0
    for (offset, byte) in bytes.enumerated() {
      if offset == 4 || offset == 7 {
        guard byte == UInt8(ascii: "-") else { return false }
        part += 1
      } else {
        guard byte.isDigit else { return false }
        parts[part] = parts[part] * 10 + Int(byte - 0x30)
      }
    }
    let (year, month, day) = (parts[0], parts[1], parts[2])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard month >= 1, month <= 12 else { return false }
    return day >= 1 && day <= days[month - 1]
  }
}
