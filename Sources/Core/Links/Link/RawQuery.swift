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

  /// The next item.
  @inline(__always)
  package mutating func next() -> Item? {
    while start < bytes.count {
      var end = start
      var nameEnd: Int?
      while end < bytes.count, bytes[end] != UInt8(ascii: "&") {
        if nameEnd == nil, bytes[end] == UInt8(ascii: "=") { nameEnd = end }
        end += 1
      }
      let first = start
      start = end + 1
      if first == end { continue }
      return (
        UnsafeBufferPointer(rebasing: bytes[first..<(nameEnd ?? end)]),
        UnsafeBufferPointer(rebasing: bytes[(nameEnd.map { $0 + 1 } ?? end)..<end])
      )
    }
    return nil
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

  /// The items, decoded.
  package var items: [QueryItem] {
    let isEscaped = bytes.contains(UInt8(ascii: "%"))
    var items: [QueryItem] = []
    var rest = self
    while let item = rest.next() {
      items.append(
        isEscaped
          ? QueryItem(
            name: text(of: Percent.decoded(item.name)), value: text(of: Percent.decoded(item.value)))
          : QueryItem(name: text(of: item.name), value: text(of: item.value)))
    }
    return items
  }

  /// The value of the first item of a name.
  func firstValue(of name: some Collection<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    for item in self where Self.isName(item.name, name) { return item.value }
    return nil
  }

  private static func isName(
    _ bytes: UnsafeBufferPointer<UInt8>, _ name: some Collection<UInt8>
  ) -> Bool {
    guard bytes.contains(UInt8(ascii: "%")) else {
      return bytes.count == name.count && bytes.elementsEqual(name)
    }
    return Percent.decoded(bytes).elementsEqual(name)
  }
}
