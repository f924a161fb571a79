/// The result of completing a word.
struct CompletionChoice: Hashable {
  /// The replacement for the word: the only candidate, or the common prefix of all.
  let replacement: [UInt8]
  /// The candidates, without duplicates, sorted by bytes.
  let candidates: [[UInt8]]

  /// Whether to append a space, because the word is complete and nothing can follow directly.
  var appendsSpace: Bool {
    let last = candidates.count == 1 ? replacement.last : nil
    return last != nil && last != UInt8(ascii: "=") && last != UInt8(ascii: "/")
  }

  /// Selects the candidates that begin with the word; `nil` if there are none. Candidates with
  /// control characters are dropped: they cannot be typed and would corrupt the display.
  init?(word: [UInt8], candidates: [String]) {
    let fitting = candidates.map { Array($0.utf8) }.filter { candidate in
      candidate.starts(with: word) && !candidate.contains { $0 < 0x20 || $0 == 0x7F }
    }
    let sorted = Set(fitting).sorted { $0.lexicographicallyPrecedes($1) }
    guard let first = sorted.first, let last = sorted.last else { return nil }
    self.candidates = sorted
    // In a sorted list, the common prefix of the first and last is common to all.
    var common = zip(first, last).prefix { $0 == $1 }.count
    // Do not cut a character in two: a byte 10xxxxxx continues the one before it.
    while common > 0, common < first.count, first[common] & 0xC0 == 0x80 { common -= 1 }
    replacement = Array(first.prefix(common))
  }
}
