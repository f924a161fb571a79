/// A base as the bytes that its links begin with, for links that write it as it is written here: in
/// lower case, without the scheme's own port, without escapes. Any other spelling is left to
/// `Base.Shape`.
struct FlatBase: @unchecked Sendable {
  /// The base's index in `RouteTable.bases`.
  let index: Int
  /// The bytes before the slash with which a path begins.
  let text: FlatText
  /// Whether no bytes say what is under the base: hosts with a wildcard.
  let isLoose: Bool
  /// For a base whose routes stand in the fragment: the bytes with which a fragment begins.
  let fragment: FlatText?
  /// Whether scheme and slashes are all of the base, so that what follows up to the next slash is
  /// the path's first segment.
  let isScheme: Bool

  init(_ shape: Base.Shape, index: Int) {
    self.index = index
    isScheme = shape.host.isEmpty && shape.prefix.isEmpty
    var text = shape.scheme + Array((isScheme ? ":/" : "://").utf8) + shape.host
    if let port = shape.port { text += Array(":\(port)".utf8) }
    for (place, segment) in shape.prefix.enumerated() {
      if place > 0 || !shape.host.isEmpty { text.append(UInt8(ascii: "/")) }
      text += segment
    }
    // In a prefix a slash or a percent sign must be escaped, and then no bytes say it.
    let isPlain = !(shape.prefix + (shape.fragmentPrefix ?? [])).contains { segment in
      segment.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%") || $0 >= 0x80 }
    }
    isLoose = shape.isWildcard || !isPlain
    self.text = FlatText(text)
    fragment = shape.fragmentPrefix.map { FlatText($0.flatMap { [UInt8(ascii: "/")] + $0 }) }
  }

  /// Gives the memory back; the base is of no use after that.
  func deallocate() {
    text.deallocate()
    fragment?.deallocate()
  }
}

/// Bytes with which others may begin, compared 8 at a time.
struct FlatText: @unchecked Sendable {
  /// How many they are.
  let count: Int
  /// The bytes, 8 at a time; of the last word only those under its mask count. Plain memory, since
  /// an array would be retained for every link.
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

  /// Gives the memory back; the text is of no use after that.
  func deallocate() { words.deallocate() }

  /// Whether what was copied begins with the bytes; what stands behind it is readable.
  @inline(__always)
  func begins(_ scratch: LinkScratch) -> Bool {
    var place = 0
    for (word, mask) in words {
      let found = scratch.bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      guard (found ^ word) & mask == 0 else { return false }
      place &+= 8
    }
    return true
  }
}
