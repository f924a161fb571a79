extension [UInt8] {
  /// Appends a text that stands in the program.
  @inline(__always)
  package mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }
}
