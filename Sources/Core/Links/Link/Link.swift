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

  /// The text as given.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The scheme in lower case; `nil` for an in-app path.
  public var scheme: String? {
    guard schemeEnd > 0 else { return nil }
    return String(decoding: bytes[..<schemeEnd].map(\.folded), as: UTF8.self)
  }

  /// The items of the query in order, including repeats; empty pieces between `&` are dropped.
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
