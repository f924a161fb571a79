extension LinkScratch {
  /// Copies a link with its path decoded and all else as it stands, and checks it as `LinkParser`
  /// does.
  ///
  /// - Returns: The bytes of the copy, and whether something is escaped behind the path; nil for a
  ///   link that is refused, or whose path holds what a copy cannot: an escaped `/`, `?`, `#` or
  ///   `%`, or an escape in an authority.
  @inline(never)
  func decode(_ link: UnsafeRawBufferPointer) -> (count: Int, isTailEscaped: Bool)? {
    var raw = UTF8Check()
    var decoded = UTF8Check()
    var isTailEscaped = false
    // A whole link's path begins at its third slash at the earliest, one from inside at its first.
    var slashesLeft = link.first == UInt8(ascii: "/") ? 1 : 3
    var isInPath = true
    var (place, count) = (0, 0)
    while place < link.count {
      var byte = link[place]
      var length = 1
      guard byte > 0x20, byte != UInt8(ascii: "\\"), raw.take(byte) == .fine else { return nil }
      if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") {
        guard decoded.isComplete else { return nil }
        isInPath = false
      } else if byte == UInt8(ascii: "/") {
        slashesLeft -= 1
      } else if byte == UInt8(ascii: "%") {
        guard place + 2 < link.count, let high = link[place + 1].hexValue,
          let low = link[place + 2].hexValue, slashesLeft <= 0
        else { return nil }
        byte = high << 4 | low
        length = 3
        isTailEscaped = isTailEscaped || !isInPath
        if isInPath, Self.isMark(byte) { return nil }
      }
      guard decoded.take(byte) == .fine else { return nil }
      if isInPath {
        bytes.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
      } else {
        for index in place..<(place + length) {
          bytes.storeBytes(of: link[index], toByteOffset: count, as: UInt8.self)
          count += 1
        }
      }
      place += length
    }
    return raw.isComplete && decoded.isComplete ? (count, isTailEscaped) : nil
  }

  /// Whether a byte would mean something else once it is decoded.
  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
      || byte == UInt8(ascii: "%")
  }
}
