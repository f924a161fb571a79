import Diagnostics
import Languages
import PlatformLinks
import TestSupport
import Testing

/// A pattern, a text, and whether the pattern matches it.
struct GlobRow: Sendable, CustomTestStringConvertible {
  let pattern: String
  let text: [UInt8]
  let matches: Bool
  let isCaseSensitive: Bool

  init(_ pattern: String, _ text: String, _ matches: Bool, isCaseSensitive: Bool = true) {
    self.init(pattern, Array(text.utf8), matches, isCaseSensitive: isCaseSensitive)
  }

  init(_ pattern: String, _ text: [UInt8], _ matches: Bool, isCaseSensitive: Bool = true) {
    self.pattern = pattern
    self.text = text
    self.matches = matches
    self.isCaseSensitive = isCaseSensitive
  }

  var testDescription: String { "\(pattern) ~ \(String(decoding: text, as: UTF8.self))" }
}

/// Reads a pattern that has no faults.
func glob(_ pattern: String, own: [String: [String]] = [:], isCaseSensitive: Bool = true) -> Glob {
  var faults: [Glob.Fault] = []
  let values = own.map { (Array($0.key.utf8), $0.value.map { Array($0.utf8) }) }
  let glob = Glob(
    parsing: Array(pattern.utf8),
    variables: Glob.Variables(own: Dictionary(uniqueKeysWithValues: values)),
    isCaseSensitive: isCaseSensitive, faults: &faults)
  #expect(faults == [])
  return glob
}

func matches(_ glob: Glob, _ text: [UInt8]) -> Bool {
  PartPattern(glob, isDecoded: false).matches(text)
}

struct AppleGlobTests {
  static let rows = [
    GlobRow("", "", true), GlobRow("", "a", false), GlobRow("abc", "abc", true),
    GlobRow("abc", "abcd", false), GlobRow("abc", "xabc", false), GlobRow("abc", "ABC", false),
    GlobRow("*", "", true), GlobRow("*", "a/b", true), GlobRow("a*", "a", true),
    GlobRow("a*c", "abbc", true), GlobRow("a*c", "abb", false), GlobRow("**a**", "xax", true),
    GlobRow("?", "", false), GlobRow("?", "a", true), GlobRow("?", "/", true),
    GlobRow("?", "ab", false), GlobRow("????", "0A5e", true), GlobRow("????", "15", false),
    GlobRow("?*", "", false), GlobRow("?*", "a", true), GlobRow("?*", "abc", true),
    GlobRow("*?", "", false), GlobRow("*?b", "aab", true),
    // A character is a scalar, of one to four bytes.
    GlobRow("?", "é", true), GlobRow("??", "é", false), GlobRow("?", "€", true),
    GlobRow("*??", "€", false), GlobRow("?", "😀", true), GlobRow("*?*?", "😀", false),
    GlobRow("?", "e\u{301}", false), GlobRow("??", "e\u{301}", true),
    // Bytes that are not UTF-8 are no characters.
    GlobRow("?", [0xFF], false), GlobRow("?", [0x80], false), GlobRow("??", [0xC0, 0xAF], false),
    GlobRow("?", [0xC0, 0xAF], false),
    GlobRow("?", [0xED, 0xA0, 0x80], false), GlobRow("*", [0xFF, 0x00], true),
    // Without case, only ASCII letters change.
    GlobRow("aB1/", "Ab1/", true, isCaseSensitive: false),
    GlobRow("@", "`", false, isCaseSensitive: false),
    GlobRow("É", "é", false, isCaseSensitive: false),
    // Built-in variables.
    GlobRow("$(alpha)", "Z", true), GlobRow("$(alpha)", "1", false),
    GlobRow("$(alpha)", "zz", false), GlobRow("$(upper)", "a", false),
    GlobRow("$(upper)", "a", true, isCaseSensitive: false), GlobRow("$(lower)", "a", true),
    GlobRow("$(lower)", "A", false), GlobRow("$(alnum)", "5", true),
    GlobRow("$(alnum)", "_", false), GlobRow("$(digit)$(digit)", "42", true),
    GlobRow("$(digit)", "a", false), GlobRow("$(xdigit)", "f", true),
    GlobRow("$(xdigit)", "g", false), GlobRow("$(region)", "GB", true),
    GlobRow("$(region)", "UK", false), GlobRow("$(region)", "gb", false),
    GlobRow("$(region)", "gb", true, isCaseSensitive: false), GlobRow("$(region)", "G", false),
    GlobRow("$(lang)", "en", true), GlobRow("$(lang)", "gsw", true),
    GlobRow("$(lang)", "xx", false), GlobRow("/$(lang)-$(region)/*", "/pt-BR/a", true),
    GlobRow("$(digit", "$(digit", true), GlobRow("a$b", "a$b", true), GlobRow("$", "$", true),
  ]

