// Names and links are compared as bytes: String's `==` is canonical equivalence, which could let a
// link past a gate.

/// Whether two texts have the same UTF-8 bytes; `==` also equates é with e and a combining accent.
@inlinable public func sameBytes(_ left: String, _ right: String) -> Bool {
  guard left.utf8.count == right.utf8.count else { return false }
  // Reading the UTF-8 views takes a call per byte, and `elementsEqual` of buffers 20 instructions;
  // `withUTF8` would count references.
  let isSame = left.utf8.withContiguousStorageIfAvailable { left in
    right.utf8.withContiguousStorageIfAvailable { right in
      for index in left.indices where left[index] != right[index] { return false }
      return true
    }
  }
  return (isSame ?? nil) ?? left.utf8.elementsEqual(right.utf8)
}

/// Whether two texts have the same UTF-8 bytes, or are both `nil`.
@inlinable public func sameBytes(_ left: String?, _ right: String?) -> Bool {
  switch (left, right) {
  case (nil, nil): true
  case (let left?, let right?): sameBytes(left, right)
  default: false
  }
}

/// Whether a text comes ahead of another in the order of UTF-8 bytes.
@inlinable package func bytesPrecede(_ left: String, _ right: String) -> Bool {
  var (left, right) = (left, right)
  return left.withUTF8 { left in right.withUTF8 { left.lexicographicallyPrecedes($0) } }
}

/// A text as a key, compared by its bytes.
public struct TextBytes: Hashable, Sendable {
  /// The text.
  public let text: String

  /// A key for a text.
  @inlinable public init(_ text: String) {
    self.text = text
  }

  /// Equal byte for byte.
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    sameBytes(left.text, right.text)
  }

  /// Hashes the bytes, followed by one that UTF-8 never contains.
  @inlinable public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}
