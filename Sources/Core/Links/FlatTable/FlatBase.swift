/// A base as the bytes that its links begin with, for links in the usual spelling: lower case, no
/// default port, no escapes. Other spellings are left to the tree.
struct FlatBase: @unchecked Sendable {
  /// The base's index in `RouteTable.bases`.
  let index: Int
  /// The bytes before the slash that begins a path. For a wildcard, only scheme and slashes; for a
  /// base that is only a scheme, the last slash of its `://` begins the path.
  let text: FlatText
  /// For a host with a wildcard, `.host` and the prefix after it; for any host only the prefix.
  let wildcard: (host: FlatText, prefix: FlatText)?
  /// Whether only the scheme is compared; the tree decides which of its links are under the base.
  let isLoose: Bool
  /// For a base with routes in the fragment: the bytes that begin a fragment.
  let fragment: FlatText?
  /// Whether the base is only a scheme, so that the authority is the path's first segment.
  let isScheme: Bool
  /// The most segments of a path after the base.
  let segmentsMax: Int

  init(_ shape: Base.Shape, index: Int) {
    self.index = index
    isScheme = shape.host.isEmpty && shape.prefix.isEmpty && !shape.isWildcard
    segmentsMax = Limits.segmentsMax - shape.prefix.count - (shape.skipsSegment ? 1 : 0)
    let scheme = shape.scheme + Array((isScheme ? ":/" : "://").utf8)
    let port = shape.port.map { Array(":\($0)".utf8) } ?? []
    var prefix = Array(shape.prefix.joined(separator: [UInt8(ascii: "/")]))
    if !prefix.isEmpty, !shape.host.isEmpty || shape.isWildcard {
      prefix.insert(UInt8(ascii: "/"), at: 0)
    }
    // Links can contain these bytes of a prefix percent-encoded, which a comparison would miss.
    let isPlain = !(shape.prefix + (shape.fragmentPrefix ?? [])).contains { segment in
      segment.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%") || $0 >= 0x80 }
    }
    isLoose =
      !isPlain || shape.scheme.isEmpty
      || (shape.isWildcard && (shape.port != nil || shape.fragmentPrefix != nil))
    wildcard =
      shape.isWildcard && !isLoose
      ? (FlatText(shape.isAnyHost ? [] : [UInt8(ascii: ".")] + shape.host), FlatText(prefix)) : nil
    let start = isLoose || shape.isWildcard ? scheme : scheme + shape.host + port + prefix
    self.text = FlatText(shape.scheme.isEmpty ? [] : start)
    fragment = shape.fragmentPrefix.map { FlatText($0.flatMap { [UInt8(ascii: "/")] + $0 }) }
  }

  func deallocate() {
    text.deallocate()
    fragment?.deallocate()
    wildcard?.host.deallocate()
    wildcard?.prefix.deallocate()
  }
}

/// A prefix that is compared 8 bytes at a time.
struct FlatText: @unchecked Sendable {
  let count: Int
  /// The bytes, 8 per word; the mask covers those that count. Plain memory, since an array would be
  /// retained for every link.
  private let words: UnsafeMutableBufferPointer<(word: UInt64, mask: UInt64)>

  init(_ text: [UInt8]) {
    count = text.count
    words = .allocate(capacity: (text.count + 7) / 8)
    words.initialize(repeating: (0, 0))
    for (place, byte) in text.enumerated() {
      words[place / 8].word |= UInt64(byte) << UInt64(place % 8 * 8)
      words[place / 8].mask |= 0xFF << UInt64(place % 8 * 8)
    }
  }

  func deallocate() { words.deallocate() }

  /// Whether the link in the scratch memory has these bytes at a position.
  @inline(__always)
  func begins(_ scratch: LinkScratch, at start: Int = 0) -> Bool {
    var place = start
    for (word, mask) in words {
      let found = scratch.bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      guard (found ^ word) & mask == 0 else { return false }
      place &+= 8
    }
    return true
  }
}
