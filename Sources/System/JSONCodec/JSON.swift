public import Diagnostics

/// The default limit on the bytes of a JSON text: 1 MiB.
public let jsonBytesMax = 1_048_576
/// The limit on nested arrays and objects in a JSON text.
public let jsonDepthMax = 64

/// A JSON value (RFC 8259).
///
/// Two values are equal if they are written with the same bytes: the order of members counts, `1.0`
/// differs from `1.00`, and strings are compared as UTF-8 bytes, not by canonical equivalence. The
/// reader enforces `jsonDepthMax` and unique keys; the writer relies on both.
public enum JSON: Hashable, Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A number without fraction and exponent that fits in 64 bits; not `-0`, which would lose its
  /// sign.
  case int(Int64)
  /// Any other number.
  case number(JSONNumber)
  /// A string of any length, `U+0000` included.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object: members in order, with unique keys.
  case object([Member])
  /// A value as `write(into:)` wrote it; it is parsed only if its parts are needed.
  case written([UInt8])

  /// A key and its value.
  public struct Member: Hashable, Sendable {
    /// The key, compared as UTF-8 bytes.
    public let key: String
    /// The value.
    public let value: JSON

    /// Pairs a key with its value.
    public init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }
}

extension JSON {
  /// A string, or `null`.
  package static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  /// An array of strings.
  package static func texts(_ texts: some Sequence<String>) -> JSON {
    .array(texts.map { .string($0) })
  }
}

/// A number that is not a 64-bit integer, kept as the JSON text so that nothing is lost: `1.50`,
/// `1e400` and `123456789012345678901` are written as they were read.
public struct JSONNumber: Hashable, Sendable {
  /// The number as JSON text.
  public let text: String

  /// Creates a number from text that the reader has checked.
  init(checked text: String) {
    self.text = text
  }

  /// Creates a number with the shortest text that reads back as `value`.
  /// - Returns: `nil` for infinity and NaN, which JSON cannot express.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.text = value.description
  }

  /// The nearest `Double`; `nil` if the number exceeds its range.
  public var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}

extension JSON {
  /// An integer.
  public init(_ value: Int) { self = .int(Int64(value)) }

  /// A number, or `null` for infinity and NaN, which JSON cannot express.
  public init(_ value: Double) { self = JSONNumber(value).map(JSON.number) ?? .null }

  /// The value of a key, compared as UTF-8 bytes; `nil` if it is absent or this is not an object.
  /// - Complexity: O(members). To look up many keys of a large object, build a dictionary first.
  public subscript(key: String) -> JSON? {
    objectValue?.first { sameBytes($0.key, key) }?.value
  }

  /// Whether this is `null`.
  public var isNull: Bool { self == .null }

  /// The Boolean; `nil` if this is another kind of value.
  public var boolValue: Bool? {
    guard case .bool(let value) = read else { return nil }
    return value
  }

  /// The 64-bit integer; `nil` if this is another kind of value, such as `1.0` or `1e2`.
  public var intValue: Int64? {
    guard case .int(let value) = read else { return nil }
    return value
  }

  /// The `Double` nearest to a number of either kind; `nil` if this is not a number or exceeds the
  /// range of `Double`.
  public var doubleValue: Double? {
    switch read {
    case .int(let value): Double(value)
    case .number(let number): number.double
    default: nil
    }
  }

  /// The string; `nil` if this is another kind of value.
  public var stringValue: String? {
    guard case .string(let text) = read else { return nil }
    return text
  }

  /// The elements of an array; `nil` if this is another kind of value.
  public var arrayValue: [JSON]? {
    guard case .array(let values) = read else { return nil }
    return values
  }

  /// The members of an object; `nil` if this is another kind of value.
  public var objectValue: [Member]? {
    guard case .object(let members) = read else { return nil }
    return members
  }

  /// The value with its parts.
  private var read: JSON {
    guard case .written(let bytes) = self else { return self }
    return (try? JSON(parsing: bytes, bytesMax: bytes.count)) ?? .null
  }
}

// There is no `nil` literal, on purpose: `value["key"] == nil` would look like a comparison with
// `null`. Write `.null`.

extension JSON: ExpressibleByBooleanLiteral {
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON: ExpressibleByIntegerLiteral {
  /// A 64-bit integer.
  public init(integerLiteral value: Int64) { self = .int(value) }
}

extension JSON: ExpressibleByFloatLiteral {
  /// A number, or `null`, as from `init(_: Double)`.
  public init(floatLiteral value: Double) { self = JSON(value) }
}

extension JSON: ExpressibleByStringInterpolation {
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByArrayLiteral {
  /// An array of the elements.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// An object with members in the order of the literal, which must not repeat a key.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

extension JSON {
  /// Whether both values are written with the same bytes.
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): sameBytes(left, right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    case (.written, _), (_, .written): sameBytes(left.text, right.text)
    default: false
    }
  }

  /// Hashes the value in agreement with `==`.
  public func hash(into hasher: inout Hasher) {
    switch read {
    case .null, .written: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let text): hasher.combine(TextBytes(text))
    case .array(let values): hasher.combine(values)
    case .object(let members): hasher.combine(members)
    }
  }
}

extension JSON.Member {
  /// Whether the keys, as UTF-8 bytes, and the values are equal.
  public static func == (left: Self, right: Self) -> Bool {
    sameBytes(left.key, right.key) && left.value == right.value
  }

  /// Hashes key and value in agreement with `==`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(TextBytes(key))
    hasher.combine(value)
  }
}

extension JSON {
  /// Writes a diagnostic as an object of `code`, `severity`, `file`, `line`, `column`, `other` (the
  /// position of the other side of a conflict), `message`, `advice`, `witness` and `weaknesses`.
  /// Absent parts are omitted.
  /// - Parameter more: Members to add at the end.
  /// - SeeAlso: `check --json` in docs/json.md.
  public init(_ diagnostic: Diagnostic, adding more: [Member] = []) {
    var members: [Member] = [
      Member("code", .string(diagnostic.code.rawValue)),
      Member("severity", .string(diagnostic.severity.rawValue)),
    ]
    if let position = diagnostic.position { members += JSON.place(position) }
    if let other = diagnostic.other { members.append(Member("other", .object(JSON.place(other)))) }
    members.append(Member("message", .string(diagnostic.message)))
    if let advice = diagnostic.advice { members.append(Member("advice", .string(advice))) }
    if let witness = diagnostic.witness { members.append(Member("witness", .string(witness))) }
    let weaknesses = diagnostic.code.weaknesses
    if !weaknesses.isEmpty { members.append(Member("weaknesses", .texts(weaknesses))) }
    self = .object(members + more)
  }

  /// The members `file`, `line` and `column` of a position; lines and columns count from 1.
  public static func place(_ position: SourcePosition) -> [Member] {
    [
      Member("file", .string(position.file)), Member("line", .int(Int64(position.line))),
      Member("column", .int(Int64(position.column))),
    ]
  }
}
