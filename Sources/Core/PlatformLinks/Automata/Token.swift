import Diagnostics

/// A piece of a link that automata read in one step: a byte as written, or one that `%` and two
/// hexadecimal digits encode.
@usableFromInline package struct Token: Hashable {
  /// How a byte is written.
  @usableFromInline package enum Spelling: UInt8, CaseIterable {
    case plain
    /// Escaped, with digits in upper case, as browsers write them.
    case escaped
    /// Escaped, with digits in lower case; only for bytes that have a letter among their digits.
    case escapedInLowercase
  }

  @usableFromInline package let byte: UInt8
  @usableFromInline package let spelling: Spelling

  @inlinable package init(_ byte: UInt8, _ spelling: Spelling = .plain) {
    self.byte = byte
    self.spelling = spelling
  }

  @inlinable package var isEscaped: Bool { spelling != .plain }

  /// Whether the token is this byte, unescaped.
  @inlinable package func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    !isEscaped && byte == UInt8(ascii: scalar)
  }

  package var bytes: [UInt8] {
    guard isEscaped else { return [byte] }
    return byte.percentEncoded(isLowercase: spelling == .escapedInLowercase)
  }
}
