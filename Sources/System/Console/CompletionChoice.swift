/// What completing a word comes to.
struct CompletionChoice: Hashable {
  /// What the word becomes: the only candidate, or what all of them begin with.
  let replacement: [UInt8]
  /// The candidates, each once, sorted by bytes.
  let candidates: [[UInt8]]

  /// Whether a space goes behind the word: it is finished, and not a place where more follows.
  var appendsSpace: Bool {
    let last = candidates.count == 1 ? replacement.last : nil
    return last != nil && last != UInt8(ascii: "=") && last != UInt8(ascii: "/")
  }

  /// Chooses among candidates; `nil` if none begins with the word. Those with control characters
  /// are not offered: they could not be typed and would spoil the screen.
  init?(word: [UInt8], candidates: [String]) {
    let fitting = candidates.map { Array($0.utf8) }.filter { candidate in
      candidate.starts(with: word) && !candidate.contains { $0 < 0x20 || $0 == 0x7F }
    }
    let sorted = Set(fitting).sorted { $0.lexicographicallyPrecedes($1) }
    guard let first = sorted.first, let last = sorted.last else { return nil }
    self.candidates = sorted
    // Of sorted texts the first and the last share what all share.
    var common = zip(first, last).prefix { $0 == $1 }.count
    // A character is never cut in two: a byte 10xxxxxx belongs to the one before it.
    while common > 0, common < first.count, first[common] & 0xC0 == 0x80 { common -= 1 }
    replacement = Array(first.prefix(common))
  }
}
