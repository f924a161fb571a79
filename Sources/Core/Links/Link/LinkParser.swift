import Diagnostics

/// Reads the bytes of a link once from left to right: scheme, authority, path, query, fragment.
struct LinkParser: Sendable {
  let bytes: [UInt8]
  /// The position of the colon after the scheme; 0 for an in-app path.
  private(set) var schemeEnd = 0
  /// Whether the scheme is http or https, so that an authority with host and port precedes the
  /// path.
  private(set) var isWeb = false
  /// Whether `//` follows the scheme; a link with a scheme but no `//` is under no base.
  private(set) var isHierarchical = false
  /// The host of a web link, without the port; empty for other links.
  private(set) var host = 0..<0
  /// The port of a web link; nil if it is absent or the scheme's default.
  private(set) var port: Int?
  /// The path after its first `/` (or after a custom scheme's `://`), with empty segments.
  private(set) var path = 0..<0
  private(set) var segments: [Link.Segment] = []
  /// The bytes that the segments' ranges refer to: `bytes` itself if the path contains no escape.
  private(set) var decoded: [UInt8] = []
  /// The range between `?` and `#`.
  private(set) var query: Range<Int>?
  /// The range after `#`.
  private(set) var fragment: Range<Int>?
  private var hasEscapes = false
  /// Whether the bytes are the fragment of a link, where a further `#` is plain text.
  private let isFragment: Bool

  init(_ bytes: [UInt8], isFragment: Bool = false) {
    self.bytes = bytes
    self.isFragment = isFragment
  }

  mutating func parse() throws(LinkError) {
    guard let first = bytes.first else { throw .malformed(.empty, byte: 0) }
    try checkBytes()
    var pathStart = 1
    if first != UInt8(ascii: "/") { pathStart = try parseScheme() }
    splitTail(from: pathStart)
    if hasEscapes { try checkEscapes() }
    try splitPath()
  }

  /// Rejects bytes that no link may contain, and records whether anything is percent-encoded.
  private mutating func checkBytes() throws(LinkError) {
    var isPlain = true
    for byte in bytes {
      // Branchless, so that the compiler checks many bytes at once.
      let isOdd = byte <= 0x20 || byte >= 0x7F || byte == 0x5C || byte == UInt8(ascii: "%")
      isPlain = isOdd ? false : isPlain
    }
    if isPlain { return }
    var isASCII = true
    for index in bytes.indices {
      let byte = bytes[index]
      if byte <= 0x20 || byte == 0x5C || byte == 0x7F {
        let reason: LinkError.Reason =
          byte == 0x20 ? .space : byte == 0x5C ? .backslash : .controlCharacter
        throw .malformed(reason, byte: index)
      }
      if byte >= 0x80 { isASCII = false }
      if byte == UInt8(ascii: "%") { hasEscapes = true }
    }
    if !isASCII { try checkText(bytes.startIndex..<bytes.endIndex, decoding: false) }
  }

  private func checkEscapes() throws(LinkError) {
    try checkText(path, decoding: true)
    if let query { try checkText(query, decoding: true) }
    if let fragment { try checkText(fragment, decoding: true) }
  }

  /// Checks a part, raw or decoded, for invalid UTF-8 and control characters.
  private func checkText(_ range: Range<Int>, decoding: Bool) throws(LinkError) {
    var check = UTF8Check()
    var index = range.lowerBound
    var start = index  // the start of the current character
    while index < range.upperBound {
      if check.isComplete { start = index }
      var byte = bytes[index]
      var length = 1
      if decoding, byte == UInt8(ascii: "%") {
        guard let escaped = Percent.byte(in: bytes, at: index, before: range.upperBound) else {
          throw .malformed(.brokenEscape, byte: index)
        }
        (byte, length) = (escaped, 3)
      }
      switch check.take(byte) {
      case .fine: index += length
      case .controlCharacter: throw .malformed(.controlCharacter, byte: start)
      case .invalid: throw .malformed(.invalidUTF8, byte: start)
      }
    }
    guard check.isComplete else { throw .malformed(.invalidUTF8, byte: start) }
  }

  /// Reads `scheme:` or `scheme://authority`, and returns where the path's text begins.
  private mutating func parseScheme() throws(LinkError) -> Int {
    guard bytes[0].isLetter else { throw .malformed(.noScheme, byte: 0) }
    var end = 1
    while end < bytes.count, bytes[end].isInScheme { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ":") else {
      throw .malformed(.noScheme, byte: 0)
    }
    schemeEnd = end
    isHierarchical =
      end + 2 < bytes.count && bytes[end + 1] == UInt8(ascii: "/")
      && bytes[end + 2] == UInt8(ascii: "/")
    guard isHierarchical else { return end + 1 }
    isWeb = foldedEquals(0..<end, "http") || foldedEquals(0..<end, "https")
    return try parseAuthority(from: end + 3)
  }

