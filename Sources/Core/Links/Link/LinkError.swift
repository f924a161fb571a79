public import Diagnostics

/// Why a text is not a link (docs/navigation.md). Offsets count bytes of the text from 0.
public enum LinkError: Diagnostic, Hashable {
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

  /// `link/too-long` or `link/malformed`.
  public var code: DiagnosticCode {
    switch self {
    case .tooLong, .tooManySegments: .linkTooLong
    case .malformed: .linkMalformed
    }
  }

  /// What is wrong and where.
  public var message: String {
    switch self {
    case .tooLong(let bytes):
      "the link has \(bytes) bytes, more than \(Limits.linkBytesMax)"
    case .tooManySegments(let count):
      "the link has \(count) segments, more than \(Limits.segmentsMax)"
    case .malformed(let reason, let byte):
      "the link is malformed at byte \(byte): \(reason.message)"
    }
  }

  /// What to write instead.
  public var advice: String? {
    switch self {
    case .tooLong, .tooManySegments: "Shorten it."
    case .malformed(let reason, _): reason.advice
    }
  }
}

extension LinkError.Reason {
  fileprivate var message: String {
    switch self {
    case .empty: "it is empty"
    case .noScheme: "it starts with neither '/' nor a scheme"
    case .controlCharacter: "a control character"
    case .space: "a space"
    case .backslash: "a backslash"
    case .brokenEscape: "'%' without two hexadecimal digits after it"
    case .invalidUTF8: "bytes that are not UTF-8"
    case .userInfo: "a user name before the host"
    case .port: "a port that is not a number up to 65535"
    case .host: "a host with characters other than ASCII letters, digits, '-' and '.'"
    case .dotSegment: "a segment that is '.' or '..'"
    }
  }

  fileprivate var advice: String {
    switch self {
    case .empty, .noScheme: "Write a path such as /movies/42, or a complete URL."
    case .controlCharacter: "Remove it; it is not allowed percent-encoded either."
    case .space: "Write it as %20."
    case .backslash: "Write '/' between segments, or %5C for a backslash in a value."
    case .brokenEscape: "Write a percent sign as %25."
    case .invalidUTF8: "Percent-encode the UTF-8 form of the text."
    case .userInfo: "Remove the text before the '@', or write the '@' as %40 in a path."
    case .port: "Write a port from 0 to 65535, or omit it."
    case .host:
      "Write the host's ASCII name (xn--… for other scripts); addresses in [ ] are not supported."
    case .dotSegment: "Write the path without '.' and '..'."
    }
  }
}
