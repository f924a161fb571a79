public import Diagnostics

/// Why a text is not a link (docs/navigation.md). Offsets count bytes of the text from 0.
public enum LinkError: DiagnosticError, Hashable {
  /// What makes a link malformed.
  public enum Reason: Hashable, Sendable {
    case empty
    case noScheme
    /// A control character (C0, DEL or C1), raw or percent-encoded.
    case controlCharacter
    case space
    case backslash
    case brokenEscape
    /// Bytes, raw or decoded, that are not UTF-8.
    case invalidUTF8
    /// An `@` in the authority.
    case userInfo
    /// A port that is not a number from 0 to 65,535 of at most five digits.
    case port
    /// A host of http or https that is empty or has characters other than ASCII letters, digits,
    /// `-` and `.`.
    case host
    /// A segment that is `.` or `..` after decoding.
    case dotSegment
  }

  case tooLong(bytes: Int)
  case tooManySegments(count: Int)
  case malformed(Reason, byte: Int)

  /// What is wrong and where, and what to write instead.
  public var diagnostic: Diagnostic {
    switch self {
    case .tooLong(let bytes):
      Diagnostic(
        .linkTooLong, "the link has \(bytes) bytes, more than \(Limits.linkBytesMax)",
        advice: "Shorten it.")
    case .tooManySegments(let count):
      Diagnostic(
        .linkTooLong, "the link has \(count) segments, more than \(Limits.segmentsMax)",
        advice: "Shorten it.")
    case .malformed(let reason, let byte):
      Diagnostic(
        .linkMalformed, "the link is malformed at byte \(byte): \(reason.texts.message)",
        advice: reason.texts.advice)
    }
  }
}

extension LinkError.Reason {
  fileprivate var texts: (message: String, advice: String) {
    switch self {
    case .empty: ("it is empty", Self.form)
    case .noScheme: ("it starts with neither '/' nor a scheme", Self.form)
    case .controlCharacter:
      ("a control character", "Remove it; it is not allowed percent-encoded either.")
    case .space: ("a space", "Write it as %20.")
    case .backslash:
      ("a backslash", "Write '/' between segments, or %5C for a backslash in a value.")
    case .brokenEscape:
      ("'%' without two hexadecimal digits after it", "Write a percent sign as %25.")
    case .invalidUTF8:
      ("bytes that are not UTF-8", "Percent-encode the UTF-8 form of the text.")
    case .userInfo:
      (
        "a user name before the host",
        "Remove the text before the '@', or write the '@' as %40 in a path."
      )
    case .port:
      (
        "a port that is not a number up to 65535",
        "Write a port from 0 to 65535, or omit it."
      )
    case .host:
      (
        "a host with characters other than ASCII letters, digits, '-' and '.'",
        "Write the host's ASCII name (xn--… for other scripts); addresses in [ ] are not supported."
      )
    case .dotSegment: ("a segment that is '.' or '..'", "Write the path without '.' and '..'.")
    }
  }

  private static let form = "Write a path such as /movies/42, or a complete URL."
}
