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
    let ampersands = bytes.reduce(0) { $0 + ($1 == UInt8(ascii: "&") ? 1 : 0) }
    return ampersands < 8 && !bytes.contains(UInt8(ascii: "%"))
  }

  package var items: [QueryItem] {
    map { QueryItem(name: Percent.text($0.name), value: Percent.text($0.value)) }
  }

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
