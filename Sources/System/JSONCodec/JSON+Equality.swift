extension JSON {
  /// Whether both values are written with the same bytes.
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): KeyBytes(left) == KeyBytes(right)
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
    case .string(let text): hasher.combine(KeyBytes(text))
    case .array(let values): hasher.combine(values)
    case .object(let members): hasher.combine(members)
    }
  }
}

extension JSON.Member {
  /// Whether the keys, as UTF-8 bytes, and the values are equal.
  public static func == (left: Self, right: Self) -> Bool {
    KeyBytes(left.key) == KeyBytes(right.key) && left.value == right.value
  }

  /// Hashes key and value in agreement with `==`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(KeyBytes(key))
    hasher.combine(value)
  }
}

/// A string compared and hashed as UTF-8 bytes: `String` treats `é` and `e\u{301}` as equal.
struct KeyBytes: Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8(0xFF))  // Ends the text: UTF-8 never contains this byte.
  }
}
