import Commands
import Diagnostics
import FileAccess
import JSONCodec
import Links
import LinksOracle
import Navigation
import RouteProofs

/// Links: parsing preserves the text, text and JSON answers agree, and each answer is one line.
enum LinkTarget {
  static func fault(of bytes: [UInt8]) -> String? {
    if let fault = FuzzApp.definition.table.disagreement(about: bytes) { return fault }
    if let link = try? Link(bytes: bytes) {
      guard link.text.utf8.elementsEqual(bytes) else { return "the text of the link differs" }
      guard (try? Link(link.text)) == link else { return "its text parses to a different link" }
      for item in link.query {
        guard let again = try? Link("/?" + item.encoded) else { continue }
        guard again.query == [item] else { return "an encoded query item parses differently" }
      }
      if let fault = fault(ofMatching: link) { return fault }
    }
    return fault(ofAnswers: bytes)
  }

  private static func fault(ofMatching link: Link) -> String? {
    let table = FuzzApp.definition.table
    _ = table.misses(of: link, limit: 8)
    guard let match = try? table.match(link) else { return nil }
    guard table.accepts(route: match.route, link: link) else {
      return "the matched route does not accept the link"
    }
    return nil
  }

  /// Answers all lines like `resolve -`, and compares each answer with that for the line alone.
  private static func fault(ofAnswers bytes: [UInt8]) -> String? {
    for isJSON in [false, true] {
      var output = ByteBuffer()
      let block = LineBlock(bytes, lineBytesMax: 2 * Limits.linkBytesMax)
      _ = LinkAnswers(FuzzApp.definition, isJSON: isJSON).answer(block, into: &output)
      var answers = [UInt8](output).split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
      var lines = block
      while let line = lines.next() {
        guard let answer = answers.popFirst() else { return "an answer is missing" }
        guard case .whole(let text) = line else { continue }
        if isJSON, (try? JSON(parsing: Array(answer))) == nil { return "an answer is not JSON" }
        guard let link = String(validating: text, as: UTF8.self) else { continue }
        let single = LinkResolution(link: link, in: FuzzApp.definition)
        let wanted = isJSON ? single.json.text : single.line
        guard answer.elementsEqual(wanted.utf8) else { return "an answer is not '\(wanted)'" }
      }
      guard answers.count == 1, answers.first?.isEmpty == true else {
        return "there are more answers than lines"
      }
    }
    return nil
  }
}
