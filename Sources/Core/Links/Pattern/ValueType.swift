import Diagnostics

/// The type of a parameter's value (docs/route-files.md).
///
/// A value stays the text from the link; the type only decides whether that text fits.
public enum ValueType: Hashable, Sendable, CustomStringConvertible {
  /// `-?[0-9]+` within 64 bits.
  case int
  /// `[0-9]+` within 64 bits.
  case uint
  /// A decimal number: `-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?`.
  case number
  /// `true` or `false`.
  case bool
  /// 8-4-4-4-12 hexadecimal digits.
  case uuid
  /// A day of the calendar, ISO 8601: `2024-02-29`.
  case date
  /// `[A-Za-z0-9_-]+`.
  case slug
  /// Any text; in a path, any non-empty text.
  case string
  /// One of these texts.
  case oneOf([String])
  /// Texts that match an expression; for query items only.
  case expression(ValueExpression)

  /// Equal when the names and the bytes of the texts are.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.oneOf(let some), .oneOf(let others)): some.elementsEqual(others, by: sameBytes)
    case (.expression(let one), .expression(let other)): one == other
    default: left.name == right.name
    }
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(TextBytes(name))
    switch self {
    case .oneOf(let texts): for text in texts { hasher.combine(TextBytes(text)) }
    case .expression(let expression): hasher.combine(expression)
    default: break
    }
  }

  /// The type as a route file writes it: `int`, `[a, b]`, `(\d+)`.
  public var description: String {
    switch self {
    case .oneOf(let texts): "[\(texts.joined(separator: ", "))]"
    case .expression(let expression): expression.text
    default: name
    }
  }

  private var name: String {
    switch self {
    case .int: "int"
    case .uint: "uint"
    case .number: "number"
    case .bool: "bool"
    case .uuid: "uuid"
    case .date: "date"
    case .slug: "slug"
    case .string: "string"
    case .oneOf: "[]"
    case .expression: "()"
    }
  }
}
