import Diagnostics

/// What a screen has from its link: the values of the parameters and the query; and the result that
/// it received. Decoded when it is read.
///
///     query result value value …
///
/// In one string, each part after its length plus 1, or 0 if it is absent; empty if all are. A
/// string of at most 15 bytes allocates nothing. With an object that has an array of values and one
/// of items, an event takes 0.6 more allocations and about 400 more instructions.
package struct LinkContent: Hashable, Sendable {
  private let packed: String

  /// Without values, query and result.
  package init() { packed = "" }

  package init(
    values: [String?], query: [QueryItem] = [], result: String? = nil, resultNumber: UInt64 = 0
  ) {
    let query = query.isEmpty ? nil : query.map { $0.encoded }.joined(separator: "&")
    packed = Self.packed { writer in
      writer.add(query)
      writer.add(result.map { "\(resultNumber) \($0)" })
      for value in values { writer.add(value) }
    }
  }

  /// - Parameters:
  ///   - query: Escaped, as in a link.
  ///   - addValues: Adds the values in order.
  package init(query: UnsafeBufferPointer<UInt8>? = nil, _ addValues: (inout Writer) -> Void) {
    packed = Self.packed { writer in
      writer.add(query.flatMap { $0.isEmpty ? nil : $0 })
      writer.add(nil as String?)
      addValues(&writer)
    }
  }

  /// The same with a result.
  package func with(result: String, number: UInt64) -> Self {
    Self(values: values, query: query, result: result, resultNumber: number)
  }

  /// One value for each parameter; `nil` for an absent optional one.
  package var values: [String?] {
    guard !packed.utf8.isEmpty else { return [] }
    var values: [String?] = []
    read { reader in
      reader.skip(Self.partsBeforeValues)
      while !reader.isAtEnd { values.append(reader.next().map { text(of: $0) }) }
    }
    return values
  }

  /// Calls `body` with the index and the UTF-8 bytes of each value that is not absent.
  package func forEachValue(_ body: (Int, UnsafeBufferPointer<UInt8>) -> Void) {
    read { reader in
      reader.skip(Self.partsBeforeValues)
      var index = 0
      while !reader.isAtEnd {
        if let value = reader.next() { body(index, value) }
        index += 1
      }
    }
  }

  package var query: [QueryItem] {
    var items: [QueryItem] = []
    read { reader in items = reader.next().map { RawQuery($0).items } ?? [] }
    return items
  }

  /// The result of the last flow that the screen started, and its number.
  package var result: (text: String, number: UInt64)? {
    var found: (text: String, number: UInt64)?
    read { reader in
      reader.skip(1)
      guard let bytes = reader.next(), let space = bytes.firstIndex(of: UInt8(ascii: " ")) else {
        return
      }
      found = (text(of: bytes[(space + 1)...]), UInt64(text(of: bytes[..<space])) ?? 0)
    }
    return found
  }

  /// Compares bytes.
  package func hasSameValues(as other: Self) -> Bool {
    var isSame = packed.utf8.isEmpty && other.packed.utf8.isEmpty
    guard !isSame else { return true }
    read { left in
      other.read { right in
        left.skip(Self.partsBeforeValues)
        right.skip(Self.partsBeforeValues)
        isSame = left.hasSameRest(as: right)
      }
    }
    return isSame
  }

  package static func == (left: Self, right: Self) -> Bool {
    sameBytes(left.packed, right.packed)
      || left.hasSameValues(as: right) && left.query == right.query
        && sameBytes(left.result?.text, right.result?.text)
        && left.result?.number == right.result?.number
  }

  package func hash(into hasher: inout Hasher) {
    for value in values { hasher.combine(value.map { TextBytes($0) }) }
    hasher.combine(query)
  }

  private static let partsBeforeValues = 2

  /// Packs what `add` adds.
  private static func packed(_ add: (inout Writer) -> Void) -> String {
    func text(_ memory: UnsafeMutableBufferPointer<UInt8>, _ size: inout Int) -> String? {
      var writer = Writer(memory: memory)
      add(&writer)
      size = writer.count
      guard size <= memory.count else { return nil }
      return size == partsBeforeValues
        ? "" : String(decoding: UnsafeBufferPointer(rebasing: memory[..<size]), as: UTF8.self)
    }
    var size = 0
    // On the stack, unless the texts are long.
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { text($0, &size) }
      ?? withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { text($0, &size) } ?? ""
  }

  @inline(__always)
  private func read(_ body: (inout Reader) -> Void) {
    var packed = packed
    packed.withUTF8 { bytes in
      var reader = Reader(bytes: bytes)
      body(&reader)
    }
  }

  /// Writes parts one after the other; what does not fit is only counted.
  package struct Writer {
    fileprivate let memory: UnsafeMutableBufferPointer<UInt8>
    fileprivate var count = 0
    private var parts = 0

    fileprivate init(memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

    /// Adds the value of a parameter; those between the last one and this are absent.
    @inline(__always)
    package mutating func add(_ text: UnsafeBufferPointer<UInt8>, at parameter: Int) {
      assert(parts <= LinkContent.partsBeforeValues + parameter, "values are not in order")
      addAbsent(to: parameter)
      add(text)
    }

    @inline(__always)
    package mutating func addAbsent(to parameter: Int) {
      while parts < LinkContent.partsBeforeValues + parameter { add(nil as String?) }
    }

    /// Adds a part; `nil` if it is absent.
    package mutating func add(_ text: UnsafeBufferPointer<UInt8>?) {
      parts += 1
      // Six bits a byte, so that all are ASCII; bit 6 is set if more follow.
      var length = text.map { $0.count + 1 } ?? 0
      while length > 0x3F {
        put(UInt8(length & 0x3F | 0x40))
        length >>= 6
      }
      put(UInt8(length))
      guard let text, let start = text.baseAddress else { return }
      if count + text.count <= memory.count, let place = memory.baseAddress {
        (place + count).initialize(from: start, count: text.count)
      }
      count += text.count
    }

    package mutating func add(_ text: String?) {
      guard var text else { return add(nil as UnsafeBufferPointer<UInt8>?) }
      text.withUTF8 { add($0) }
    }

    /// Adds a value of another screen; absent if it has none at that index.
    package mutating func add(_ index: Int, of content: LinkContent) {
      content.read { reader in
        reader.skip(LinkContent.partsBeforeValues + index)
        add(reader.next())
      }
    }

    private mutating func put(_ byte: UInt8) {
      if count < memory.count { memory[count] = byte }
      count += 1
    }
  }

  private struct Reader {
    let bytes: UnsafeBufferPointer<UInt8>
    var place = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { place >= bytes.count }

    /// The next part; `nil` if it is absent.
    mutating func next() -> UnsafeBufferPointer<UInt8>? {
      var (length, shift) = (0, 0)
      while place < bytes.count {
        let byte = bytes[place]
        place += 1
        length |= Int(byte & 0x3F) << shift
        shift += 6
        if byte & 0x40 == 0 { break }
      }
      guard length > 0 else { return nil }
      let start = place
      // All texts are UTF-8; if one were not, its repair would have another length.
      place = min(place + length - 1, bytes.count)
      return UnsafeBufferPointer(rebasing: bytes[start..<place])
    }

    mutating func skip(_ count: Int) {
      for _ in 0..<count { _ = next() }
    }

    func hasSameRest(as other: Self) -> Bool {
      let count = bytes.count - place
      guard count == other.bytes.count - other.place else { return false }
      for index in 0..<count where bytes[place + index] != other.bytes[other.place + index] {
        return false
      }
      return true
    }
  }
}
