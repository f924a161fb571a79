import Diagnostics

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
    default: false
    }
  }

  /// Hashes the value in agreement with `==`.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
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
