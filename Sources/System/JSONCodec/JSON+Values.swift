import Diagnostics

extension JSON {
  /// An integer.
  public init(_ value: Int) { self = .int(Int64(value)) }

  /// A number, or `null` for infinity and NaN, which JSON cannot express.
  public init(_ value: Double) { self = JSONNumber(value).map(JSON.number) ?? .null }

  /// The value of a key, compared as UTF-8 bytes; `nil` if it is absent or this is not an object.
  /// - Complexity: O(members). To look up many keys of a large object, build a dictionary first.
  public subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { sameBytes($0.key, key) }?.value
  }

  /// Whether this is `null`.
  public var isNull: Bool { self == .null }

  /// The Boolean; `nil` if this is another kind of value.
  public var boolValue: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The 64-bit integer; `nil` if this is another kind of value, such as `1.0` or `1e2`.
  public var intValue: Int64? {
    guard case .int(let value) = self else { return nil }
    return value
  }

  /// The `Double` nearest to a number of either kind; `nil` if this is not a number or exceeds the
  /// range of `Double`.
  public var doubleValue: Double? {
    switch self {
    case .int(let value): Double(value)
    case .number(let number): number.double
    default: nil
    }
  }

  /// The string; `nil` if this is another kind of value.
  public var stringValue: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The elements of an array; `nil` if this is another kind of value.
  public var arrayValue: [JSON]? {
    guard case .array(let values) = self else { return nil }
    return values
  }

  /// The members of an object; `nil` if this is another kind of value.
  public var objectValue: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
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
