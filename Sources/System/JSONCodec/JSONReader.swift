public import Diagnostics

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
  ) throws(Diagnostic) {
    var reader = JSONReader(bytes: bytes, file: file)
    guard bytes.count <= bytesMax else {
      throw .tooLarge(bytes: bytes.count, bytesMax: bytesMax, at: reader.place(0))
    }
    self = try reader.document()
  }

  /// Reads one JSON value from a string; see `init(parsing:file:bytesMax:)` for bytes.
  public init(
    parsing text: String, file: String = "<json>", bytesMax: Int = jsonBytesMax
  ) throws(Diagnostic) {
    try self.init(parsing: Array(text.utf8), file: file, bytesMax: bytesMax)
  }
}

/// Reads JSON by recursive descent, at most `jsonDepthMax` calls deep.
struct JSONReader {
  let bytes: [UInt8]
  let file: String
  /// Whether a key can appear twice in one object; the result then has both members.
  var acceptsDuplicateKeys = false
  /// The offset of the next byte.
  var index = 0

  init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// The next byte; `nil` at the end.
  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Counts lines, which end in `\n`, and columns up to an offset, only when there is an error.
  /// - Complexity: O(offset)
  func place(_ offset: Int) -> SourcePosition {
    var line = 1
    var column = 1
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {  // Columns count scalars, not continuation bytes.
        column += 1
      }
    }
    return SourcePosition(file: file, line: line, column: column)
  }

  func unexpected(_ wanted: String) -> Diagnostic {
    .unexpected(found: next, wanted: wanted, at: place(index))
  }

  /// Reads a value with white space around it, up to the end of the text.
  mutating func document() throws(Diagnostic) -> JSON {
    let value = try value(depth: 0)
    guard next == nil else { throw unexpected("the end") }
    return value
  }

  /// Reads a value with white space around it, nested in `depth` arrays and objects.
  private mutating func value(depth: Int) throws(Diagnostic) -> JSON {
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

  private mutating func array(depth: Int) throws(Diagnostic) -> JSON {
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

  private mutating func object(depth: Int) throws(Diagnostic) -> JSON {
    try enter(depth)
    var members: [JSON.Member] = []
    var keys = FirstPlaces<Int>()
    skipSpace()
    if take("}") { return .object([]) }
    while true {
      skipSpace()
      let offset = index
      guard next == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
      let key = try string()
      if let first = keys.insert(key, offset), !acceptsDuplicateKeys {
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
  private mutating func enter(_ depth: Int) throws(Diagnostic) {
    guard depth <= jsonDepthMax else { throw .tooDeep(depthMax: jsonDepthMax, at: place(index)) }
    index += 1
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(Diagnostic) -> JSON {
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
  mutating func number() throws(Diagnostic) -> JSON {
    let start = index
    _ = take("-")
    if take("0") {
      guard next?.isDigit != true else { throw .badNumber(at: place(start)) }
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
  private mutating func digits(of start: Int) throws(Diagnostic) {
    guard next?.isDigit == true else { throw .badNumber(at: place(start)) }
    while next?.isDigit == true { index += 1 }
  }
}

extension JSONReader {
  /// Reads a string; the opening quote is the next byte.
  mutating func string() throws(Diagnostic) -> String {
    index += 1
    // Runs without escapes are copied at once; most strings are one such run.
    var run = index
    var text = ""
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        text += String(decoding: bytes[run..<index], as: UTF8.self)
        index += 1
        return text
      case UInt8(ascii: "\\"):
        text += String(decoding: bytes[run..<index], as: UTF8.self)
        text.unicodeScalars.append(try escape())
        run = index
      case 0..<0x20: throw .controlCharacter(byte, at: place(index))
      case 0..<0x80: index += 1
      default: try multibyteScalar(lead: byte)
      }
    }
    throw unexpected("'\"'")
  }

  /// Skips a well-formed scalar of two to four bytes, by table 3-7 of the Unicode Standard: no
  /// overlong form, no surrogate, nothing above U+10FFFF.
  private mutating func multibyteScalar(lead: UInt8) throws(Diagnostic) {
    let second: ClosedRange<UInt8>
    let length: Int
    switch lead {
    case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
    case 0xE0: (second, length) = (0xA0...0xBF, 3)
    case 0xE1...0xEC, 0xEE...0xEF: (second, length) = (0x80...0xBF, 3)
    case 0xED: (second, length) = (0x80...0x9F, 3)
    case 0xF0: (second, length) = (0x90...0xBF, 4)
    case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
    case 0xF4: (second, length) = (0x80...0x8F, 4)
    default: throw .invalidUTF8(at: place(index))
    }
    guard bytes.count - index >= length, second.contains(bytes[index + 1]),
      bytes[(index + 2)..<(index + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
    else { throw .invalidUTF8(at: place(index)) }
    index += length
  }

  /// Reads an escape; the backslash is the next byte.
  private mutating func escape() throws(Diagnostic) -> Unicode.Scalar {
    let start = index
    index += 1
    guard let byte = next else { throw unexpected("an escape") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape(of: start)
    default: throw .badEscape(at: place(start))
    }
  }

  /// Reads the four digits after `\u`, and a second `\u` if they are the first half of a surrogate
  /// pair.
  private mutating func unicodeEscape(of start: Int) throws(Diagnostic) -> Unicode.Scalar {
    let high = try fourHexDigits(of: start)
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00, take("\\"), take("u") else { throw .loneSurrogate(at: place(start)) }
    let low = try fourHexDigits(of: index - 2)
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw .loneSurrogate(at: place(start)) }
    return scalar
  }

  private mutating func fourHexDigits(of start: Int) throws(Diagnostic) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next else { throw unexpected("a hexadecimal digit") }
      guard let digit = byte.hexValue else { throw .badEscape(at: place(start)) }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }
}
