extension JSON {
  /// An integer.
  public init(_ value: Int) { self = .int(Int64(value)) }

  /// A number, or `null` for infinity and not-a-number, which JSON cannot write.
  public init(_ value: Double) { self = JSONNumber(value).map(JSON.number) ?? .null }

  /// The value of a key (compared as UTF-8 bytes); `nil` if there is none or this is no object.
  /// - Complexity: O(members). Whoever looks up many keys of a large object makes a dictionary
  ///   first.
  public subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { KeyBytes($0.key) == KeyBytes(key) }?.value
  }

  /// Whether this is `null`.
  public var isNull: Bool { self == .null }

  /// The value of `true` or `false`; `nil` if this is something else.
  public var boolValue: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The 64-bit integer; `nil` if this is something else (`1.0` and `1e2` are).
  public var intValue: Int64? {
    guard case .int(let value) = self else { return nil }
    return value
  }

  /// The nearest `Double` of a number of either kind; `nil` if this is none or is beyond its range.
  public var doubleValue: Double? {
    switch self {
    case .int(let value): Double(value)
    case .number(let number): number.double
    default: nil
    }
  }

  /// The text; `nil` if this is something else.
  public var stringValue: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The values of an array; `nil` if this is something else.
  public var arrayValue: [JSON]? {
    guard case .array(let values) = self else { return nil }
    return values
  }

  /// The members of an object; `nil` if this is something else.
  public var objectValue: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }
}
