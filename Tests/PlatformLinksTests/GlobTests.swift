import Diagnostics
import PlatformLinks
import PlatformOracle
import TestSupport
import Testing

/// The globs of Android: tables of their rules, and random ones against a naive implementation.
struct GlobTests {
  /// A pattern, texts that it matches, and texts that it does not.
  static let simple: [(pattern: String, matching: [String], other: [String])] = [
    ("", [""], ["a"]),
    ("/a", ["/a"], ["", "/", "/ab", "a"]),
    // `.*` ends at the first occurrence of the next character.
    ("/a/.*/b", ["/a/x/b", "/a//b"], ["/a/x/y/b", "/a/b"]),
    (#"/.*\.html"#, ["/x.html", "/.html"], ["/x.y.html", "/xhtml"]),
    (".*", ["", "a", "/a/b"], []),
    ("/.*", ["/", "/a/b"], ["", "a"]),
    // A star after another unit.
    ("/ab*c", ["/ac", "/abbc"], ["/adc"]),
    ("/ab*", ["/ab", "/abb"], ["/a", "/abc"]),
    ("/ab*.*", ["/ab", "/abc", "/ac"], ["/a"]),
    ("a*b*c*", ["abc", "c", "aac"], ["", "a", "ab", "ad"]),
    // A dot is one unit, also after a backslash.
    ("/.x", ["/ax", "/.x"], ["/x"]),
    (#"/\.x"#, ["/ax", "/.x"], ["/x"]),
    // An escaped star is literal, and so is one after the end of `.*`.
    (#"/a.\*"#, ["/ab*"], ["/ab", "/abb"]),
    (#"/a\.*b"#, ["/ab", "/a..b"], ["/axb"]),
    ("/.*.*", ["/a.*"], ["/", "/a", "/a.b"]),
    // A backslash at the end escapes U+0000.
    (#"a\"#, ["a\u{0}"], ["a", #"a\"#]),
    ("é.*", ["é", "éa"], ["e"]),
    // Units are those of UTF-16.
    ("..", ["ab", "🚂"], ["a"]),
  ]

  @Test(arguments: simple)
  func `a simple glob`(_ row: (pattern: String, matching: [String], other: [String])) {
    let glob = SimpleGlob(utf16Units(row.pattern.utf8)).machine
    for text in row.matching { #expect(glob.matches(text.utf16), "\(text)") }
    for text in row.other { #expect(!glob.matches(text.utf16), "\(text)") }
  }

  static let advanced: [(pattern: String, matching: [String], other: [String])] = [
    ("", [""], ["a"]),
    // A token takes as much as it can and never gives back.
    ("[a-z]*z", [], ["z", "az"]),
    ("[a-y]*z", ["z", "az"], ["a"]),
    (".*a", [], ["a", "ba"]),
    ("/[0-9]{2,3}", ["/12", "/123"], ["/1", "/1234"]),
    ("a{0}b", ["b"], ["ab"]),
    ("a{2,}", ["aa", "aaaa"], ["a"]),
    ("a{-1,1}", ["", "a"], ["aa"]),
    ("[a-]", ["a", "-"], ["b"]),
    (#"[Z-\]]"#, ["Z", "]"], ["a"]),
    ("[^z-a]", ["a", "]"], [""]),
    // A brace that closes nothing is dropped.
    ("a}b", ["ab"], ["a}b"]),
    ("]", ["]"], []),
  ]

  @Test(arguments: advanced)
  func `an advanced glob`(_ row: (pattern: String, matching: [String], other: [String])) throws {
    let glob = try AdvancedGlob.machine(of: utf16Units(row.pattern.utf8))
    for text in row.matching { #expect(glob.matches(text.utf16), "\(text)") }
    for text in row.other { #expect(!glob.matches(text.utf16), "\(text)") }
  }

  static let malformed: [(pattern: String, error: AdvancedGlobError)] = [
    ("*", .modifierWithoutToken), ("a+*", .modifierWithoutToken), ("{2}", .modifierWithoutToken),
    ("a{2}{2}", .modifierWithoutToken), ("[]", .emptySet), ("[^]", .emptySet),
    ("[", .setNotClosed), ("[a-z", .setNotClosed), ("a{2", .countNotClosed),
    ("a{x}", .countNotNumeric), ("a{}", .countNotNumeric), ("a{1,2,3}", .countNotNumeric),
    ("a{99999999999}", .countNotNumeric), ("a{2,1}", .countReversed), (#"a\"#, .escapeAtEnd),
    (#"[a\"#, .escapeAtEnd), (String(repeating: "a", count: 2_047), .tooLong),
    ("a{2147483647}", .tooManyStates), ("a{2147483647,}", .tooManyStates),
    (String(repeating: "a{0,99}", count: 200), .tooManyStates),
  ]

  @Test(arguments: malformed)
  func `a malformed advanced glob is an error`(_ row: (pattern: String, error: AdvancedGlobError)) {
    #expect(throws: row.error) { try AdvancedGlob.machine(of: utf16Units(row.pattern.utf8)) }
    #expect(!row.error.message.isEmpty)
  }

  @Test func `an advanced glob is limited as in Android`() throws {
    // The size is only checked ahead of another unit.
    _ = try AdvancedGlob.machine(of: utf16Units(String(repeating: "a", count: 2_046).utf8))
  }

  @Test(arguments: seeds(100))
  func `random globs agree with the naive implementation`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let pattern = text(of: #"aab/.*\..*é*"#, count: 0...8, &random)
      let glob = SimpleGlob(utf16Units(pattern.utf8)).machine
      let advancedPattern = text(of: #"aab.*+[]^-{}0,2\"#, count: 0...10, &random)
      let advanced = try? AdvancedGlob.machine(of: utf16Units(advancedPattern.utf8))
      for _ in 0..<20 {
        let text = text(of: #"aaab/.*é\-]0"#, count: 0...7, &random)
        #expect(
          glob.matches(text.utf16) == naiveSimpleGlob(pattern, matches: text),
          "\(pattern) on \(text)")
        #expect(
          advanced.map { $0.matches(text.utf16) }
            == naiveAdvancedGlob(advancedPattern, matches: text),
          "\(advancedPattern) on \(text)")
      }
    }
  }

  @Test(arguments: seeds(100))
  func `states are in range, and boundaries separate the classes of units`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for kind in AndroidTextMatcher.Kind.allCases {
      let pattern = text(of: #"abc.*\[a-c]+é"#, count: 0...8, &random)
      guard let matcher = try? AndroidTextMatcher(kind, Array(pattern.utf8)) else { continue }
      expectSound(matcher.machine)
    }
    let host = text(of: "abKſéİ.", count: 0...6, &random)
    expectSound(AndroidTextMatcher(host: Array(host.utf8)).machine)
    expectSound(AndroidTextMatcher(host: Array("*\(host)".utf8)).machine)
  }

  private func expectSound(_ machine: UnitMachine) {
    let boundaries = Set(machine.boundaries).union([0]).sorted()
    for (index, low) in boundaries.enumerated() {
      let high = index + 1 < boundaries.count ? boundaries[index + 1] - 1 : .max
      for state in 0..<machine.stateCount {
        let next = machine.step(state, low)
        #expect(next == deadState || (0..<machine.stateCount).contains(next))
        #expect(machine.step(state, high) == next)
        #expect(machine.step(state, low + (high - low) / 2) == next)
      }
    }
    // Cases of the letters of the random texts, which the middle of a class misses.
    for unit in "ABCKſéÉİ.\u{212A}".utf16 {
      let low = boundaries.last { $0 <= unit } ?? 0
      for state in 0..<machine.stateCount {
        #expect(machine.step(state, unit) == machine.step(state, low), "\(unit)")
      }
    }
    #expect(machine.step(deadState, 97) == deadState)
    #expect(!machine.isAccepting(deadState))
  }

  @Test(arguments: seeds(50))
  func `random literals, prefixes and suffixes agree with those of arrays`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let pattern = Array(text(of: "aab", count: 0...4, &random).utf8)
      let text = Array(text(of: "aab", count: 0...6, &random).utf8)
      let units = utf16Units(text)
      #expect(try AndroidTextMatcher(.literal, pattern).matches(units) == (text == pattern))
      #expect(
        try AndroidTextMatcher(.prefix, pattern).matches(units) == text.starts(with: pattern))
      #expect(
        try AndroidTextMatcher(.suffix, pattern).matches(units)
          == text.reversed().starts(with: pattern.reversed()))
    }
  }

  @Test func `matching is linear`() throws {
    let pattern = String(repeating: "a*", count: 5_000) + "b"
    let glob = SimpleGlob(utf16Units(pattern.utf8)).machine
    #expect(!glob.matches(Array(repeating: 97, count: 100_000)))
    let suffix = try AndroidTextMatcher(.suffix, Array(repeating: 97, count: 5_000) + [98])
    #expect(!suffix.matches(Array(repeating: 97, count: 100_000)))
  }
}

/// A random text of the characters of another one.
func text(
  of alphabet: String, count: ClosedRange<Int>, _ random: inout SplitMix64
) -> String {
  let characters = Array(alphabet)
  return String(
    (0..<Int.random(in: count, using: &random)).map { _ in
      characters[Int.random(in: characters.indices, using: &random)]
    })
}
