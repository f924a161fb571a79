import Diagnostics
import PlatformLinks
import Testing

private let place = SourcePosition(file: "f", line: 1, column: 1)

/// A pattern for a part, the part as written, and whether it matches.
struct PartRow: Sendable, CustomTestStringConvertible {
  let pattern: String
  let part: String
  let matches: Bool

  init(_ pattern: String, _ part: String, _ matches: Bool) {
    self.pattern = pattern
    self.part = part
    self.matches = matches
  }

  var testDescription: String { "\(pattern) ~ \(part)" }
}

struct RuleTests {
  static let paths = [
    PartRow("/buy", "/buy/", true), PartRow("/buy/", "/buy", true), PartRow("abc", "/abc", true),
    PartRow("//abc", "/abc", true), PartRow("/buy/", "/buy//", true), PartRow("/", "", true),
    PartRow("/", "/", true), PartRow("/", "/a", false), PartRow("", "/", true),
    PartRow("/buy/*", "/buy", true), PartRow("/buy/*", "/buy/", true),
    PartRow("/buy/*", "/buy//", true), PartRow("/buy/*", "/buy/1/2", true),
    PartRow("/buy/*", "/buyer", false), PartRow("/buy/*", "/bu", false),
    PartRow("/buy/*/", "/buy", true), PartRow("/buy*", "/buyer", true),
    PartRow("/a/*/c", "/a/c", false), PartRow("/a/*/c", "/a/b/c", true),
    PartRow("/*", "", true), PartRow("*", "/a/b", true), PartRow("/id/????", "/id/481", false),
    PartRow("/id/????", "/id/481/", false), PartRow("/id/????", "/id/4815", true),
    PartRow("/id/????", "/id/4815/", true), PartRow("/a//b", "/a/b", false),
    PartRow("*abc", "/xabc", true), PartRow("/a b", "/a%20b", false),
    PartRow("/a%20b", "/a%20b", true), PartRow("/a/b", "/a%2Fb", false),
    PartRow("/caf%C3%A9", "/caf%c3%a9", false),
  ]

  @Test(arguments: paths)
  func `slashes at the ends of a path do not count`(_ row: PartRow) {
    let pattern = PartPattern(glob(row.pattern).trimmed, isDecoded: false, trimsSlashes: true)
    #expect(pattern.matches(Array(row.part.utf8)) == row.matches)
  }

  static let decoded = [
    PartRow("/a b", "/a%20b", true), PartRow("/a%20b", "/a%20b", false),
    PartRow("/a/b", "/a%2Fb", true), PartRow("/café", "/caf%C3%a9", true),
    PartRow("/café", "/café", true), PartRow("/?", "/%C3%A9", true),
    PartRow("/??", "/%C3%A9", false), PartRow("/100%zz", "/100%zz", true),
    PartRow("/%", "/%", true), PartRow("/%4", "/%4", true), PartRow("/%%", "/%%", true),
    PartRow("/%A", "/%%41", true), PartRow("/%4g", "/%4g", true), PartRow("/%4A", "/%4%41", true),
    PartRow("/a", "/a%2F", true), PartRow("/a+b", "/a+b", true), PartRow("/a b", "/a+b", false),
    PartRow("/%41", "/%2541", true), PartRow("/A", "/%2541", false),
  ]

  @Test(arguments: decoded)
  func `a part is decoded once, the pattern never`(_ row: PartRow) {
    let pattern = PartPattern(glob(row.pattern).trimmed, isDecoded: true, trimsSlashes: true)
    #expect(pattern.matches(Array(row.part.utf8)) == row.matches)
  }

  /// A name, a pattern and a query; whether every item matches, and whether some item does.
  struct ItemRow: Sendable, CustomTestStringConvertible {
    let name: String
    let pattern: String
    let query: String
    let every: Bool
    let some: Bool

    init(_ name: String, _ pattern: String, _ query: String, every: Bool, some: Bool) {
      self.name = name
      self.pattern = pattern
      self.query = query
      self.every = every
      self.some = some
    }

    var testDescription: String { "\(name)=\(pattern) ~ \(query)" }
  }

  static let items = [
    ItemRow("b", "*", "a=1", every: true, some: false),
    ItemRow("b", "", "a=1", every: true, some: false),
    ItemRow("b", "?*", "a=1", every: false, some: false),
    ItemRow("b", "*", "", every: true, some: false),
    ItemRow("a", "1", "a=1&b=2", every: true, some: true),
    ItemRow("a", "1", "b=2&a=1", every: true, some: true),
    ItemRow("a", "1", "aa=1", every: false, some: false),
    ItemRow("a", "1", "=1", every: false, some: false),
    ItemRow("id", "42", "id=42&id=7", every: false, some: true),
    ItemRow("id", "42", "id=7&id=42", every: false, some: true),
    ItemRow("id", "7", "id=7&id=7", every: true, some: true),
    ItemRow("id", "", "id=7", every: false, some: false),
    ItemRow("flag", "", "flag", every: true, some: true),
    ItemRow("flag", "", "flag=", every: true, some: true),
    ItemRow("flag", "", "flag=1", every: false, some: false),
    ItemRow("a", "1=2", "a=1=2", every: true, some: true),
    ItemRow("a", "1", "&&a=1&&", every: true, some: true),
    ItemRow("a", "x*", "a=%78y", every: false, some: false),
  ]

