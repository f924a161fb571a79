import FileAccess

/// A page of the documentation with its fenced code blocks.
public struct Page: Sendable {
  /// A fenced block.
  public struct Block: Sendable {
    /// The info string of the opening fence, such as `yaml`.
    public let kind: String
    /// The lines between the fences.
    public let lines: [String]
    /// The lines as the text of a file.
    public var text: String { lines.map { $0 + "\n" }.joined() }
  }

  /// The whole text.
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

  /// The blocks with an info string, in order.
  public func blocks(_ kind: String) -> [Block] {
    blocks.filter { $0.kind == kind }
  }
}
