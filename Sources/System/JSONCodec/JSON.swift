/// The most bytes that one JSON text may have unless a reader is given another bound: 1 MiB.
public let jsonBytesMax = 1_048_576
/// The most arrays and objects that may stand inside each other in a JSON text.
public let jsonDepthMax = 64

/// One JSON value (RFC 8259).
///
/// Two values are equal when they would be written the same, byte for byte: the order of the
/// members counts, `1.0` is not `1.00`, and texts are compared as UTF-8 bytes, never by canonical
/// equivalence. What a reader made is at most `jsonDepthMax` deep; the writer trusts that what the
/// program built is too, and that it names no key twice.
public enum JSON: Hashable, Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A number without fraction and exponent that fits 64 bits. (`-0` does not: it would lose its
  /// sign.)
  case int(Int64)
  /// Every other number.
  case number(JSONNumber)
  /// Text of any length, `U+0000` included.
  case string(String)
  /// Values in their order.
  case array([JSON])
  /// Members in their order; no key appears twice.
  case object([Member])

  /// A key and its value in an object.
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
