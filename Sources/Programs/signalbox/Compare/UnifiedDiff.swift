import Diagnostics

/// The difference between two versions of a file, as `patch` and `git apply` read it.
struct UnifiedDiff {
  private enum Line {
    case same(Substring)
    case removed(Substring)
    case added(Substring)
  }

  private let name: String
  private let lines: [Line]
  /// Unchanged lines around a change.
  private static let contextLines = 3

  init(file name: String, from old: String, to new: String) {
    self.name = name
    let (before, after) = (Self.lines(of: old), Self.lines(of: new))
    let difference = after.difference(from: before) { $0.utf8.elementsEqual($1.utf8) }
    var removals: Set<Int> = []
    var insertions: [Int: Substring] = [:]
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removals.insert(offset)
      case .insert(let offset, let element, _): insertions[offset] = element
      }
    }
    var lines: [Line] = []
    var (from, to) = (0, 0)
    while from < before.count || to < after.count {
      if removals.contains(from) {
        lines.append(.removed(before[from]))
        from += 1
      } else if let inserted = insertions[to] {
        lines.append(.added(inserted))
        to += 1
      } else {
        lines.append(.same(before[from]))
        from += 1
        to += 1
      }
    }
    self.lines = lines
  }

  /// The lines, each with its end, if it has one.
  private static func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    var rest = text[...]
    while let end = rest.utf8.firstIndex(of: UInt8(ascii: "\n")) {
      let next = rest.utf8.index(after: end)
      lines.append(rest[..<next])
      rest = rest[next...]
    }
    return rest.utf8.isEmpty ? lines : lines + [rest]
  }

  /// The text of the patch; empty if nothing differs.
  var text: String {
    let changed = lines.indices.filter { if case .same = lines[$0] { false } else { true } }
    var hunks: [Range<Int>] = []
    for index in changed {
      let start = max(0, index - Self.contextLines)
      let end = min(lines.count, index + Self.contextLines + 1)
      if let last = hunks.last, start <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<end
      } else {
        hunks.append(start..<end)
      }
    }
    guard !hunks.isEmpty else { return "" }
    return "--- \(header("a/"))\n+++ \(header("b/"))\n" + hunks.map(hunk).joined()
  }

  /// The name after a prefix, which `-p1` removes. A tab ends a name with blanks; one with other
  /// marks is quoted as in C.
  private func header(_ prefix: String) -> String {
    func isPlain(_ byte: UInt8) -> Bool {
      byte >= 0x20 && byte != 0x7F && !"\"\\".utf8.contains(byte)
    }
    let bytes = Array((prefix + name).utf8)
    guard !bytes.allSatisfy(isPlain) else {
      return prefix + name + (bytes.contains(0x20) ? "\t" : "")
    }
    let octal = bytes.flatMap { byte in
      isPlain(byte)
        ? [byte] : Array(("\\" + zeroPadded(UInt32(byte), 3, radix: 8)).utf8)
    }
    return "\"\(String(decoding: octal, as: UTF8.self))\""
  }

  private func hunk(_ range: Range<Int>) -> String {
    func counts(_ lines: ArraySlice<Line>) -> (old: Int, new: Int) {
      lines.reduce(into: (0, 0)) { counts, line in
        switch line {
        case .same: counts = (counts.0 + 1, counts.1 + 1)
        case .removed: counts.0 += 1
        case .added: counts.1 += 1
        }
      }
    }
    let (before, own) = (counts(lines[..<range.lowerBound]), counts(lines[range]))
    var text = "@@ -\(before.old + 1),\(own.old) +\(before.new + 1),\(own.new) @@\n"
    for line in lines[range] {
      switch line {
      case .same(let content): text += " " + Self.ended(content)
      case .removed(let content): text += "-" + Self.ended(content)
      case .added(let content): text += "+" + Self.ended(content)
      }
    }
    return text
  }

  private static func ended(_ line: Substring) -> String {
    line.utf8.last == UInt8(ascii: "\n") ? String(line) : line + "\n\\ No newline at end of file\n"
  }
}
