import JSONCodec
import Sessions

/// What clients are sent of a change. Its answer is `{…,"seq":N}`.
extension Change {
  /// Appends an answer: `{`, the members that `write` appends, and `"seq"`.
  /// - Returns: Where the members are.
  @inline(__always) @discardableResult
  static func writeAnswer(
    seq: Int64, into output: inout [UInt8], _ write: (inout [UInt8]) -> Void
  ) -> Range<Int> {
    output.append(UInt8(ascii: "{"))
    let start = output.count
    write(&output)
    let end = output.count
    output.append(#","seq":"#)
    writeJSONInteger(seq, into: &output)
    output.append(UInt8(ascii: "}"))
    return start..<end
  }

  /// Appends `"seq":1,"event":{"line":"open /movies"},"outcome":"moved","transitions":[…]`: the
  /// members of an `event` notification after the session's name.
  func writeEvent(into body: inout [UInt8]) {
    body.append(#""seq":"#)
    writeJSONInteger(seq, into: &body)
    body.append(#","event":{"line":"#)
    writeJSONString(text, into: &body)
    if let request {
      body.append(#","requestId":"#)
      writeJSONString(request.id, into: &body)
    }
    body.append(UInt8(ascii: "}"))
    guard !answer.isEmpty else { return }
    body.append(UInt8(ascii: ","))
    body.append(contentsOf: answer)
  }
}
