extension LinkScratch {
  /// Copies a link with its path decoded and the rest unchanged, with the checks of `LinkParser`.
  ///
  /// - Returns: The number of bytes of the copy; `nil` for a link that is rejected, or whose path
  ///   has an escaped `/`, `?`, `#` or `%`, or whose authority has an escape.
  @inline(never)
  func decode(_ link: UnsafeRawBufferPointer) -> Int? {
    var raw = UTF8Check()
    var decoded = UTF8Check()
    // The path of a whole link begins at its third slash or later.
    var slashesLeft = link.first == UInt8(ascii: "/") ? 1 : 3
    var part = Part.path
    var (place, count) = (0, 0)
    while place < link.count {
      var byte = link[place]
      var length = 1
      switch byte {
      case UInt8(ascii: "%"):
        guard place + 2 < link.count, let high = link[place + 1].hexValue,
          let low = link[place + 2].hexValue, slashesLeft <= 0, raw.isComplete
        else { return nil }
        byte = high << 4 | low
        length = 3
        if part == .path, Self.isMark(byte) { return nil }
        guard decoded.take(byte) == .fine else { return nil }
      case 0x80...:
        guard raw.take(byte) == .fine, decoded.take(byte) == .fine else { return nil }
      default:
        guard byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "\\"), raw.isComplete,
          decoded.isComplete
        else { return nil }
        if byte == UInt8(ascii: "/") { slashesLeft -= 1 }
        part = part.after(byte)
      }
      if part == .path {
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
    return raw.isComplete && decoded.isComplete ? count : nil
  }

  /// The part of a link that a byte belongs to.
  private enum Part {
    case path, query, fragment

    /// The part that an ASCII byte begins or continues.
    func after(_ byte: UInt8) -> Self {
      if byte == UInt8(ascii: "#") { return .fragment }
      return byte == UInt8(ascii: "?") && self == .path ? .query : self
    }
  }

  /// Whether a decoded byte would be read as syntax.
  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
      || byte == UInt8(ascii: "%")
  }
}
