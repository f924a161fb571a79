/// A number that is no 64-bit integer, kept as the text that stood in the JSON so that nothing of
/// it is lost: `1.50`, `1e400` and `123456789012345678901` are written as they were read.
public struct JSONNumber: Hashable, Sendable {
  /// The number as JSON writes it.
  public let text: String

  /// For the reader, which has checked the text.
  init(checked text: String) {
    self.text = text
  }

  /// The shortest text that reads back as this value.
  /// - Returns: `nil` for infinity and not-a-number, which JSON cannot write.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.text = value.description
  }

  /// The nearest value of 64 bits; `nil` if the number is beyond what they hold.
  public var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}
