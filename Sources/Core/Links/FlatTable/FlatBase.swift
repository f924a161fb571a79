internal import CLinkScan

/// A base as the bytes that its links begin with, for links in the usual spelling: lower case, no
/// default port, no escapes. Other spellings are left to the tree.
struct FlatBase: @unchecked Sendable {
  // What every lookup reads is first, on one cache line.

  /// The bytes before the slash that begins a path. For a wildcard, only scheme and slashes; for a
  /// base that is only a scheme, the last slash of its `://` begins the path.
  let text: FlatText
  /// The bytes of `text` before a prefix, of which no spelling contains an escape.
  private let authority: FlatText
  /// The base's index in `RouteTable.bases`.
  let index: Int
  /// The most segments of a path after the base.
  let segmentsMax: Int
  /// Whether the links under the base are those with its text, then a path.
  private let isPlain: Bool
  private let hasPrefix: Bool
  /// Whether the base is only a scheme, so that the authority is the path's first segment.
  let isScheme: Bool
  /// For a host with a wildcard, `.host` and the prefix after it; for any host only the prefix.
  let wildcard: (host: FlatText, prefix: FlatText)?
  /// Whether only the scheme is compared; the tree decides which of its links are under the base.
  let isLoose: Bool
  /// For a base with routes in the fragment: the bytes that begin a fragment.
  let fragment: FlatText?

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
    let hasPlainPrefix = !(shape.prefix + (shape.fragmentPrefix ?? [])).contains { segment in
      segment.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%") || $0 >= 0x80 }
    }
    isLoose =
      !hasPlainPrefix || shape.scheme.isEmpty
      || (shape.isWildcard && (shape.port != nil || shape.fragmentPrefix != nil))
    wildcard =
      shape.isWildcard && !isLoose
      ? (FlatText(shape.isAnyHost ? [] : [UInt8(ascii: ".")] + shape.host), FlatText(prefix)) : nil
    var start = shape.scheme.isEmpty ? [] : scheme
    if !isLoose, !shape.isWildcard { start += shape.host + port }
    authority = FlatText(start)
    hasPrefix = !isLoose && !shape.isWildcard && !prefix.isEmpty
    text = FlatText(hasPrefix ? start + prefix : start)
    fragment = shape.fragmentPrefix.map { FlatText($0.flatMap { [UInt8(ascii: "/")] + $0 }) }
    isPlain = !isLoose && wildcard == nil && fragment == nil
  }

  /// The position of the slash that begins the path of a link, 0 if the link is not under the base;
  /// `nil` if that takes more than a comparison of their bytes.
  @inline(__always)
  func pathStart(of link: UnsafeRawBufferPointer) -> Int? {
    guard let isUnder = authority.begins(link) else { return nil }
    guard isUnder else { return 0 }
    if let wildcard {
      guard wildcard.prefix.count == 0 else { return nil }
      return Self.pathStart(of: link, hostStart: text.count, wildcard.host)
    }
    // A link may spell the prefix with escapes.
    guard isPlain, !hasPrefix || text.begins(link) ?? false, link.count > text.count else {
      return nil
    }
    switch link[text.count] {
    case UInt8(ascii: "/"): return text.count
    case UInt8(ascii: "?"), UInt8(ascii: "#"): return nil
    default: return 0
    }
  }

  /// The same for a host with at least one label before `host`.
  // Static, since a call of a method copies the base, which takes 150 instructions.
  @inline(never)
  private static func pathStart(
    of link: UnsafeRawBufferPointer, hostStart start: Int, _ host: FlatText
  ) -> Int? {
    guard let bytes = link.baseAddress, start < link.count else { return nil }
    let end = linkscan_find(bytes, UInt8(ascii: "/"), start, link.count)
    // Other bytes may be another spelling of a host, or its end.
    guard end < link.count, linkscan_is_host(bytes + start, end - start, link.count - start)
    else { return nil }
    guard end - start > host.count, link[start] != UInt8(ascii: ".") else { return 0 }
    return host.begins(link, at: end - host.count).map { $0 ? end : 0 }
  }

  func deallocate() {
    text.deallocate()
    authority.deallocate()
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

  /// Whether a link has these bytes at a position; `nil` if it is too short for whole words.
  ///
  /// - Parameter start: At most the link's length.
  @inline(__always)
  func begins(_ link: UnsafeRawBufferPointer, at start: Int = 0) -> Bool? {
    guard link.count &- start >= words.count &* 8, let bytes = link.baseAddress else { return nil }
    return begins(UnsafeRawPointer(bytes + start))
  }

  /// Whether the link in the scratch memory has these bytes at a position.
  @inline(__always)
  func begins(_ scratch: LinkScratch, at start: Int = 0) -> Bool {
    begins(UnsafeRawPointer(scratch.bytes + start))
  }

  /// - Parameter bytes: At least as many as `words` has.
  @inline(__always)
  private func begins(_ bytes: UnsafeRawPointer) -> Bool {
    var place = 0
    for (word, mask) in words {
      let found = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      guard (found ^ word) & mask == 0 else { return false }
      place &+= 8
    }
    return true
  }
}
