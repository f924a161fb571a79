import Diagnostics
import Links
import Navigation
import SourceLinks

/// Links in an app's source.
enum SourceTarget {
  /// Every link has its place in the file, and no dead one opens anything.
  /// - Parameter bytes: The name of a file on the first line, then the file.
  static func fault(of bytes: [UInt8]) -> String? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let name = String(decoding: bytes[..<end], as: UTF8.self)
    guard let language = SourceLanguage(path: name) else { return nil }
    let source = Array(bytes[(end + 1)...])
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var judge = LinkJudge(FuzzApp.definition)
    for link in SourceLink.all(in: source, file: name, language, LinkForms()) {
      let place = link.position
      guard place.line <= lines.count, place.column <= lines[place.line - 1].count + 1 else {
        return "a link at \(place), which is not in the file"
      }
      guard link.text.count <= Links.Limits.linkBytesMax else { return "a text that is too long" }
      guard case .dead = judge.verdict(on: link.text) else { continue }
      for value in ["1", "item/1", "1/more"] {
        let text = link.text.flatMap { $0 == SourceLink.hole ? Array(value.utf8) : [$0] }
        let opened = String(validating: text, as: UTF8.self).flatMap {
          try? FuzzApp.definition.resolve($0)
        }
        guard opened == nil else { return "'\(link.shown)' is dead, and opens with '\(value)'" }
      }
    }
    return nil
  }
}
