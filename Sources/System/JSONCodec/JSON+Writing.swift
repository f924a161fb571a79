public import Diagnostics
import JSONWriting

extension JSON {
  /// The value as JSON text; see `write(into:)`.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The value as JSON in UTF-8; see `write(into:)`.
  public var bytes: [UInt8] {
    var bytes = ByteBuffer()
    write(into: &bytes)
    return [UInt8](bytes)
  }

  /// The value as JSON on one line, with its line end.
  public var line: [UInt8] {
    var bytes = ByteBuffer()
    write(into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return [UInt8](bytes)
  }

  /// Appends the value as JSON on one line, without spaces or a line end, members in their order,
  /// and strings as `writeJSONString` does.
  public func write(into bytes: inout ByteBuffer) {
    switch self {
    case .null: bytes.append("null")
    case .bool(let value): bytes.append(value ? "true" : "false")
    case .int(let value): writeJSONInteger(value, into: &bytes)
    case .number(let number): bytes.append(contentsOf: number.text.utf8)
    case .string(let text): writeJSONString(text, into: &bytes)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(into: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        writeJSONString(member.key, into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(into: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .written(let text): bytes.append(contentsOf: text)
    }
  }
}
