internal import CLinkScan

/// The items of a query as they appear in a link: still escaped, empty pieces between `&` dropped.
package struct RawQuery: Sequence, IteratorProtocol {
  /// The bytes before and after the first `=`.
  package typealias Item = (name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>)

  /// The bytes between `?` and `#`.
  package let bytes: UnsafeBufferPointer<UInt8>
  private var start = 0

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
    bytes.baseAddress.map { linkscan_find($0, byte, start, end) } ?? end
  }

  package var items: [QueryItem] {
    guard !bytes.isEmpty else { return [] }
    let isEscaped = isEscaped
    var items: [QueryItem] = []
    items.reserveCapacity(countMax)
    var rest = self
    while let (name, value) = rest.next() {
      items.append(
        isEscaped
          ? QueryItem(
            name: text(of: Percent.decoded(name)), value: text(of: Percent.decoded(value)))
          : QueryItem(name: text(of: name), value: text(of: value)))
    }
    return items
  }

  package var isEscaped: Bool {
    place(of: UInt8(ascii: "%"), from: 0, to: bytes.count) < bytes.count
  }

  /// The number of items, including empty ones; 0 for an empty query.
  private var countMax: Int {
    var (start, count) = (0, 0)
    while start < bytes.count {
      start = place(of: UInt8(ascii: "&"), from: start, to: bytes.count) + 1
      count += 1
    }
    return count
  }

  func firstValue(of name: some Collection<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    for item in self where Self.isName(item.name, name) { return item.value }
    return nil
  }

  private static func isName(
    _ bytes: UnsafeBufferPointer<UInt8>, _ name: some Collection<UInt8>
  ) -> Bool {
    // Each escape makes a name 2 bytes longer.
    let longer = bytes.count - name.count
    guard longer > 0 else { return longer == 0 && bytes.elementsEqual(name) }
    return longer & 1 == 0 && bytes.contains(UInt8(ascii: "%"))
      && Percent.decoded(bytes).elementsEqual(name)
  }
}
