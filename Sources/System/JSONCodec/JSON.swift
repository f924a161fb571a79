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
