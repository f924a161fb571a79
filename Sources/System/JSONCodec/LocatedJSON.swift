public import Diagnostics

/// A JSON value whose parts have positions, for files that people write.
///
/// The grammar and the limits are those of `JSON`, whose reader checks the text first; the
/// positions are then found by the tokens. Only duplicate keys are accepted: what to do with them
/// is left to the caller.
public struct LocatedJSON: Sendable {
  /// The kinds of values; see `JSON`.
  public enum Value: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case number(JSONNumber)
    case string(String)
    case array([LocatedJSON])
    /// Members in order; keys can repeat.
    case object([Member])
  }

  /// A key and its value.
  public struct Member: Sendable {
    /// The key, to be compared as UTF-8 bytes.
    public let key: String
    /// The opening quote of the key.
    public let position: SourcePosition
    /// The value.
    public let value: LocatedJSON
  }

  /// The value.
  public let value: Value
  /// The first byte of the value.
  public let position: SourcePosition

  /// Reads one JSON value; the parameters and errors are those of `JSON.init(parsing:)`, without
  /// the error for duplicate keys.
  /// - Complexity: O(bytes)
  public init(
    parsing bytes: [UInt8], file: String = "<json>", bytesMax: Int = jsonBytesMax
  ) throws(Diagnostic) {
    var reader = JSONReader(bytes: bytes, file: file)
    reader.acceptsDuplicateKeys = true
    guard bytes.count <= bytesMax else {
      throw .tooLarge(bytes: bytes.count, bytesMax: bytesMax, at: reader.place(0))
    }
    let json = try reader.document()
    var tokens = TokenPlaces(bytes: bytes, file: file)
    self.init(json, &tokens)
  }

  /// Pairs a value with the positions of its tokens, which are in the same order.
  private init(_ json: JSON, _ tokens: inout TokenPlaces) {
    position = tokens.next()
    switch json {
    // The reader makes no `written` value.
    case .null, .written: value = .null
    case .bool(let bool): value = .bool(bool)
    case .int(let int): value = .int(int)
    case .number(let number): value = .number(number)
    case .string(let text): value = .string(text)
    case .array(let elements):
      value = .array(elements.map { LocatedJSON($0, &tokens) })
    case .object(let members):
      value = .object(
        members.map { member in
          Member(
            key: member.key, position: tokens.next(), value: LocatedJSON(member.value, &tokens))
        })
    }
  }
}

extension LocatedJSON {
  /// The Boolean; `nil` if this is another kind of value.
  package var boolValue: Bool? { if case .bool(let value) = value { value } else { nil } }

  /// The 64-bit integer; `nil` if this is another kind of value.
  package var intValue: Int64? { if case .int(let value) = value { value } else { nil } }

  /// The string; `nil` if this is another kind of value.
  package var stringValue: String? { if case .string(let text) = value { text } else { nil } }

  /// The elements of an array; `nil` if this is another kind of value.
  package var arrayValue: [LocatedJSON]? {
    if case .array(let elements) = value { elements } else { nil }
  }

  /// The members of an object; `nil` if this is another kind of value.
  package var objectValue: [Member]? {
    if case .object(let members) = value { members } else { nil }
  }
}

/// The positions of the keys and values of a valid JSON text, in order: every token but brackets
/// that close, commas and colons.
private struct TokenPlaces {
  private let bytes: [UInt8]
  private let file: String
  private var index = 0
  private var line = 1
  private var column = 1

  init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// The position of the next key or value. At the end of the text, where valid JSON has none, the
  /// position of the end.
  mutating func next() -> SourcePosition {
    while index < bytes.count, Self.separators.contains(bytes[index]) { advance() }
    let position = SourcePosition(file: file, line: line, column: column)
    skipToken()
    return position
  }

  private static let separators = Array(" \t\r\n,:]}".utf8)

  private mutating func skipToken() {
    guard index < bytes.count else { return }
    let first = bytes[index]
    advance()
    switch first {
    case UInt8(ascii: "["), UInt8(ascii: "{"): return
    case UInt8(ascii: "\""):
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        if bytes[index] == UInt8(ascii: "\\") { advance() }
        if index < bytes.count { advance() }
      }
      if index < bytes.count { advance() }
    default:
      while index < bytes.count, !Self.separators.contains(bytes[index]) { advance() }
    }
  }

  /// Moves past a byte; lines and columns are counted as in `JSONReader.place`.
  private mutating func advance() {
    if bytes[index] == UInt8(ascii: "\n") {
      line += 1
      column = 1
    } else if bytes[index] & 0xC0 != 0x80 {
      column += 1
    }
    index += 1
  }
}
