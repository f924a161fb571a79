import FileAccess

/// A page of the documentation, and the fenced blocks in it.
public struct Page: Sendable {
  /// What stands between two fences.
  public struct Block: Sendable {
    /// What stands behind the first fence, such as `yaml`.
    public let kind: String
    /// The lines between the fences.
    public let lines: [String]
    /// The same as a file.
    public var text: String { lines.map { $0 + "\n" }.joined() }
  }

  /// All of it.
  public let text: String
  /// The blocks, in order.
  public let blocks: [Block]

  /// Reads a page of the package, such as `docs/check.md`.
  public init(_ path: String) throws {
    let bytes = try readFile(packageFolder + "/" + path, bytesMax: 1_048_576)
    text = String(decoding: bytes, as: UTF8.self)
    var blocks: [Block] = []
    var open: (kind: String, lines: [String])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if !line.hasPrefix("```") {
        open?.lines.append(line)
      } else if let (kind, lines) = open {
        blocks.append(Block(kind: kind, lines: lines))
        open = nil
      } else {
        open = (String(line.dropFirst(3)), [])
      }
    }
    self.blocks = blocks
  }

  /// The blocks of a kind, in order.
  public func blocks(_ kind: String) -> [Block] {
    blocks.filter { $0.kind == kind }
  }
}
