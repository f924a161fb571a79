import FileAccess
import TestSupport
import Testing

extension Page {
  /// Runs the `sh` blocks of a page in their order, which all succeed. Blocks with a file's name are
  /// files, and a `text` block is the output of the commands ahead of it.
  /// - Returns: The number of outputs.
  func outputsCompared(in folder: TemporaryFolder) throws -> Int {
    var count = 0
    for (index, block) in blocks.enumerated() {
      let words = block.kind.split(separator: " ")
      if words.count == 2 {
        let path = folder(String(words[1]))
        try createFolder(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)))
        try writeFile(path, Array(block.text.utf8))
      } else if block.kind == "sh" {
        let text = try ShellSession.output(of: block.lines.joined(separator: "\n"), in: folder)
        #expect(text.hasSuffix("exit 0\n"), "\(text)")
        let next = blocks.indices.contains(index + 1) ? blocks[index + 1] : nil
        if let next, next.kind == "text" {
          #expect(text == next.text + "exit 0\n", "\(block.text)")
          count += 1
        }
      }
    }
    return count
  }
}
