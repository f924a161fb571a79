/// The items of a query as they appear in a link: still escaped, empty pieces between `&` dropped.
package struct RawQuery: Sequence, IteratorProtocol {
  /// The bytes before and after the first `=`.
  package typealias Item = (name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>)

  private let bytes: UnsafeBufferPointer<UInt8>
  private var start = 0

  /// - Parameter bytes: The bytes between `?` and `#`.
  @inline(__always)
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  @inline(__always)
  package mutating func next() -> Item? {
    while start < bytes.count {
      let first = start
      let end = place(of: UInt8(ascii: "&"), from: first, to: bytes.count)
      start = end + 1
      if first == end { continue }
      let nameEnd = place(of: UInt8(ascii: "="), from: first, to: end)
      return (
        UnsafeBufferPointer(rebasing: bytes[first..<nameEnd]),
        UnsafeBufferPointer(rebasing: bytes[Swift.min(nameEnd + 1, end)..<end])
      )
    }
    return nil
  }

  /// The position of the first byte of this value in a range; the range's end if there is none.
  @inline(__always)
  private func place(of byte: UInt8, from start: Int, to end: Int) -> Int {
    bytes[start..<end].firstIndex(of: byte) ?? end
  }

  /// Whether the items are few and need no decoding.
  package var isPlain: Bool {
    var (ampersands, isEscaped) = (0, false)
    // Branchless, so that the compiler can vectorize it.
    for byte in bytes {
      ampersands += byte == UInt8(ascii: "&") ? 1 : 0
      isEscaped = byte == UInt8(ascii: "%") ? true : isEscaped
    }
    return ampersands < 8 && !isEscaped
  }

  package var items: [QueryItem] {
    let isEscaped = bytes.contains(UInt8(ascii: "%"))
    var items: [QueryItem] = []
    var rest = self
    while let item = rest.next() {
      items.append(
        isEscaped
          ? QueryItem(
            name: text(of: Percent.decoded(item.name)), value: text(of: Percent.decoded(item.value))
          )
          : QueryItem(name: text(of: item.name), value: text(of: item.value)))
    }
    return items
  }

  func firstValue(of name: some Collection<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    for item in self where Self.isName(item.name, name) { return item.value }
    return nil
  }

  private static func isName(
    _ bytes: UnsafeBufferPointer<UInt8>, _ name: some Collection<UInt8>
  ) -> Bool {
    // Escaped, a name is longer.
    if bytes.count <= name.count { return bytes.count == name.count && bytes.elementsEqual(name) }
    return bytes.contains(UInt8(ascii: "%")) && Percent.decoded(bytes).elementsEqual(name)
  }
}
