import Diagnostics
@testable import Links
import LinksOracle
import RouteProofs
import TestSupport
import Testing

struct PatternTests {
  /// Pattern, link, values; `nil` if there is no match.
  static let matches: [(pattern: String, link: String, values: [String?]?)] = [
    ("/", "/", []), ("/", "//", []), ("/", "/a", nil), ("", "/", []),
    ("/a/b", "/a/b", []), ("/a/b", "/a//b/", []), ("/a/b/", "/a/b", []), ("/a/b", "/a%2Fb", nil),
    ("/a%2Fb", "/a%2fb", []), ("/a%2Fb", "/a/b", nil), ("/a b", "/a%20b", []),
    ("/100%", "/100%25", []),
    ("/한국", "/%ED%95%9C%EA%B5%AD", []), ("/%ED%95%9C", "/한", []), ("/\\:a", "/:a", []),
    ("/\\%41", "/%2541", []), ("/a\\/b", "/a/b", []),
    ("/:x", "/a", ["a"]), ("/:x", "/", nil), ("/:x", "/a/b", nil), ("/:x", "/a%2Fb", ["a/b"]),
    ("/:x", "/%2541", ["%41"]), ("/:x", "/é", ["é"]), ("/:é/:$b_", "/1/2", ["1", "2"]),
    ("/:x.html", "/a.b.html", ["a.b"]), ("/:x.html", "/.html", nil), ("/a-:x", "/a-b", ["b"]),
    ("/:x-:y", "/a-b-c", ["a", "b-c"]), ("/:x:y", "/ab", ["a", "b"]), ("/:x:y", "/éa", ["é", "a"]),
    ("/:x:y", "/é", nil),
    ("/:x(\\d+)", "/42", ["42"]), ("/:x(\\d+)", "/4a", nil), ("/(\\d+)", "/42", ["42"]),
    ("/:x(\\d*)", "/", nil), ("/:x(a|bc)", "/bc", ["bc"]), ("/:x(^ab$)", "/ab", ["ab"]),
    ("/:x([^/]+?)", "/a", ["a"]), ("/:x(.)", "/é", ["é"]), ("/:x(.{2})", "/éa", ["éa"]),
    ("/:x([à-ü]+)", "/éè", ["éè"]), ("/:x([^à-ü]+)", "/é", nil), ("/:x([^à-ü]+)", "/z", ["z"]),
    ("/:x(\\w+)-(\\w+)", "/a-b", ["a", "b"]), ("/:x(a{2,3})", "/aa", ["aa"]),
    ("/:x(a{2,3})", "/aaaa", nil), ("/:x(a{2,})", "/aaaa", ["aaaa"]), ("/:x(a{2})", "/a", nil),
    ("/:x(a+?):y(a*)", "/aaa", ["a", "aa"]), ("/:x(a+):y(a*)", "/aaa", ["aaa", ""]),
    ("/:x([a-c]/\\d)", "/b/1", ["b/1"]), ("/:x([a-c]/\\d)", "/b//1", ["b//1"]),
    ("/via/:url(.+)", "/via/https://example.com/a", ["https://example.com/a"]),
    ("/via/:url(.+)", "/via/https://e.com/%2Fa%20b//", ["https://e.com//a b//"]),
    ("/via/:url(https?:.+)/end", "/via/http://e.com//a/end", ["http://e.com//a"]),
    ("/via/:url([^/]+)", "/via/a%20b/", ["a b"]),
    ("/:x([a-c]/\\d)", "/b%2F1", ["b/1"]), ("/:x([^x]+)/y", "/a/b/y", ["a/b"]),
    ("/*", "/", nil), ("/*", "/a", ["a"]), ("/*", "/a/b", ["a/b"]), ("/*", "/a//b/", ["a//b/"]),
    ("/*", "//a", ["/a"]), ("/*", "/a%2Fb/%2541", ["a/b/%41"]), ("/a/*", "/a", nil),
    ("/a/*", "/a/", nil),
    ("/a/*", "/a//b", ["/b"]), ("/a*", "/a", [""]), ("/a*", "/ab", ["b"]), ("/a*", "/a/b", ["/b"]),
    ("/a*", "/a//b/", ["//b/"]), ("/*/edit", "/a/b/edit", ["a/b"]),
    ("/*/edit", "/a//b//edit/", ["a//b"]),
    ("/*/edit", "/edit", nil), ("/*/*", "/a/b/c", ["a/b", "c"]), ("/:x(.*)", "/a/b", ["a/b"]),
    ("/**", "/", [nil]), ("/**", "/a/b", ["a/b"]),
    ("/:x?", "/", [nil]), ("/:x?", "/a", ["a"]), ("/a/:x?", "/a", [nil]),
    ("/a/:x?/b", "/a/b", [nil]),
    ("/a/:x?/b", "/a/c/b", ["c"]), ("/:x?/:y?", "/a", ["a", nil]),
    ("/:x?/:y?", "/a/b", ["a", "b"]),
    ("/:x+", "/", nil), ("/:x+", "/a", ["a"]), ("/:x+", "/a//b/", ["a//b/"]), ("/:x*", "/", [nil]),
    ("/a/:x*", "/a/b/c", ["b/c"]), ("/a/:x+/z", "/a/b//c/z", ["b//c"]),
    ("/:x+/:y", "/a/b/c", ["a/b", "c"]),
    ("/:x(\\d+)+", "/1/2", ["1/2"]), ("/:x(\\d+)+", "/1/b", nil),
    ("/a{/b}?", "/a", []), ("/a{/b}?", "/a/b", []), ("/a{b}?", "/ab", []), ("/a{b}", "/ab", []),
    ("/a{/b}+", "/a", nil), ("/a{/b}+", "/a/b/b", []), ("/a{/b}*", "/a", []),
    ("/a{/b}*/c", "/a/b/b/c", []),
    ("/a{-:x}?", "/a", [nil]), ("/a{-:x}?", "/a-b", ["b"]), ("/{v:x.}?y", "/v1.y", ["1"]),
    ("{/:x-s}+", "/a-s/b-s", ["a-s/b"]), ("/{:x,}+z", "/a,b,z", ["a,b"]), ("/a/{b}?", "/a", []),
    ("/{}", "/", []), ("/%{41}", "/A", []), ("/*-:x(\\d+)", "/a/b-4-5", ["a/b-4", "5"]),
  ]

