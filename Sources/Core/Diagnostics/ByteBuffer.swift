/// Growable bytes, for text that is written in many small pieces.
///
/// An append is a comparison and a copy. It takes a fifth of the instructions of an array's, which
/// also has to find out whether the array is shared.
public struct ByteBuffer: ~Copyable, @unchecked Sendable {
  @usableFromInline var start: UnsafeMutablePointer<UInt8>?
  @usableFromInline var room: Int
  @usableFromInline var used: Int

  /// Creates an empty buffer without memory.
  public init() { (start, room, used) = (nil, 0, 0) }

  deinit { start?.deallocate() }

  /// The number of bytes.
  @inlinable public var count: Int { used }

  /// Whether there are no bytes.
  @inlinable public var isEmpty: Bool { used == 0 }

  /// The bytes that fit into the memory.
  @inlinable public var capacity: Int { room }

  /// The bytes, valid until the buffer changes or is destroyed.
  @inlinable public var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: count)
  }

  /// The bytes from an offset of at most `count` on; valid as `bytes` is.
  @inlinable public func bytes(from offset: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[offset...])
  }

  /// The bytes as UTF-8; invalid ones become U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Makes room for some more bytes.
  /// - Returns: Where they are to be written.
  @inlinable @inline(__always)
  mutating func reserve(_ added: Int) -> UnsafeMutablePointer<UInt8> {
    if let start, room &- used >= added { return start + used }
    return grow(by: added)
  }

  @usableFromInline @inline(never)
  mutating func grow(by added: Int) -> UnsafeMutablePointer<UInt8> {
    let grownRoom = max(count + added, 2 * room, 64)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: grownRoom)
    if let start {
      grown.update(from: start, count: count)
      start.deallocate()
    }
    (start, room) = (grown, grownRoom)
    return grown + count
  }

  /// Appends a byte.
  @inlinable @inline(__always)
  public mutating func append(_ byte: UInt8) {
    reserve(1).pointee = byte
    used &+= 1
  }

  /// Appends a constant text.
  @inlinable @inline(__always)
  public mutating func append(_ text: StaticString) {
    reserve(text.utf8CodeUnitCount)
      .initialize(from: text.utf8Start, count: text.utf8CodeUnitCount)
    used &+= text.utf8CodeUnitCount
  }

  /// Appends bytes, which are not those of this buffer.
  @inlinable @inline(__always)
  public mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.baseAddress else { return }
    reserve(bytes.count).initialize(from: first, count: bytes.count)
    used &+= bytes.count
  }

  /// Appends bytes, such as those of a text.
  @inlinable
  public mutating func append(contentsOf bytes: some Sequence<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ append(contentsOf: $0) }) != nil { return }
    for byte in bytes { append(byte) }
  }

  /// Removes the bytes from an offset of at most `count` on.
  public mutating func removeAll(from offset: Int) {
    precondition((0...count).contains(offset))
    used = offset
  }

  /// Removes all bytes, and the memory unless it is kept.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    if keepingCapacity { used = 0 } else { self = ByteBuffer() }
  }

  /// Empties the buffer and returns what it held, without a copy.
  public mutating func take() -> ByteBuffer {
    let taken = self
    self = ByteBuffer()
    return taken
  }
}

extension [UInt8] {
  /// Copies the bytes of a buffer.
  public init(_ buffer: borrowing ByteBuffer) { self.init(buffer.bytes) }
}
