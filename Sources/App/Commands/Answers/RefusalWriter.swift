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
    _ refusal: Refusal, _ link: String, hops: [Resolution.Hop], into output: inout ByteBuffer
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
  func textsAroundLink(_ refusal: (String) -> Refusal) -> PackedTexts {
    // Not a part of any message.
    let link = "LINK"
    var answer = ByteBuffer()
    write(refusal(link), link, hops: [], into: &answer)
    return PackedTexts(
      answer.bytes.split(separator: Array(link.utf8), omittingEmptySubsequences: false))
  }

  func write(
    _ link: String, reason: String, message: String, hops: [Resolution.Hop],
    into output: inout ByteBuffer
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
  func writeLink(_ link: UnsafeRawBufferPointer, into output: inout ByteBuffer) -> Bool {
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
func writeLinks(of hops: [Resolution.Hop], into output: inout ByteBuffer) {
  writeList(hops, into: &output) { writeJSONString($0.link, into: &$1) }
}