  @Test(arguments: matches)
  func `a pattern matches or not`(_ row: (pattern: String, link: String, values: [String?]?)) throws
  {
    let found = try table([row.pattern])
    #expect(found.values(row.link) == row.values)
    #expect(found.accepts(route: 0, link: try Link(row.link)) == (row.values != nil))
  }

  static let syntax: [(text: String, fault: PatternFault, column: Int)] = [
    ("a", .noSlash, 1), (":x", .noSlash, 1), ("{/a}?b", .noSlash, 1), ("*", .noSlash, 1),
    ("//a", .emptySegment, 1), ("/a//b", .emptySegment, 1), ("/a/{b}?/c", .emptySegment, 1),
    ("/.", .dotSegment, 1), ("/a/..", .dotSegment, 1), ("/%2e", .dotSegment, 1),
    ("/a\n", .controlCharacter, 3), ("/%00", .controlCharacter, 2), ("/%C3", .invalidUTF8, 4),
    ("/\\", .danglingEscape, 2), ("/:", .missingName, 2), ("/:1", .missingName, 2),
    ("/?", .unexpected("?"), 2), ("/a+", .unexpected("+"), 3), ("/a}", .unexpected("}"), 3),
    ("/:x??", .unexpected("?"), 5), ("/{a", .unclosedGroup, 2), ("/{:a:b}", .unclosedGroup, 2),
    ("/{a{b}}", .unclosedGroup, 2), ("/(a", .unclosedRegex, 2),
    ("/a}(", .unclosedRegex, 4), ("/é\\\n", .controlCharacter, 3), ("/%C3/", .invalidUTF8, 5),
  ]

