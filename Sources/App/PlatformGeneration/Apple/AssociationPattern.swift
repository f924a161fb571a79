import Languages

/// Writes the pieces of a link as a pattern of an association file, and defines its variables.
struct AssociationPattern {
  /// How a run is written.
  enum RunForm {
    /// Any text that begins as the run does: `$(digit)*`.
    case open
    /// Any text, since the rules ahead exclude the others: `?*`.
    case guarded
    /// A text outside the run: `*$(notDigit)*`.
    case complement
  }

  var variables = AssociationVariables()
  /// The links that a pattern matches and its pieces do not: clauses.
  private(set) var gaps: [String] = []

  /// Forgets the gaps of the patterns so far.
  mutating func clearGaps() { gaps = [] }

  /// A path, or the path in a fragment.
  ///
  /// - Parameters:
  ///   - form: How the runs of a segment are written, by its index.
  ///   - slashes: The minimum number of slashes of each rest.
  mutating func path(
    _ segments: [[TextPiece]], in part: WrittenPart, slashes: [Int] = [],
    form: (Int) -> RunForm = { _ in .open }
  ) -> String {
    var result = ""
    var rests = slashes[...]
    for (number, pieces) in segments.enumerated() {
      result += "/"
      for (index, piece) in pieces.enumerated() {
        guard case .rest = piece else {
          result += text(of: piece, in: part, form(number))
          continue
        }
        result += Self.rest(
          slashes: rests.popFirst() ?? 0, isFirst: index == 0, isLast: index == pieces.count - 1)
      }
    }
    return result.isEmpty ? "/" : result
  }

  /// The text of a rest that fills its segment, or begins or ends in it.
  private static func rest(slashes: Int, isFirst: Bool, isLast: Bool) -> String {
    guard slashes > 0 else { return isFirst && isLast ? "?*" : "*" }
    return (isFirst ? "?*" : "*") + String(repeating: "/?*", count: slashes - 1)
      + (isLast ? "/?*" : "/*")
  }

  mutating func value(_ pieces: [TextPiece]) -> String {
    pieces.map { text(of: $0, in: .query, .open) }.joined()
  }

  /// One of some texts, or none.
  mutating func optionalValue(_ name: String, _ texts: [[UInt8]]) -> String {
    let values = texts.map { self.value($0, in: .query) }
    return variables.reference(name + "OrNone", [""] + values.filter { !$0.isEmpty })
  }

  private mutating func text(
    of piece: TextPiece, in part: WrittenPart, _ form: RunForm
  ) -> String {
    switch piece {
    case .text(let bytes): return literal(bytes, in: part)
    case .choice(let name, let texts):
      return variables.reference(name, texts.map { value($0, in: part) })
    case .symbol(let characters):
      guard !characters.includesOthers, characters.ascii.allSatisfy(part.isPlain) else {
        gaps.append("a character is another than the pattern says")
        return "?*"
      }
      return symbol(characters)
    case .run(let run): return text(of: run, in: part, form)
    case .rest: return "*"
    }
  }

  private mutating func text(
    of run: CharacterRun, in part: WrittenPart, _ form: RunForm
  ) -> String {
    switch form {
    case .complement:
      return "*" + variables.reference(Self.complementName(run), Self.complement(run, part)) + "*"
    case .guarded where run.isSigned: return "*" + symbol(run.characters)
    case .guarded: return run.canBeEmpty ? "*" : "?*"
    case .open:
      guard run.characters != .any else { return run.canBeEmpty ? "*" : "?*" }
      gaps.append("only the first character of a value fits the pattern")
      guard !run.canBeEmpty, !run.all.includesOthers, run.all.ascii.allSatisfy(part.isPlain)
      else { return run.canBeEmpty ? "*" : "?*" }
      return symbol(run.all) + "*"
    }
  }

  private mutating func symbol(_ characters: CharacterClass) -> String {
    switch characters {
    case .digits: return "$(digit)"
    case .hexadecimal: return "$(xdigit)"
    default:
      if characters.meets(CharacterClass("*?".utf8)) {
        gaps.append("a character is another than the pattern says")
        return "?"
      }
      let texts = characters.ascii.map { String(decoding: [$0], as: UTF8.self) }
      return variables.reference("oneOf" + texts.joined().filter(\.isLetter), texts)
    }
  }

  // MARK: Literal text

  /// Literal text. A `*` can only be written as a character of any kind, and the `$` of `$(` only
  /// as a variable.
  private mutating func literal(_ bytes: [UInt8], in part: WrittenPart) -> String {
    var result = value(bytes, in: part)
    if result.utf8.contains(UInt8(ascii: "*")) { result = result.replacing("*", with: "?") }
    guard result.contains("$(") else { return result }
    return result.replacing("$(", with: variables.reference("dollar", ["$"]) + "(")
  }

  /// A text as a value of a variable, where `*` and `?` keep their meaning.
  private mutating func value(_ bytes: [UInt8], in part: WrittenPart) -> String {
    let text = part.written(bytes)
    if text.utf8.contains(UInt8(ascii: "*")) || text.utf8.contains(UInt8(ascii: "?")) {
      gaps.append("another text replaces a '*' or '?' of the pattern")
    }
    return text
  }

  // MARK: Complements

  /// Whether the texts outside a run can be described: those with a character, or a pair of
  /// characters, that the run lacks.
  static func hasComplement(_ run: CharacterRun, _ part: WrittenPart) -> Bool {
    run.characters.includesOthers
      ? !run.isSigned : run.all.ascii.allSatisfy(part.isPlain)
  }

  private static func complementName(_ run: CharacterRun) -> String {
    "not" + run.name.prefix(1).uppercased() + run.name.dropFirst()
  }

  /// The characters, as written, that a run does not have, and for one with a sign the pairs with
  /// the sign at another place than the start.
  private static func complement(_ run: CharacterRun, _ part: WrittenPart) -> [String] {
    let missing = run.all.missing.filter { byte in
      byte != UInt8(ascii: "*") && byte != UInt8(ascii: "?") || !part.isPlain(byte)
    }
    var values = missing.filter { run.characters.includesOthers || part.isPlain($0) }
      .map { part.written([$0]) }
    if !run.characters.includesOthers { values.append("%") }
    values.append("/")
    if run.isSigned {
      values += run.all.ascii.map { String(decoding: [$0, UInt8(ascii: "-")], as: UTF8.self) }
    }
    return values
  }
}
