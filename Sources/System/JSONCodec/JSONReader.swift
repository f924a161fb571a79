/// Reads JSON by recursive descent, at most `jsonDepthMax` calls deep.
struct JSONReader {
  let bytes: [UInt8]
  let file: String
  /// The next byte to look at; never beyond the end.
  var index = 0

  init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// The byte to look at; `nil` at the end.
  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  func place(_ offset: Int) -> JSONPlace {
    JSONPlace(offset: offset, in: bytes, file: file)
  }

  func unexpected(_ wanted: String) -> JSONError {
    .unexpected(found: next, wanted: wanted, at: place(index))
  }

  /// A value with white space around it, and nothing behind.
  mutating func document() throws(JSONError) -> JSON {
    let value = try value(depth: 0)
    guard next == nil else { throw unexpected("the end") }
    return value
  }

  /// A value with white space around it, inside `depth` arrays and objects.
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

  /// Steps over the bracket that opens an array or object.
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

/// The keys of the object that is being read and where they stood.
private struct SeenKeys {
  /// A few keys are compared one by one, which needs no table; more are hashed, so that an object
  /// of many keys takes linear time.
  private static let comparedMax = 8
  private var few: [(key: KeyBytes, offset: Int)] = []
  private var many: [KeyBytes: Int] = [:]

  /// Notes a key. If it was there already, returns the offset at which it stood.
  mutating func insert(_ text: String, at offset: Int) -> Int? {
    let key = KeyBytes(text)
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
