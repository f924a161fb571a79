// There is no `nil` literal on purpose: `value["key"] = nil` and `value["key"] == nil` would read
// as if they spoke of `null`. Write `.null`.

extension JSON: ExpressibleByBooleanLiteral {
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON: ExpressibleByIntegerLiteral {
  /// A 64-bit integer.
  public init(integerLiteral value: Int64) { self = .int(value) }
}

extension JSON: ExpressibleByFloatLiteral {
  /// A number; see `init(_:)` of a `Double`.
  public init(floatLiteral value: Double) { self = JSON(value) }
}

extension JSON: ExpressibleByStringInterpolation {
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByArrayLiteral {
  /// Values in their order.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// Members in the order of the literal, which must name no key twice.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
