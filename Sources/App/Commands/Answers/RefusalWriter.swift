import Diagnostics
import JSONCodec
import JSONWriting
import Navigation

/// Writes refusals of links, as lines of text or as JSON objects.
struct RefusalWriter: Sendable {
  let isJSON: Bool
  /// Colours the reason in a text.
  let paint: Paint

  func write(
    _ refusal: Refusal, _ link: String, hops: [Resolution.Hop], into output: inout [UInt8]
  ) {
    let message =
      switch (refusal, isJSON, hops.last?.link) {
      case (.notFound, false, nil): noRoute
      case (.notFound, false, let last?): "redirected to \(last), which no route matches"
      case (.notFound, true, nil): "\(noRoute) '\(link)'"
      case (.notFound, true, let last?): "\(noRoute) '\(last)', the target of its redirect"
      default: refusal.message
      }
    write(link, reason: refusal.reason, message: message, hops: hops, into: &output)
  }

  /// The texts before, between and after the repetitions of a plain link in a refusal of it.
  func textsAroundLink(_ refusal: (String) -> Refusal) -> [[UInt8]] {
    // Not a part of any message.
    let link = "LINK"
    var answer: [UInt8] = []
    write(refusal(link), link, hops: [], into: &answer)
    var texts: [[UInt8]] = [[]]
    var rest = answer[...]
    while let byte = rest.first {
      if rest.starts(with: link.utf8) {
        texts.append([])
        rest = rest.dropFirst(link.utf8.count)
      } else {
        texts[texts.count - 1].append(byte)
        rest = rest.dropFirst()
      }
    }
    return texts
  }

  func write(
    _ link: String, reason: String, message: String, hops: [Resolution.Hop],
    into output: inout [UInt8]
  ) {
    var link = link
    link.withUTF8 { _ = writeLink(UnsafeRawBufferPointer($0), into: &output) }
    guard isJSON else {
      return output.append(
        contentsOf: ": \(paint(escaped(reason), .error)): \(escaped(message))".utf8)
    }
    output.append(#","error":"#)
    writeJSONString(reason, into: &output)
    output.append(#","message":"#)
    writeJSONString(message, into: &output)
    if !hops.isEmpty {
      output.append(#","hops":["#)
      writeLinks(of: hops, into: &output)
      output.append("]")
    }
    output.append("}")
  }

  /// - Returns: Whether it is written as JSON and needed no escape.
  @inline(__always) @discardableResult
  func writeLink(_ link: UnsafeRawBufferPointer, into output: inout [UInt8]) -> Bool {
    let link = link.assumingMemoryBound(to: UInt8.self)
    guard isJSON else {
      writeEscaped(link, into: &output)
      return false
    }
    output.append(#"{"link":"#)
    return writeJSONString(link, into: &output)
  }
}

private let noRoute = "no route matches"

/// Appends the links of redirects, with commas between them.
func writeLinks(of hops: [Resolution.Hop], into output: inout [UInt8]) {
  writeList(hops, into: &output) { writeJSONString($0.link, into: &$1) }
}