  @Test(arguments: rows)
  func `a pattern matches whole texts`(_ row: GlobRow) {
    var faults: [Glob.Fault] = []
    let glob = Glob(
      parsing: Array(row.pattern.utf8), variables: Glob.Variables(),
      isCaseSensitive: row.isCaseSensitive, faults: &faults)
    #expect(matches(glob, row.text) == row.matches)
  }

  @Test func `a variable matches one of its values, with wildcards in them`() {
    let own = ["food": ["burrito", "p?zza", "s*i"], "none": [], "digit": ["x"]]
    for (text, isMatch) in [
      ("burrito", true), ("pizza", true), ("pézza", true), ("sushi", true), ("si", true),
      ("sorbet", false), ("", false), ("burritopizza", false),
    ] {
      #expect(matches(glob("$(food)", own: own), Array(text.utf8)) == isMatch, "\(text)")
    }
    #expect(matches(glob("$(food)/$(food)", own: own), Array("si/pizza".utf8)))
    #expect(!matches(glob("$(none)", own: own), []))
    #expect(matches(glob("$(digit)", own: own), Array("x".utf8)), "own values come first")
    #expect(!matches(glob("$(digit)", own: own), Array("1".utf8)))
    #expect(
      matches(glob("$(food)", own: own, isCaseSensitive: false), Array("BURRITO".utf8)))
  }

  @Test func `faults of patterns are reported`() {
    func faults(_ pattern: String) -> [Glob.Fault] {
      var faults: [Glob.Fault] = []
      let glob = Glob(
        parsing: Array(pattern.utf8), variables: Glob.Variables(), faults: &faults)
      if faults.contains(where: { $0 != .unclosedVariable }) {
        #expect(!matches(glob, Array(pattern.utf8)), "matches nothing")
      }
      return faults
    }
    #expect(
      faults("/$(x)/$(Digit)") == [
        .undefinedVariable(Array("x".utf8)), .undefinedVariable(Array("Digit".utf8)),
      ])
    #expect(faults("$($(digit") == [.unclosedVariable])
    #expect(faults("$()") == [.undefinedVariable([])])
    // A `?` has 27 states.
    let long = String(repeating: "?", count: Glob.statesMax / 27)
    #expect(faults(long) == [])
    #expect(faults(long + "?") == [.tooLarge(states: (Glob.statesMax / 27 + 1) * 27)])
  }

  @Test func `a state is dead if nothing can match any more`() {
    let machine = glob("?").automaton
    #expect(!machine.isAccepting(machine.start))
    #expect(machine.step(machine.start, 0xFF).isEmpty)
    #expect(!machine.step(machine.start, 0xC3).isEmpty)
  }

  @Test(arguments: seeds(400))
  func `patterns match what a naive matcher matches`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let values = [["ab", "a", ""], ["b*", "?"]].map { $0.map { Array($0.unicodeScalars) } }
    let names = ["v", "w"]
    let own = Dictionary(
      uniqueKeysWithValues: zip(names, values).map { name, texts in
        (name, texts.map { text in String(String.UnicodeScalarView(text)) })
      })
    for _ in 0..<25 {
      let pieces = ["a", "b", "é", "*", "?", "/", "$(v)", "$(w)"]
      let pattern = (0..<Int.random(in: 0...6, using: &generator))
        .map { _ in pieces.randomElement(using: &generator) ?? "" }
      let text = (0..<Int.random(in: 0...7, using: &generator))
        .map { _ in ["a", "b", "é", "/"].randomElement(using: &generator) ?? "" }
      let naive = NaiveMatcher(variables: zip(names, values).map { ("$(\($0))", $1) })
      let expected = naive.matches(
        pattern[...], Array(text.joined().unicodeScalars)[...])
      let found = matches(glob(pattern.joined(), own: own), Array(text.joined().utf8))
      #expect(found == expected, "\(pattern.joined()) ~ \(text.joined()), seed \(seed)")
    }
  }

  @Test func `a pattern that makes backtracking exponential is matched in linear time`() {
    let pattern = glob(String(repeating: "*a", count: 200) + "b")
    #expect(!matches(pattern, [UInt8](repeating: UInt8(ascii: "a"), count: 1_000)))
  }
}

/// The meaning of patterns, by recursion over scalars.
private struct NaiveMatcher {
  let variables: [(reference: String, values: [[Unicode.Scalar]])]

  func matches(_ pattern: ArraySlice<String>, _ text: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if let variable = variables.first(where: { $0.reference == first }) {
      return variable.values.contains { value in
        matches(value.map { String($0) }[...] + rest, text)
      }
    }
    switch first {
    case "*":
      return (text.startIndex...text.endIndex).contains { matches(rest, text[$0...]) }
    case "?": return !text.isEmpty && matches(rest, text.dropFirst())
    default:
      return text.first.map { String($0) } == first && matches(rest, text.dropFirst())
    }
  }
}
