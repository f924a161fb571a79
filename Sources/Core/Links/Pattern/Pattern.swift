public import Diagnostics

/// The text that a link's path is matched against: the pathname grammar of the WHATWG URL Pattern
/// standard (docs/route-files.md).
///
///     /movies/:id          one segment, called id
///     /movies/:id(\d+)     one that fits an expression
///     /files/*             all that follows, at least one segment; called 0
///     /docs{/:page}?       with or without the group
///     /tags/:tag+          one segment or more, called tag
///
/// It matches *normalised* paths: links and patterns have no empty segments and no trailing slash,
/// and a `%2F` does not separate segments. `/` is the path without segments.
public struct Pattern: Hashable, Sendable {
  /// A parameter as the pattern names it.
  public struct ParameterName: Hashable, Sendable {
    /// The name; unnamed parameters are called `0`, `1`, … in order.
    public let name: String
    /// Whether some reading of the pattern omits it.
    public let isOptional: Bool
  }

  /// The text as given.
  public let text: String
  /// The parameters in their order.
  public let parameters: [ParameterName]
  /// The parts with a parameter, in the same order.
  package var parts: [PatternPart] { variants.first?.parts ?? [] }
  /// The ways to read the optional parts, present before absent.
  package let variants: [PatternVariant]

  /// Reads a pattern.
  ///
  /// - Parameters:
  ///   - text: At most `Limits.patternBytesMax` bytes.
  ///   - position: The place of the text, for the error.
  /// - Throws: A diagnostic with one of the codes `pattern/…`.
  public init(_ text: String, at position: SourcePosition? = nil) throws(Diagnostic) {
    guard text.utf8.count <= Limits.patternBytesMax else {
      throw .tooLarge(.bytes, pattern: text, limit: Limits.patternBytesMax, at: position)
    }
    if let plain = PlainPattern(text) {
      self.text = text
      parameters = plain.parameters
      variants = [PatternVariant(pieces: plain.pieces)]
    } else {
      self = try Pattern(parsing: text, at: position)
    }
  }

  /// Reads a pattern without the shorter way for plain ones.
  init(parsing text: String, at position: SourcePosition?) throws(Diagnostic) {
    var parser = PatternParser(text: text, position: position)
    try parser.parse()
    self.text = text
    parameters = parser.parameters
    variants = try PatternVariant.all(of: parser)
  }

  /// Equal when the texts are the same bytes.
  public static func == (left: Self, right: Self) -> Bool { sameBytes(left.text, right.text) }

  /// Hashes the bytes of the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(TextBytes(text)) }
}
