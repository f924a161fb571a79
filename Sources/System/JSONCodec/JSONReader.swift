import Diagnostics

extension JSON {
  /// Reads one JSON value, strictly by RFC 8259, with optional white space around it.
  ///
  /// Also refused are duplicate keys (compared as UTF-8 bytes), invalid UTF-8, a byte order mark,
  /// lone surrogates, and more than `jsonDepthMax` nested arrays and objects.
  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - file: The name of the text in errors: a path, or a word in angle brackets.
  ///   - bytesMax: The limit on the bytes of the text.
  /// - Complexity: O(bytes), also for an object with many keys.
  public init(
    parsing bytes: [UInt8], file: String = "<json>", bytesMax: Int = jsonBytesMax
  ) throws(JSONError) {
    var reader = JSONReader(bytes: bytes, file: file)
    guard bytes.count <= bytesMax else {
      throw .tooLarge(bytes: bytes.count, bytesMax: bytesMax, at: reader.place(0))
    }
    self = try reader.document()
  }

  /// Reads one JSON value from a string; see `init(parsing:file:bytesMax:)` for bytes.
  public init(
    parsing text: String, file: String = "<json>", bytesMax: Int = jsonBytesMax
  ) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), file: file, bytesMax: bytesMax)
  }
}

/// Reads JSON by recursive descent, at most `jsonDepthMax` calls deep.
struct JSONReader {
  let bytes: [UInt8]
  let file: String
  /// The offset of the next byte.
  var index = 0

  init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// The next byte; `nil` at the end.
  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  func place(_ offset: Int) -> JSONPlace {
    JSONPlace(offset: offset, in: bytes, file: file)
  }

  func unexpected(_ wanted: String) -> JSONError {
    .unexpected(found: next, wanted: wanted, at: place(index))
  }

  /// Reads a value with white space around it, up to the end of the text.
  mutating func document() throws(JSONError) -> JSON {
    let value = try value(depth: 0)
    guard next == nil else { throw unexpected("the end") }
    return value
  }

  /// Reads a value with white space around it, nested in `depth` arrays and objects.
  private mutating func value(depth: Int) throws(JSONError) -> JSON {
    skipSpace()
    defer { skipSpace() }
    guard let first = next else { throw unexpected("a value") }
    switch first {
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw unexpected("a value")
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSON {
    try enter(depth)
    var values: [JSON] = []
    skipSpace()
    if take("]") { return .array([]) }
    while true {
      values.append(try value(depth: depth))
      if take("]") { return .array(values) }
      guard take(",") else { throw unexpected("',' or ']'") }
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSON {
    try enter(depth)
    var members: [JSON.Member] = []
    var keys = SeenKeys()
    skipSpace()
    if take("}") { return .object([]) }
    while true {
      skipSpace()
      let offset = index
      guard next == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
      let key = try string()
      if let first = keys.insert(key, at: offset) {
        throw .duplicateKey(key, at: place(offset), first: place(first))
      }
      skipSpace()
      guard take(":") else { throw unexpected("':'") }
      members.append(JSON.Member(key, try value(depth: depth)))
      if take("}") { return .object(members) }
      guard take(",") else { throw unexpected("',' or '}'") }
    }
  }

  /// Skips the bracket that opens an array or object.
  private mutating func enter(_ depth: Int) throws(JSONError) {
    guard depth <= jsonDepthMax else { throw .tooDeep(depthMax: jsonDepthMax, at: place(index)) }
    index += 1
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    for offset in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[offset] else { throw unexpected("'\(word)'") }
      index += 1
    }
    return value
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: scalar) else { return false }
    index += 1
    return true
  }
}

extension JSONReader {
  /// Reads `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?` (RFC 8259, section 6).
  mutating func number() throws(JSONError) -> JSON {
    let start = index
    _ = take("-")
    if take("0") {
      guard !isDigit(next) else { throw .badNumber(at: place(start)) }
    } else {
      try digits(of: start)
    }
    var isWhole = true
    if take(".") {
      isWhole = false
      try digits(of: start)
    }
    if take("e") || take("E") {
      isWhole = false
      _ = take("-") || take("+")
      try digits(of: start)
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, text != "-0", let value = Int64(text) { return .int(value) }
    return .number(JSONNumber(checked: text))
  }

  /// Skips one or more digits.
  private mutating func digits(of start: Int) throws(JSONError) {
    guard isDigit(next) else { throw .badNumber(at: place(start)) }
    while isDigit(next) { index += 1 }
  }

  private func isDigit(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

/// The keys of the object being read, and their offsets.
private struct SeenKeys {
  /// Keys that are compared one by one. More are hashed, so that reading an object stays linear.
  private static let comparedMax = 8
  private var few: [(key: TextBytes, offset: Int)] = []
  private var many: [TextBytes: Int] = [:]

  /// Inserts a key, or returns the offset of the same key seen before.
  mutating func insert(_ text: String, at offset: Int) -> Int? {
    let key = TextBytes(text)
    if let found = few.first(where: { $0.key == key }) { return found.offset }
    guard few.count == Self.comparedMax else {
      few.append((key, offset))
      return nil
    }
    if let found = many[key] { return found }
    many[key] = offset
    return nil
  }
}
