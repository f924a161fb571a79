/// What performs independent pieces of work: one after another, or several at once.
package protocol Workers {
  /// The results of `body` for each piece, in their order.
  func map<Piece: Sendable, Result: Sendable>(
    _ pieces: [Piece], _ body: @escaping @Sendable (Piece) -> Result
  ) -> [Result]
}

/// Performs one piece after another.
package struct OneWorker: Workers {
  package init() {}

  package func map<Piece: Sendable, Result: Sendable>(
    _ pieces: [Piece], _ body: @escaping @Sendable (Piece) -> Result
  ) -> [Result] {
    pieces.map(body)
  }
}
