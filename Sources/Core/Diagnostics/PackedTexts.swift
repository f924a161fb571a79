/// Texts in one buffer. Reading one of an array of texts would count a reference to it, and threads
/// would contend for the counts.
@usableFromInline package struct PackedTexts: Sendable {
  @usableFromInline var bytes: [UInt8] = []
  /// Where each text starts, and where the last one ends.
  @usableFromInline var bounds: [Int] = [0]

  package init(_ texts: some Sequence<some Sequence<UInt8>>) {
    for text in texts { append(text) }
  }

  package init() {}

  package mutating func append(_ text: some Sequence<UInt8>) {
    bytes += text
    bounds.append(bytes.count)
  }

  @inlinable package var count: Int { bounds.count - 1 }

  @inlinable package func isEmpty(at index: Int) -> Bool { bounds[index] == bounds[index + 1] }

  /// Calls `body` with the text at an index below `count`.
  @inlinable @inline(__always)
  package func withText<Result>(
    _ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      body(UnsafeBufferPointer(rebasing: bytes[bounds[index]..<bounds[index + 1]]))
    }
  }
}

extension ByteBuffer {
  /// Appends the text at an index.
  @inlinable @inline(__always)
  package mutating func append(_ texts: PackedTexts, _ index: Int) {
    texts.withText(index) { append(contentsOf: $0) }
  }
}
