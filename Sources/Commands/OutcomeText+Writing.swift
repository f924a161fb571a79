import JSONCodec
import Links
import Navigation

extension OutcomeText {
  /// Appends what `json.write` would append, without making values of it: for those who answer many
  /// events.
  package func write(into output: inout [UInt8]) {
    output.append(contentsOf: #"{"outcome":""#.utf8)
    output.append(contentsOf: applied.outcome.kind.utf8)
    output.append(UInt8(ascii: "\""))
    switch applied.outcome {
    case .moved, .duplicated, .queued: break
    case .outside(let link): write(#","link":"#, link, into: &output)
    case .deferred(let gate): write(#","gate":"#, gate, into: &output)
    case .blocked(let screen): write(#","screen":"#, screen, into: &output)
    case .refused(let refusal):
      write(#","reason":"#, refusal.reason, into: &output)
      write(#","message":"#, refusal.message, into: &output)
    }
    output.append(contentsOf: #","transitions":["#.utf8)
    for (index, transition) in applied.transitions.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      write(transition, into: &output)
    }
    output.append(contentsOf: #"],"seq":"#.utf8)
    writeDecimal(changes, into: &output)
    output.append(UInt8(ascii: "}"))
  }

  private func write(_ transition: Transition, into output: inout [UInt8]) {
    output.append(contentsOf: #"{"seq":"#.utf8)
    writeDecimal(Int64(clamping: transition.sequence), into: &output)
    write(#","event":"#, transition.cause, into: &output)
    write(#","kind":"#, transition.word, into: &output)
    write(
      #","coordinator":"#, transition.coordinator.map { definition.coordinators[$0.index].path },
      into: &output)
    write(#","from":"#, transition.from, into: &output)
    write(#","to":"#, transition.to, into: &output)
    for member in TransitionLog.extras(of: transition.kind, in: definition) {
      output.append(UInt8(ascii: ","))
      writeJSONString(member.key, into: &output)
      output.append(UInt8(ascii: ":"))
      member.value.write(into: &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  private func write(_ key: StaticString, _ entry: ScreenEntry?, into output: inout [UInt8]) {
    key.withUTF8Buffer { output.append(contentsOf: $0) }
    guard let entry else { return output.append(contentsOf: "null".utf8) }
    output.append(contentsOf: #"{"screen":"#.utf8)
    writeJSONString(definition.name(of: entry), into: &output)
    output.append(contentsOf: #","values":{"#.utf8)
    var isFirst = true
    for (name, value) in definition.values(of: entry) {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      writeJSONString(name, into: &output)
      output.append(UInt8(ascii: ":"))
      writeJSONString(value, into: &output)
    }
    output.append(contentsOf: "}}".utf8)
  }

  private func write(_ key: StaticString, _ text: String?, into output: inout [UInt8]) {
    key.withUTF8Buffer { output.append(contentsOf: $0) }
    guard let text else { return output.append(contentsOf: "null".utf8) }
    writeJSONString(text, into: &output)
  }

  /// Whether `write(into:)` would append these bytes.
  package func writes(_ bytes: [UInt8]) -> Bool {
    var written: [UInt8] = []
    written.reserveCapacity(bytes.count)
    write(into: &written)
    return written == bytes
  }
}

private func writeDecimal(_ value: Int64, into output: inout [UInt8]) {
  guard value >= 10 || value < 0 else { return output.append(UInt8(0x30 + value)) }
  output.append(contentsOf: String(value).utf8)
}
