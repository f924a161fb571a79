/// What a parameter's value must look like (design: types of path and query parameters).
///
/// A value stays the text that stood in the link; a type only decides whether it fits.
public enum ValueType: Hashable, Sendable {
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
  /// Anything (in a path: anything but nothing).
  case string
  /// One of these texts.
  case oneOf([String])
}
