extension Link {
  /// One non-empty segment of the path.
  struct Segment: Sendable {
    /// Where it stands in `bytes`.
    let raw: Range<Int>
    /// Where its decoded text stands in `decoded`.
    let range: Range<Int>
  }

  /// What parsing finds. A class, because lookups hold on to a link and copy none of its arrays.
  final class Parts: Sendable {
    /// The text as given.
    let bytes: [UInt8]
    /// Where the scheme's colon stands; 0 for an in-app path.
    let schemeEnd: Int
    /// Whether the scheme is http or https, so that an authority with host and port precedes the
    /// path.
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

    init(_ parser: LinkParser) {
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
  }

  var bytes: [UInt8] { parts.bytes }
  var schemeEnd: Int { parts.schemeEnd }
  var isWeb: Bool { parts.isWeb }
  var isHierarchical: Bool { parts.isHierarchical }
  var host: Range<Int> { parts.host }
  var port: Int? { parts.port }
  var path: Range<Int> { parts.path }
  var segments: [Segment] { parts.segments }
  var decoded: [UInt8] { parts.decoded }
  var queryRange: Range<Int>? { parts.queryRange }
  var fragment: Range<Int>? { parts.fragment }
}
