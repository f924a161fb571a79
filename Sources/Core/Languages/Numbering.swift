/// Values, numbered from 0 in the order they were first seen.
@usableFromInline package struct Numbering<Value: Hashable> {
  @usableFromInline package private(set) var values: [Value] = []
  @usableFromInline var numbers: [Value: Int32] = [:]

  @inlinable package init() {}

  @inlinable package var count: Int { values.count }

  @inlinable package mutating func reserveCapacity(_ count: Int) { numbers.reserveCapacity(count) }

  /// The number of a value, which is added if it is new.
  @inlinable package mutating func number(of value: Value) -> Int {
    // As an `inout` argument, the default is added in the same lookup.
    let number = { (number: inout Int32) in Int(number) }(
      &numbers[value, default: Int32(truncatingIfNeeded: values.count)])
    if number == values.count { values.append(value) }
    return number
  }

  /// Whether a value has a number.
  @inlinable package func contains(_ value: Value) -> Bool { numbers[value] != nil }
}

extension Numbering: Sendable where Value: Sendable {}
