public import Links

/// Why one route does not accept a link: for `why` (design §6).
public struct NearMiss: Hashable, Sendable, CustomStringConvertible {
  /// What fails first, from the left. Segments are counted from 1, as people do.
  public enum Reason: Hashable, Sendable {
    /// A segment, or from there all the rest, is not what the pattern says.
    case segment(number: Int, expected: String, found: String)
    /// A segment that is a parameter does not fit its type.
    case type(parameter: String, type: ValueType, value: String)
    /// The link ends where the pattern goes on.
    case tooShort(expected: String)
    /// The link goes on where the pattern ends.
    case tooLong(number: Int, found: String)
    /// A declared query item is absent (nil) or does not fit its type.
    case query(name: String, type: ValueType, found: String?)
    /// The path matches, but the link is under none of the route's bases.
    case base(expected: [String])
  }

  /// The route's index in the array that the table was made of.
  public let route: Int
  /// The route as messages name it.
  public let label: String
  /// What fails.
  public let reason: Reason
  /// Whether link and pattern have a literal segment in common, typing errors forgiven. A pattern
  /// that begins without a literal is near to every link.
  public let isNear: Bool

  /// One clause for people, without the route's name.
  public var description: String {
    switch reason {
    case .segment(let number, let expected, let found):
      "segment \(number) is '\(found)', not '\(expected)'"
    case .type(let parameter, let type, let value):
      "'\(value)' does not fit the type \(type) of '\(parameter)'"
    case .tooShort(let expected): "the link ends where '\(expected)' should follow"
    case .tooLong(let number, let found): "the link goes on with segment \(number), '\(found)'"
    case .query(let name, let type, nil): "the query item '\(name)' (\(type)) is missing"
    case .query(let name, let type, let found?):
      "the query item '\(name)' is '\(found)', which does not fit \(type)"
    case .base(let expected):
      expected.isEmpty
        ? "the table has no bases, so it takes paths only"
        : "the link is not under \(expected.map { "'\($0)'" }.joined(separator: " or "))"
    }
  }
}
