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
  var segments: [Segment] { parts.found.segments }
  var decoded: [UInt8] { parts.found.decoded }
  package var queryRange: Range<Int>? { parts.found.query }
  var fragment: Range<Int>? { parts.found.fragment }
}
