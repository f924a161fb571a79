import Diagnostics
import PlatformLinks

/// The texts of one segment without a rest, to compare with those of another.
struct SegmentTexts {
  let pieces: [TextPiece]
  /// Whether letters of literal text count with their case.
  let isCaseSensitive: Bool

  init(_ pieces: [TextPiece], isCaseSensitive: Bool) {
    self.pieces = pieces
    self.isCaseSensitive = isCaseSensitive
  }

  /// Whether every text of another segment is one of this, as far as it is easy to see.
  func covers(_ other: SegmentTexts) -> Bool {
    if pieces == other.pieces { return true }
    if pieces.count == 1, pieces[0].isFree { return true }
    guard isCaseSensitive || pieces.allSatisfy(\.ignoresCase) else { return false }
    if let texts = other.texts { return texts.allSatisfy(matches) }
    guard pieces.count == 1, case .run(let run) = pieces[0] else { return false }
    return Self.covers(run, other.pieces)
  }

  private static func covers(_ run: CharacterRun, _ pieces: [TextPiece]) -> Bool {
    if pieces.count == 1, case .run(let other) = pieces[0] {
      return run.characters.includes(run.isSigned ? other.characters : other.all)
        && (run.canBeEmpty || !other.canBeEmpty)
    }
    return !run.isSigned
      && pieces.contains { piece in
        if case .run(let other) = piece { !other.canBeEmpty } else { true }
      }
      && pieces.allSatisfy { piece in
        switch piece {
        case .text(let bytes): bytes.allSatisfy(run.characters.contains)
        case .choice(_, let texts): texts.joined().allSatisfy(run.characters.contains)
        case .symbol(let characters): run.characters.includes(characters)
        case .run(let other): run.characters.includes(other.all)
        case .rest: false
        }
      }
  }

  /// Whether some text may be one of both; true if that is not easy to exclude.
  func mayOverlap(_ other: SegmentTexts) -> Bool {
    if let texts { return texts.contains(where: other.matches) }
    if let texts = other.texts { return texts.contains(where: matches) }
    return true
  }

  /// Whether a text is one of the segment's.
  func matches(_ text: [UInt8]) -> Bool {
    var ends: Set<Int> = [0]
    for piece in pieces { ends = Set(ends.flatMap { self.ends(of: piece, in: text, from: $0) }) }
    return ends.contains(text.count)
  }

  private func ends(of piece: TextPiece, in text: [UInt8], from start: Int) -> [Int] {
    switch piece {
    case .text(let wanted): return end(of: wanted, in: text, from: start)
    case .choice(_, let texts): return texts.flatMap { end(of: $0, in: text, from: start) }
    case .symbol(let characters):
      return start < text.count && takes(text[start], characters) ? [start + 1] : []
    case .run(let run):
      var first = start
      if run.isSigned, first < text.count, text[first] == UInt8(ascii: "-") { first += 1 }
      let count = text[first...].prefix { takes($0, run.characters) }.count
      let least = run.canBeEmpty ? 0 : 1
      return count >= least ? Array((first + least)...(first + count)) : []
    case .rest: return Array(start...text.count)
    }
  }

  /// Whether a class has a byte, in either case if case does not count.
  private func takes(_ byte: UInt8, _ characters: CharacterClass) -> Bool {
    characters.contains(byte)
      || !isCaseSensitive && byte.isLetter && characters.contains(byte ^ 0x20)
  }

  private func end(of wanted: [UInt8], in text: [UInt8], from start: Int) -> [Int] {
    guard text.count - start >= wanted.count else { return [] }
    let found = text[start..<(start + wanted.count)]
    let isEqual =
      isCaseSensitive
      ? found.elementsEqual(wanted) : found.elementsEqual(wanted) { $0.folded == $1.folded }
    return isEqual ? [start + wanted.count] : []
  }

  /// All texts; `nil` if there are many.
  var texts: [[UInt8]]? { Self.texts(of: pieces) }

  /// All texts of pieces; `nil` if there are many.
  static func texts(of pieces: [TextPiece], max: Int = 64) -> [[UInt8]]? {
    var result: [[UInt8]] = [[]]
    for piece in pieces {
      let choices: [[UInt8]]
      switch piece {
      case .text(let bytes): choices = [bytes]
      case .choice(_, let texts): choices = texts
      case .symbol, .run, .rest: return nil
      }
      guard result.count * choices.count <= max else { return nil }
      result = result.flatMap { start in choices.map { start + $0 } }
    }
    return result
  }
}
