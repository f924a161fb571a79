import Diagnostics
import Languages
import PlatformLinks

/// Writes the pieces of a path as values of `android:pathAdvancedPattern`.
///
/// A token takes as much as it can and gives nothing back, so a run must end ahead of a character
/// that it does not have. Where it does not, the pattern takes any text up to the end of the
/// segment. All patterns also match with slashes at the end, which the router ignores.
struct ManifestPath {
  /// The links that the patterns match and the pieces do not: clauses.
  private(set) var gaps: [String] = []
  private let isCaseSensitive: Bool
  /// The number of segments whose case always counts.
  private let prefixCount: Int
  /// Whether the text is everything after the scheme: `//`, the host, the path and the query.
  private let isSchemeSpecific: Bool

  init(isCaseSensitive: Bool, prefixCount: Int = 0, isSchemeSpecific: Bool = false) {
    self.isCaseSensitive = isCaseSensitive
    self.prefixCount = prefixCount
    self.isSchemeSpecific = isSchemeSpecific
  }

  /// The end of a segment: a slash, or also the start of the query.
  private var ends: String { isSchemeSpecific ? "/?" : "/" }
  /// Any character of a segment.
  private var any: String { "[^\(ends)]" }

  /// The most patterns for the lists of one path.
  private static let patternsMax = 64

  /// The patterns of scheme-specific parts, for a path that begins with the host: one for each
  /// combination of listed texts, without a query and with one.
  mutating func schemeSpecificPatterns(_ segments: [[TextPiece]]) -> [String] {
    // A rest at the start is not empty, and takes the query too.
    if segments.first == [.rest] { return ["//\(any).*"] }
    return patterns(segments).flatMap { pattern in
      let text = "/" + pattern
      return segments.contains { $0.contains(.rest) } ? [text] : [text, text + "[?].*"]
    }
  }

  /// The patterns of a path, one for each combination of listed texts.
  mutating func patterns(_ segments: [[TextPiece]]) -> [String] {
    var results = [""]
    for (number, pieces) in segments.enumerated() {
      if pieces.contains(.rest) {
        let rest = self.rest(pieces, isLast: number == segments.count - 1, number)
        return checked(results.flatMap { start in rest.map { start + "/" + $0 } })
      }
      let expanded = Self.expanded(pieces, max: Self.patternsMax / results.count)
      if expanded == nil { gaps.append("a value is none of the listed ones") }
      let texts = (expanded ?? [[.free]]).map { segment($0, number) }
      results = results.flatMap { start in texts.map { start + "/" + $0 } }
    }
    return checked(results.map { $0 + "/*" })
  }

  /// Patterns that Android accepts.
  private mutating func checked(_ patterns: [String]) -> [String] {
    let valid = patterns.filter { pattern in
      (try? AndroidTextMatcher(.advancedGlob, Array(pattern.utf8))) != nil
    }
    if valid.count == patterns.count { return patterns }
    gaps.append("the path is any other, since the pattern is longer than Android permits")
    return ["/.*"]
  }

  /// The last segments from a rest on: what precedes it in its segment, then anything.
  private mutating func rest(_ pieces: [TextPiece], isLast: Bool, _ number: Int) -> [String] {
    let before = Array(pieces.prefix { $0 != .rest })
    if !isLast || pieces.last != .rest || before.count < pieces.count - 1 {
      gaps.append("the text after the rest is another")
    }
    let expanded = Self.expanded(before, max: Self.patternsMax)
    if expanded == nil { gaps.append("a value is none of the listed ones") }
    guard !before.isEmpty else { return [isSchemeSpecific ? any + ".*" : ".+"] }
    // A run ahead of a rest would take text of the rest, which is any text too.
    return (expanded ?? [[.free]]).map { segment($0, number) + ".*" }
  }

  /// The pieces for each combination of listed texts, as lists of one; `nil` if there are too many.
  private static func expanded(_ pieces: [TextPiece], max: Int) -> [[TextPiece]]? {
    var results: [[TextPiece]] = [[]]
    for piece in pieces {
      guard case .choice(_, let texts) = piece else {
        results = results.map { $0 + [piece] }
        continue
      }
      guard results.count * texts.count <= max else { return nil }
      results = results.flatMap { start in
        texts.map { start + [.choice(name: "", [$0])] }
      }
    }
    return results
  }