  private func foldedEquals(_ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { wanted in
      for (offset, index) in range.enumerated() where bytes[index].folded != wanted[offset] {
        return false
      }
      return true
    }
  }

  /// The authority of a web link is host and port; for other schemes it is the first path segment.
  private mutating func parseAuthority(from start: Int) throws(LinkError) -> Int {
    if isWeb, start < bytes.count, bytes[start] == UInt8(ascii: "[") {
      throw .malformed(.host, byte: start)
    }
    var end = start
    var colon: Int?
    while end < bytes.count, !isAuthorityEnd(bytes[end]) {
      if bytes[end] == UInt8(ascii: "@") { throw .malformed(.userInfo, byte: end) }
      if bytes[end] == UInt8(ascii: ":") { colon = end }
      end += 1
    }
    if let colon {
      let isNumber = colon + 1 < end && bytes[(colon + 1)..<end].allSatisfy { $0.isDigit }
      if isNumber || (isWeb && colon + 1 < end) { try parsePort((colon + 1)..<end) }
    }
    guard isWeb else { return start }
    host = start..<(colon ?? end)
    try checkHost()
    return end < bytes.count && bytes[end] == UInt8(ascii: "/") ? end + 1 : end
  }

  private func isAuthorityEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  private mutating func parsePort(_ range: Range<Int>) throws(LinkError) {
    var value = 0
    guard range.count <= 5 else { throw .malformed(.port, byte: range.lowerBound) }
    for index in range {
      guard bytes[index].isDigit else { throw .malformed(.port, byte: index) }
      value = value * 10 + Int(bytes[index] - 0x30)
    }
    guard value <= 65535 else { throw .malformed(.port, byte: range.lowerBound) }
    let own = schemeEnd == 4 ? 80 : 443
    port = isWeb && value != own ? value : nil
  }

  private func checkHost() throws(LinkError) {
    guard !host.isEmpty else { throw .malformed(.host, byte: host.lowerBound) }
    for index in host {
      let byte = bytes[index]
      guard byte.isLetterOrDigit || byte == 0x2D || byte == 0x2E else {
        throw .malformed(.host, byte: index)
      }
    }
  }

  /// Finds the ends of path, query and fragment.
  private mutating func splitTail(from start: Int) {
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "?"), !beginsFragment(end) { end += 1 }
    path = start..<end
    if end < bytes.count, bytes[end] == UInt8(ascii: "?") {
      let queryStart = end + 1
      while end < bytes.count, !beginsFragment(end) { end += 1 }
      query = queryStart..<end
    }
    if end < bytes.count { fragment = (end + 1)..<bytes.count }
  }

  private func beginsFragment(_ place: Int) -> Bool {
    bytes[place] == UInt8(ascii: "#") && !isFragment
  }

  /// Splits the path on `/` before decoding, so that `%2F` never separates.
  private mutating func splitPath() throws(LinkError) {
    decoded = bytes
    guard isHierarchical || schemeEnd == 0 else { return }
    let isEncoded = hasEscapes && bytes[path].contains(UInt8(ascii: "%"))
    if isEncoded { decoded = [] }
    segments.reserveCapacity(8)
    var count = 0
    var start = path.lowerBound
    while start < path.upperBound {
      var end = start
      while end < path.upperBound, bytes[end] != UInt8(ascii: "/") { end += 1 }
      if start < end {
        count += 1
        if count <= Limits.segmentsMax { try append(start..<end, isEncoded: isEncoded) }
      }
      start = end + 1
    }
    guard count <= Limits.segmentsMax else { throw .tooManySegments(count: count) }
  }

  private mutating func append(_ raw: Range<Int>, isEncoded: Bool) throws(LinkError) {
    var range = raw
    if isEncoded {
      let start = decoded.count
      Percent.decode(bytes[raw], into: &decoded)
      range = start..<decoded.count
    }
    let dot = UInt8(ascii: ".")
    if range.count <= 2, decoded[range.lowerBound] == dot, decoded[range.upperBound - 1] == dot {
      throw .malformed(.dotSegment, byte: raw.lowerBound)
    }
    segments.append(Link.Segment(raw: raw, range: range))
  }
}
