import Diagnostics

/// A parsed link: a whole URL, or an in-app path that begins with `/` (docs/navigation.md).
///
/// Parsing is total: every byte string gives a link or one `LinkError`. Two links are equal when
/// their bytes are.
public struct Link: Hashable, Sendable {
  let parts: Parts

  /// Reads a link.
  ///
  /// - Parameter text: At most `Limits.linkBytesMax` bytes of UTF-8.
  /// - Throws: The first fault.
  public init(_ text: String) throws(LinkError) {
    try self.init(bytes: text.utf8)
  }

  /// Reads a link from any bytes, and rejects invalid UTF-8.
  public init(bytes: some Collection<UInt8>) throws(LinkError) {
    let count = bytes.count
    guard count <= Limits.linkBytesMax else { throw .tooLong(bytes: count) }
    try self.init(bytes: Array(bytes))
  }

  /// Reads a link from any bytes, and rejects invalid UTF-8.
  public init(bytes: [UInt8]) throws(LinkError) {
    guard bytes.count <= Limits.linkBytesMax else { throw .tooLong(bytes: bytes.count) }
    var parser = LinkParser(bytes)
    try parser.parse()
    parts = Parts(parser)
  }

  /// Reads the fragment of a link, from its `/` on, as an in-app path with a query; a further `#`
  /// is plain text.
  init(fragment: some Collection<UInt8>) throws(LinkError) {
    var parser = LinkParser(Array(fragment), isFragment: true)
    try parser.parse()
    parts = Parts(parser)
  }

  /// The text as given.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The scheme in lower case; `nil` for an in-app path.
  public var scheme: String? {
    guard schemeEnd > 0 else { return nil }
    return String(decoding: bytes[..<schemeEnd].map { $0.folded }, as: UTF8.self)
  }

  /// The items of the query in order, including repeats; empty pieces between `&` are dropped.
  public var query: [QueryItem] {
    guard let queryRange else { return [] }
    return bytes[queryRange].withUnsafeBufferPointer { RawQuery($0).items }
  }

  /// A part of the link; see `LinkPart`.
  func part(_ part: LinkPart) -> String? {
    switch part {
    case .scheme: return scheme
    case .host:
      guard isWeb else {
        return hasAuthoritySegment
          ? segments.first.map { String(decoding: decoded[$0.range], as: UTF8.self) } : nil
      }
      let name = String(decoding: bytes[host].map { $0.folded }, as: UTF8.self)
      return name + (port.map { ":\($0)" } ?? "")
    case .query: return queryRange.map { String(decoding: bytes[$0], as: UTF8.self) }
    }
  }

  /// Equal when the bytes are.
  public static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension Link {
  /// One non-empty segment of the path.
  struct Segment: Sendable {
    /// Its range in `bytes`.
    let raw: Range<Int>
    /// The range of its decoded text in `decoded`.
    let range: Range<Int>
  }

  /// The result of parsing. A class, so that lookups retain one object and none of its arrays.
  final class Parts: Sendable {
    let found: LinkParser

    init(_ found: consuming LinkParser) {
      self.found = found
    }
  }

  var bytes: [UInt8] { parts.found.bytes }
  package var schemeEnd: Int { parts.found.schemeEnd }
  var isWeb: Bool { parts.found.isWeb }
  var isHierarchical: Bool { parts.found.isHierarchical }
  var host: Range<Int> { parts.found.host }
  var port: Int? { parts.found.port }
  var path: Range<Int> { parts.found.path }
  /// Whether the first segment of a link with a custom scheme directly follows its `://`.
  var hasAuthoritySegment: Bool {
    !isWeb && isHierarchical && segments.first?.raw.lowerBound == path.lowerBound
  }
  var segments: [Segment] { parts.found.segments }
  var decoded: [UInt8] { parts.found.decoded }
  var texts: [[UInt8]] { segments.map { Array(decoded[$0.range]) } }
  package var queryRange: Range<Int>? { parts.found.query }
  var fragment: Range<Int>? { parts.found.fragment }
}
