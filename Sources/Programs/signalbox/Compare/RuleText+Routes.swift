import Diagnostics

/// Edits of route files, in YAML or JSON.
extension RuleText {
  /// The extent of a base or a code: a word, or a text in quotation marks.
  private func word(at start: Int) -> Range<Int>? {
    let mark = bytes[start]
    guard mark != UInt8(ascii: "\"") else { return textEnd(from: start).map { start..<$0 } }
    if mark == UInt8(ascii: "'") {
      return bytes[(start + 1)...].firstIndex(of: mark).map { start..<($0 + 1) }
    }
    let end = bytes[start...].firstIndex { " \t\r\n,]}".utf8.contains($0) } ?? bytes.endIndex
    return end > start ? start..<end : nil
  }

  private func lastMark(before end: Int) -> Int? {
    bytes[..<end].lastIndex { !" \t\r\n".utf8.contains($0) }
  }

  /// The start of the line of an offset.
  private func lineStart(of index: Int) -> Int {
    bytes[..<index].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  }

  /// Adds a base after the last one of a list.
  mutating func addBase(_ text: String, at start: Int) -> Bool {
    guard let last = word(at: start), let ahead = lastMark(before: start) else { return false }
    let isQuoted = "\"'".utf8.contains(bytes[start])
    let mark = isQuoted ? [bytes[start]] : []
    let base = mark + Array(text.utf8) + mark
    switch bytes[ahead] {
    case UInt8(ascii: "["), UInt8(ascii: ","):
      bytes.insert(contentsOf: Array(", ".utf8) + base, at: last.upperBound)
    case UInt8(ascii: "-"):
      let item = bytes[lineStart(of: start)..<start]
      guard item.allSatisfy({ " -".utf8.contains($0) }) else { return false }
      // After a comment on the line.
      let newline = bytes[last.upperBound...].firstIndex { "\r\n".utf8.contains($0) }
      bytes.insert(contentsOf: [UInt8(ascii: "\n")] + item + base, at: newline ?? bytes.endIndex)
    default: return false
    }
    return true
  }

  /// Removes a code from the list of a route, and with the last one the list.
  mutating func removeCode(at start: Int) -> Bool {
    guard let code = word(at: start), let ahead = lastMark(before: start) else { return false }
    let next = bytes[code.upperBound...].firstIndex { !" \t\r\n".utf8.contains($0) }
    let comma = UInt8(ascii: ",")
    switch bytes[ahead] {
    case comma:
      bytes.removeSubrange(ahead..<code.upperBound)
      return true
    case UInt8(ascii: "["):
      guard let next else { return false }
      guard bytes[next] == UInt8(ascii: "]") else {
        remove(code)
        return true
      }
      return lastMark(before: ahead).map { removeKey(endingAt: $0, to: next + 1) } ?? false
    case UInt8(ascii: ":"): return removeKey(endingAt: ahead, to: code.upperBound)
    default: return false
    }
  }

  /// Removes the key `allow` with the colon at an offset, and its value.
  private mutating func removeKey(endingAt colon: Int, to end: Int) -> Bool {
    guard bytes[colon] == UInt8(ascii: ":"), let last = lastMark(before: colon) else {
      return false
    }
    let name = bytes[...last].suffix(while: { $0.isLetter || "\"'".utf8.contains($0) })
    guard name.filter({ $0.isLetter }).elementsEqual("allow".utf8) else { return false }
    let line = lineStart(of: name.startIndex)
    let lineEnd = bytes[end...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
      bytes.allSatisfy { " \t\r".utf8.contains($0) }
    }
    if isBlank(bytes[line..<name.startIndex]), isBlank(bytes[end..<lineEnd]) {
      bytes.removeSubrange(line..<min(lineEnd + 1, bytes.endIndex))
    } else {
      remove(name.startIndex..<end)
    }
    return true
  }
}

extension ArraySlice<UInt8> {
  /// The longest end of bytes that all are as wanted.
  fileprivate func suffix(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = lastIndex { !isWanted($0) }.map { $0 + 1 } ?? startIndex
    return self[start...]
  }
}