  // MARK: Segments

  private mutating func segment(_ pieces: [TextPiece], _ number: Int) -> String {
    var result = ""
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .text(let bytes): result += literal(bytes, isExact: number < prefixCount)
      case .symbol(let characters):
        guard index == 0 || pieces[index - 1] != piece else { continue }
        let count = pieces[index...].prefix { $0 == piece }.count
        result += set(characters) + (count > 1 ? "{\(count)}" : "")
      case .rest: result += ".*"
      // The case of listed texts always counts.
      case .choice(_, let texts): result += literal(texts.first ?? [], isExact: true)
      case .run(let run):
        let rest = Array(pieces[(index + 1)...])
        guard isDisjoint(run, from: rest) else {
          return result + delimited(run, rest, number)
        }
        if run.isSigned { result += "-{0,1}" }
        result += set(run.characters) + (run.canBeEmpty ? "*" : "+")
      }
    }
    return result
  }

  /// Whether the text after a run cannot begin with a character of the run.
  private func isDisjoint(_ run: CharacterRun, from rest: [TextPiece]) -> Bool {
    guard let next = rest.first else { return true }
    switch next {
    case .text(let bytes):
      guard let first = bytes.first else { return false }
      let isFolded = !isCaseSensitive && first.isLetter
      return !run.characters.contains(first)
        && !(isFolded && run.characters.contains(first ^ 0x20))
    case .symbol(let characters): return !characters.meets(run.characters)
    case .run(let other):
      return !other.canBeEmpty && !other.all.meets(run.characters)
    case .choice(_, let texts):
      return texts.allSatisfy { $0.first.map { !run.characters.contains($0) } ?? false }
    case .rest: return false
    }
  }

  /// A run that could also take the text after it: up to the first one-character delimiter after
  /// the run's first character, if any text can follow the delimiter; otherwise any text.
  private mutating func delimited(
    _ run: CharacterRun, _ rest: [TextPiece], _ number: Int
  ) -> String {
    if rest.count == 2, case .text(let delimiter) = rest[0], delimiter.count == 1,
      delimiter[0] < 0x80, isCaseSensitive || !delimiter[0].isLetter, rest[1].isFree,
      case .run(let last) = rest[1], run.characters == .any, !run.canBeEmpty
    {
      let others = run.characters.subtracting(CharacterClass(delimiter))
      return set(run.characters) + set(others) + "*"
        + literal(delimiter, isExact: number < prefixCount)
        + any + (last.canBeEmpty ? "*" : "+")
    }
    gaps.append("the text after a value is another than the pattern says")
    return any + "+"
  }

  // MARK: Tokens

  private func literal(_ bytes: [UInt8], isExact: Bool) -> String {
    var result = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      guard scalar.isASCII else {
        result.unicodeScalars.append(scalar)
        continue
      }
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      if !isCaseSensitive, !isExact, byte.isLetter {
        result += "[\(Self.text(byte & 0xDF))\(Self.text(byte | 0x20))]"
      } else {
        result += Self.escaped(byte, special: "\\[{*+.}")
      }
    }
    return result
  }

  /// A set of characters, as ranges; one with all other characters is a negated set of those it
  /// lacks.
  private func set(_ characters: CharacterClass) -> String {
    guard characters.includesOthers else { return "[\(Self.ranges(characters.ascii))]" }
    return "[^\(Self.ranges(Set(characters.missing + ends.utf8).sorted()))]"
  }

  private static func ranges(_ bytes: [UInt8]) -> String {
    var result = ""
    var rest = bytes[...]
    while let first = rest.first {
      var last = first
      while let next = rest.dropFirst().first, next == last + 1 {
        rest.removeFirst()
        last = next
      }
      rest.removeFirst()
      result += escaped(first, special: "\\]^-")
      if last > first + 1 { result += "-" }
      if last > first { result += escaped(last, special: "\\]^-") }
    }
    return result
  }

  private static func escaped(_ byte: UInt8, special: String) -> String {
    (special.utf8.contains(byte) ? "\\" : "") + text(byte)
  }

  private static func text(_ byte: UInt8) -> String { String(decoding: [byte], as: UTF8.self) }
}
