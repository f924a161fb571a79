extension JSON {
  /// Reads one JSON value, strictly as RFC 8259 has it, white space around it allowed.
  ///
  /// Beyond the RFC it refuses duplicate keys (compared as UTF-8 bytes), invalid UTF-8, a byte
  /// order mark, lone surrogates, and more than `jsonDepthMax` levels of arrays and objects (design
  /// §2).
  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - file: What errors call the text: a path, or a word in angle brackets.
  ///   - bytesMax: The most bytes that are read.
  /// - Complexity: O(bytes), also for an object of many keys.
  public init(
    parsing bytes: [UInt8], file: String = "<json>", bytesMax: Int = jsonBytesMax
  ) throws(JSONError) {
    var reader = JSONReader(bytes: bytes, file: file)
    guard bytes.count <= bytesMax else {
      throw .tooLarge(bytes: bytes.count, bytesMax: bytesMax, at: reader.place(0))
    }
    self = try reader.document()
  }

  /// Reads one JSON value; see the reader of bytes.
  public init(
    parsing text: String, file: String = "<json>", bytesMax: Int = jsonBytesMax
  ) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), file: file, bytesMax: bytesMax)
  }
}
