/// A parsed link: a URL from outside, or a path from inside (design §5.1).
///
/// Parsing is total: every byte string gives a link or one `LinkError`. Two links are equal when their
/// bytes are.
public struct Link: Hashable, Sendable {
  /// One non-empty segment of the path.
  struct Segment: Sendable {
    /// Where it stands in `bytes`.
    let raw: Range<Int>
    /// Where its decoded text stands in `decoded`.
    let range: Range<Int>
  }

  /// The text as given.
  let bytes: [UInt8]
  /// Where the scheme's colon stands; 0 for an in-app path.
  let schemeEnd: Int
  /// Whether the scheme is http or https, so that an authority with host and port precedes the path.
  let isWeb: Bool
  /// Whether `//` follows the scheme; a link with a scheme and without it is under no base.
  let isHierarchical: Bool
  /// The host of a web link, without the port; else empty.
  let host: Range<Int>
  /// The port of a web link, nil where it is absent or the scheme's own.
  let port: Int?
  /// The path after its first `/` (or after a custom scheme's `://`), with empty segments.
  let path: Range<Int>
  /// The non-empty segments of the path.
  let segments: [Segment]
  /// What the segments' ranges refer to: `bytes` itself where the path holds no escape.
  let decoded: [UInt8]
  /// What stands between `?` and `#`.
  let queryRange: Range<Int>?
  /// What stands after `#`.
  let fragment: Range<Int>?

  /// Reads a link.
  ///
  /// - Parameter text: At most `Limits.linkBytesMax` bytes of UTF-8.
  /// - Throws: The first fault that is found (design §5.1).
  public init(_ text: String) throws(LinkError) {
    try self.init(bytes: text.utf8)
  }

  /// Reads a link from bytes of any kind; what is not UTF-8 is refused.
  public init(bytes: some Collection<UInt8>) throws(LinkError) {
    let count = bytes.count
    guard count <= Limits.linkBytesMax else { throw .tooLong(bytes: count) }
    var parser = LinkParser(Array(bytes))
    self = try parser.parse()
  }

  init(parsed parser: LinkParser) {
    bytes = parser.bytes
    schemeEnd = parser.schemeEnd
    isWeb = parser.isWeb
    isHierarchical = parser.isHierarchical
    host = parser.host
    port = parser.port
    path = parser.path
    segments = parser.segments
    decoded = parser.decoded
    queryRange = parser.query
    fragment = parser.fragment
  }

  /// The text as given.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The scheme in lower case; nil for an in-app path.
  public var scheme: String? {
    guard schemeEnd > 0 else { return nil }
    return String(decoding: bytes[..<schemeEnd].map(\.folded), as: UTF8.self)
  }

  /// The items of the query in their order, repeats included; empty pieces between `&` are dropped.
  public var query: [QueryItem] {
    guard let queryRange else { return [] }
    var items: [QueryItem] = []
    var start = queryRange.lowerBound
    while start < queryRange.upperBound {
      let rest = bytes[start..<queryRange.upperBound]
      let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? queryRange.upperBound
      if start < end { items.append(item(start..<end)) }
      start = end + 1
    }
    return items
  }

  private func item(_ range: Range<Int>) -> QueryItem {
    let equals = bytes[range].firstIndex(of: UInt8(ascii: "="))
    let nameEnd = equals ?? range.upperBound
    let valueStart = equals.map { $0 + 1 } ?? range.upperBound
    return QueryItem(
      name: Percent.decoded(bytes, range.lowerBound..<nameEnd),
      value: Percent.decoded(bytes, valueStart..<range.upperBound))
  }

  /// Equal when the bytes are.
  public static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