  @Test(arguments: syntax)
  func `a syntax error is reported with its column`(
    _ row: (text: String, fault: PatternFault, column: Int)
  ) {
    let error = Diagnostic.syntax(row.fault, pattern: row.text, column: row.column, at: nil)
    #expect(throws: error) { try Pattern(row.text) }
    #expect(error.advice != nil)
  }

  @Test func `a message quotes a long text only in part`() {
    let text = String(repeating: "a", count: 60_000)
    let errors: [Diagnostic] = [
      .syntax(.noSlash, pattern: text, column: 1, at: nil),
      .syntax(.empty, pattern: text, column: 1, at: nil),
      .duplicateParameter(name: text, pattern: text, at: nil),
      .tooLarge(.bytes, pattern: text, limit: 1, at: nil),
      .unknownParameter(name: text, pattern: text, nearest: nil, known: [text], at: nil),
      .type(.isWildcard, parameter: text, pattern: text, at: nil),
      .duplicateQuery(name: text, pattern: text, at: nil),
      .base(.noScheme, text: text, at: nil),
      .conflict(route: text, existing: text, existingAt: nil, witness: text, at: nil),
      .conflict(route: text, existing: text + "b", existingAt: nil, witness: text, at: nil),
    ]
    for error in errors { #expect(error.message.utf8.count < 500, "\(error.code)") }
  }

  static let regexes: [(text: String, fault: PatternFault, column: Int)] = [
    ("/()", .empty, 3), ("/((a))", .capturingGroup, 3), ("/(?:a)", .unknownGroup, 3),
    ("/(a(?=b))", .lookAround, 6), ("/(a(?!b))", .lookAround, 6), ("/(a(?<=b))", .lookAround, 6),
    ("/(a(?<>b))", .capturingGroup, 6), ("/(a\\1)", .backReference, 5), ("/(a\\b)", .anchor, 5),
    ("/(a^)", .anchor, 4), ("/(a$b)", .anchor, 4), ("/(\\p)", .unknownEscape, 4),
    ("/(?=a)", .unknownGroup, 3), ("/(a(?i)b)", .unknownGroup, 6),
    ("/(*a)", .nothingToRepeat, 3), ("/(a**)", .nothingToRepeat, 5), ("/(a{x})", .badCount, 5),
    ("/(a{3,2})", .badCount, 8), ("/([)", .badClass, 4), ("/([])", .badClass, 4),
    ("/([b-a])", .badClass, 7), ("/([a-\\d])", .badClass, 8), ("/([[a])", .badClass, 7),
    ("/([a--])", .badClass, 7), ("/([a&&b--c])", .badClass, 8), ("/([ab--c])", .badClass, 6),
    ("/(a]b)", .unbalanced, 4),
  ]

  @Test(arguments: regexes)
  func `expressions outside the subset are refused`(
    _ row: (text: String, fault: PatternFault, column: Int)
  ) {
    let error = Diagnostic.syntax(row.fault, pattern: row.text, column: row.column, at: nil)
    #expect(throws: error) { try Pattern(row.text) }
    #expect(error.advice != nil)
  }

  /// Expressions, characters that they accept, and characters that they do not (ECMAScript, flag
  /// v).
  static let notations = [
    ("[a-c_-]", "abc_-", "d^"), ("[^a-c]", "d-é", "abc"), ("[[a-c][x-z]]", "acxz", "dw"),
    ("[[a-z]--a]", "bz", "a1"), ("[\\w--\\d--[a-f]]", "gzA_", "0a-"), ("[\\d&&[0-1]]", "01", "3a"),
    ("[^[a-z]&&[x-z]]", "aw1", "xz"), ("[a\\-\\-b]", "a-b", "c"), ("[a&b]", "a&b", "c"),
    ("[a&&b]", "", "ab"),
    ("(?<x>a|b)", "ab", "x"),
  ]

  @Test(arguments: notations)
  func `classes support set notation, and groups can be named`(
    _ text: String, taken: String, refused: String
  ) throws {
    let table = try table(["/(\(text))"])
    for scalar in taken.unicodeScalars { #expect(table.route("/\(scalar)") == 0, "\(scalar)") }
    for scalar in refused.unicodeScalars {
      #expect(table.route("/\(scalar)") == nil, "\(scalar)")
    }
  }

  @Test func `an optional part that matches nothing is absent`() throws {
    let table = try table(["/a/{*}{:x(.*)}?", "/b/:y(z)?{/-:x(.*)}?"])
    #expect(table.values("/a/b") == ["b", nil])
    #expect(table.values("/b/z/-", route: 1) == ["z", ""])
    #expect(table.values("/b", route: 1) == [nil, nil])
  }

  @Test func `a pattern over a limit is refused`() throws {
    let long = "/" + String(repeating: "a", count: Limits.patternBytesMax)
    let optional = String(repeating: "{/a}?", count: 7)
    for (text, size, limit): (String, PatternSize, Int) in [
      (long, .bytes, Limits.patternBytesMax), (optional, .variants, Limits.patternVariantsMax),
      ("/(a{2001})", .states, Limits.regexStatesMax),
      ("/((?:(?:a{100}){100}){100})", .states, Limits.regexStatesMax),
    ] {
      #expect(throws: Diagnostic.tooLarge(size, pattern: text, limit: limit, at: nil)) {
        try Pattern(text)
      }
    }
    // Repetitions of an empty expression count toward no limit and must not be iterated.
    let rounds = (0..<20).reduce("a{0}") { inner, _ in "(?:\(inner)){2000}" }
    let route = try table(["/:x(\(rounds)b)"])
    #expect(route.values("/b") == ["b"])
    let deep = String(repeating: "(?:", count: 33) + "a" + String(repeating: ")", count: 33)
    #expect(throws: Diagnostic.self) { try Pattern("/:x(\(deep))") }
    let nested = String(repeating: "[", count: 33) + "a" + String(repeating: "]", count: 33)
    #expect(throws: Diagnostic.self) { try Pattern("/:x(\(nested))") }
    #expect(throws: RouteTableErrors.self) { try table(["/:x(a{1500})-:y(a{1500})"]) }
  }

  @Test func `parameters are in order and marked as optional or not`() throws {
    let pattern = try Pattern("/:b/*{/:a}?/(\\d+)*")
    #expect(pattern.parameters.map(\.name) == ["b", "0", "a", "1"])
    #expect(pattern.parameters.map(\.isOptional) == [false, false, true, true])
    #expect(throws: Diagnostic.duplicateParameter(name: "a", pattern: "/:a/:a", at: nil)) {
      try Pattern("/:a/:a")
    }
  }

  // Goal: no pattern traps or hangs. Method: random texts of the grammar's special characters.
  @Test(arguments: seeds(100))
  func `random text gives a pattern or an error`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let marks = Array("///::**{}()[]?+\\|^$.-,ab12d%2F=!<é\u{301}".unicodeScalars)
    var patterns: [Pattern] = []
    for _ in 0..<100 {
      var text = String.UnicodeScalarView("/".unicodeScalars)
      for _ in 0..<random.below(20) { text.append(random.pick(marks)) }
      if let pattern = try? Pattern(String(text)) { patterns.append(pattern) }
    }
    for pattern in patterns {
      guard let table = try? RouteTable([RouteSpecification(pattern)]) else { continue }
      if let witness = RouteSurvey(table).link(opening: 0) {
        #expect(table.route(witness) == 0, "seed \(seed): \(pattern.text) \(witness)")
      }
    }
    _ = try? RouteTable(patterns.map { RouteSpecification($0) })
  }
}