  @Test(arguments: items)
  func `items of a query are found by name`(_ row: ItemRow) {
    for (quantifier, expected) in [
      (ItemPattern.Quantifier.every, row.every), (.some, row.some),
    ] {
      let pattern = ItemPattern(
        name: Array(row.name.utf8), value: PartPattern(glob(row.pattern), isDecoded: false),
        quantifier: quantifier)
      #expect(pattern.matches(Array(row.query.utf8)) == expected, "\(quantifier)")
    }
  }

  @Test func `names and values of items are decoded after splitting, and their case is ignored`() {
    func pattern(isCaseSensitive: Bool) -> ItemPattern {
      ItemPattern(
        name: Array("a b".utf8),
        value: PartPattern(glob("x&y", isCaseSensitive: isCaseSensitive), isDecoded: true),
        quantifier: .every, isCaseSensitive: isCaseSensitive)
    }
    #expect(pattern(isCaseSensitive: true).matches(Array("a%20b=x%26y".utf8)))
    #expect(!pattern(isCaseSensitive: true).matches(Array("A%20b=x%26Y".utf8)))
    #expect(pattern(isCaseSensitive: false).matches(Array("A%20b=x%26Y".utf8)))
    #expect(!pattern(isCaseSensitive: false).matches(Array("A%20b=z".utf8)))
  }

  @Test func `a refusal names every part that does not match`() throws {
    func pattern(_ text: String) -> PartPattern { PartPattern(glob(text), isDecoded: false) }
    let items = ["a", "b"].map {
      ItemPattern(name: Array($0.utf8), value: pattern("1"), quantifier: .every)
    }
    let rule = ComponentRule(
      path: pattern("/x"), query: .items(items), fragment: pattern("f"), at: place)
    func parts(_ link: String) throws -> [ComponentRule.Part] {
      rule.mismatches(with: try #require(URLParts(Array(link.utf8))))
    }
    #expect(try parts("/x?a=1&b=1#f") == [])
    #expect(try parts("/y?a=1#g") == [.path, .queryItem(Array("b".utf8)), .fragment])
    let text = ComponentRule(query: .text(pattern("a=1")), at: place)
    #expect(text.mismatches(with: try #require(URLParts(Array("/".utf8)))) == [.query])
    #expect(ComponentRule(at: place).mismatches(with: try #require(URLParts([]))) == [])
  }

  @Test(arguments: [(true, []), (false, [ComponentRule.Part.fragment])])
  func `an absent fragment is empty for Apple and refused by Android`(
    isApple: Bool, parts: [ComponentRule.Part]
  ) throws {
    let rule = ComponentRule(
      fragment: PartPattern(glob("*"), isDecoded: true), matchesAbsentFragment: isApple, at: place)
    #expect(rule.mismatches(with: try #require(URLParts(Array("/a".utf8)))) == parts)
    #expect(rule.mismatches(with: try #require(URLParts(Array("/a#".utf8)))) == [])
  }

  /// A link and its parts; `nil` is written as `-`.
  static let links = [
    ("https://www.Example.com/a/b?c=d#e", "https www.example.com /a/b c=d e"),
    ("https://example.com", "https example.com  - -"),
    ("https://example.com#f?x", "https example.com  - f?x"),
    ("https://example.com?q#", "https example.com  q "),
    ("https://u:p@h:8443/x", "https h /x - -"), ("https://a@b@c/x", "https c /x - -"),
    ("http://[::1]:80/x", "http [::1] /x - -"), ("//h/x", "- h /x - -"),
    ("/a:b?/c", "- - /a:b /c -"), ("a/b", "- - a/b - -"), ("myapp:x/y", "myapp - x/y - -"),
    ("HTTPS:", "https -  - -"), ("1a:b", "- - 1a:b - -"), ("", "- -  - -"), (":", "- - : - -"),
    ("a_b:c", "- - a_b:c - -"), ("//", "-   - -"),
  ]

  @Test(arguments: links)
  func `a link is split as written`(link: String, expected: String) throws {
    let parts = try #require(URLParts(Array(link.utf8)))
    let found = [parts.scheme, parts.host, parts.path, parts.query, parts.fragment].map {
      $0.map { String(decoding: $0, as: UTF8.self) } ?? "-"
    }
    #expect(found.joined(separator: " ") == expected)
  }

  @Test func `a link that is too long is not split`() {
    let path = [UInt8](repeating: UInt8(ascii: "/"), count: URLParts.bytesMax)
    #expect(URLParts(path) != nil)
    #expect(URLParts(path + [UInt8(ascii: "/")]) == nil)
  }
}
