import Diagnostics

/// The parts of a link as written, split by RFC 3986, appendix B. Nothing is decoded or checked.
public struct URLParts: Hashable, Sendable {
  /// The limit on the bytes of a link.
  public static let bytesMax = 8192

  /// In lower case; `nil` for a link that starts with a path.
  public let scheme: [UInt8]?
  /// The host in lower case, without user and port; `nil` without `//`.
  public let host: [UInt8]?
  /// Starts with `/` or is empty if there is a host.
  public let path: [UInt8]
  /// Without its `?`; `nil` if absent.
  public let query: [UInt8]?
  /// Without its `#`; `nil` if absent.
  public let fragment: [UInt8]?

  /// Splits a link; `nil` if it has more than `bytesMax` bytes.
  public init?(_ link: [UInt8]) {
    guard link.count <= Self.bytesMax else { return nil }
    var rest = link[...]
    fragment = Self.cut(&rest, at: "#")
    query = Self.cut(&rest, at: "?")
    scheme = Self.scheme(of: rest)
    if let scheme { rest = rest.dropFirst(scheme.count + 1) }
    let slash = UInt8(ascii: "/")
    if rest.starts(with: [slash, slash]) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: slash) ?? rest.endIndex
      host = Self.host(of: rest[..<end])
      rest = rest[end...]
    } else {
      host = nil
    }
    path = Array(rest)
  }

  /// Whether the scheme is one whose links the systems compare with a website's files, or absent.
  public var isWeb: Bool {
    guard let scheme else { return true }
    return scheme == Array("https".utf8) || scheme == Array("http".utf8)
  }

  /// Removes and returns what follows the first of a byte.
  private static func cut(_ rest: inout ArraySlice<UInt8>, at mark: Unicode.Scalar) -> [UInt8]? {
    guard let index = rest.firstIndex(of: UInt8(ascii: mark)) else { return nil }
    let part = Array(rest[(index + 1)...])
    rest = rest[..<index]
    return part
  }

  /// A letter, then letters, digits, `+`, `-` and `.`, up to a colon.
  private static func scheme(of rest: ArraySlice<UInt8>) -> [UInt8]? {
    guard let colon = rest.firstIndex(of: UInt8(ascii: ":")), let first = rest.first,
      first.isLetter
    else { return nil }
    let scheme = rest[..<colon]
    return scheme.allSatisfy { $0.isInScheme } ? scheme.map { $0.folded } : nil
  }

  private static func host(of authority: ArraySlice<UInt8>) -> [UInt8] {
    let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
    let host = authority[start...]
    // The colons of an IPv6 address are in brackets.
    let addressEnd = host.lastIndex(of: UInt8(ascii: "]")) ?? host.startIndex
    let end = host[addressEnd...].firstIndex(of: UInt8(ascii: ":")) ?? host.endIndex
    return host[..<end].map { $0.folded }
  }
}
