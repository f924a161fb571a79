package import Exploration
import FileAccess

/// Every processor performs pieces of the work.
package struct Processors: Workers {
  package func map<Piece: Sendable, Result: Sendable>(
    _ pieces: [Piece], _ body: @escaping @Sendable (Piece) -> Result
  ) -> [Result] {
    mapOnProcessors(pieces, body)
  }
}

extension Workers where Self == Processors {
  /// All processors.
  package static var processors: Self { Processors() }
}
