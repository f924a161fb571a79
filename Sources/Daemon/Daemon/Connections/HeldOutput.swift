/// Output of a client that waits until a record is durable: whole lines.
struct HeldOutput {
  let record: Int64
  /// When the first of its calls was read, and how many calls it answers.
  let began: UInt64
  private(set) var calls: UInt64 = 0
  private(set) var bytes: [UInt8] = []
  /// The parts of `bytes`, in order.
  private var pieces: [OutputPiece] = []

  init(record: Int64, began: UInt64) { (self.record, self.began) = (record, began) }

  /// Adds lines that answer some more calls.
  /// - Parameter pieces: The parts of `bytes`; empty if a lost record would change nothing.
  mutating func append(
    _ bytes: some Collection<UInt8>, _ pieces: [OutputPiece], _ calls: UInt64
  ) {
    assert(
      pieces.isEmpty || pieces.reduce(0) { $0 + $1.bytes } == bytes.count, "a part is missing")
    self.bytes += bytes
    self.pieces += pieces.isEmpty ? [OutputPiece(bytes: bytes.count, .fixed)] : pieces
    self.calls += calls
  }

  /// Visits the pieces with their bytes.
  func forEachPiece(_ visit: (OutputPiece.Content, ArraySlice<UInt8>) -> Void) {
    var rest = bytes[...]
    for piece in pieces {
      visit(piece.content, rest.prefix(piece.bytes))
      rest = rest.dropFirst(piece.bytes)
    }
  }
}

/// Whole lines of output, and what becomes of them if the record that they wait for is lost.
struct OutputPiece {
  enum Content {
    /// They are sent.
    case fixed
    /// The result of a call, whose identifier has this many bytes: an error replaces it.
    case result(idBytes: Int)
    /// An `event` notification: it is dropped unless the session has had the change.
    case event(session: String, seq: Int64)
    /// An `unsubscribed` notification of a session that was closed by this record.
    case closed(record: Int64)
  }

  let bytes: Int
  let content: Content

  init(bytes: Int, _ content: Content) { (self.bytes, self.content) = (bytes, content) }
}
