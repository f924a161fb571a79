/// Numbers values as they come, equal ones alike, so that a million users share a few of them.
struct Numbering<Key: Hashable, Value> {
  /// Each once, by its number.
  private(set) var values: [Value] = []
  /// The numbers of all that came, in their order.
  private(set) var sequence: [Int32] = []
  private var numbers: [Key: Int32] = [:]

  /// Notes the next value, and returns the one that came first under its key.
  mutating func append(_ value: Value, for key: Key) -> Value {
    if let known = numbers[key] {
      sequence.append(known)
      return values[Int(known)]
    }
    let number = Int32(truncatingIfNeeded: values.count)
    numbers[key] = number
    values.append(value)
    sequence.append(number)
    return value
  }
}
