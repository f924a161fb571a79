import Diagnostics
import Links
import LinksOracle
import RouteProofs
import TestSupport
import Testing

struct LinkParsingTests {
  static let refused: [(text: String, error: LinkError)] = [
    ("", .malformed(.empty, byte: 0)),
    ("?x", .malformed(.noScheme, byte: 0)),
    ("#x", .malformed(.noScheme, byte: 0)),
    ("movies/42", .malformed(.noScheme, byte: 0)),
    ("1a://x", .malformed(.noScheme, byte: 0)),
    ("a_b://x", .malformed(.noScheme, byte: 0)),
    ("/a b", .malformed(.space, byte: 2)),
    (" /a", .malformed(.space, byte: 0)),
    ("/a\\b", .malformed(.backslash, byte: 2)),
    ("/a\nb", .malformed(.controlCharacter, byte: 2)),
    ("/a\u{7F}", .malformed(.controlCharacter, byte: 2)),
    ("/a\u{85}", .malformed(.controlCharacter, byte: 2)),
    ("/é?\u{9F}", .malformed(.controlCharacter, byte: 4)),
    ("/%00", .malformed(.controlCharacter, byte: 1)),
    ("/a%7f", .malformed(.controlCharacter, byte: 2)),
    ("/a%C2%85", .malformed(.controlCharacter, byte: 2)),
    ("/a?b=%0A", .malformed(.controlCharacter, byte: 5)),
    ("/a#%0d", .malformed(.controlCharacter, byte: 3)),
    ("/%", .malformed(.brokenEscape, byte: 1)),
    ("/%2", .malformed(.brokenEscape, byte: 1)),
    ("/%2/x", .malformed(.brokenEscape, byte: 1)),
    ("/%zz", .malformed(.brokenEscape, byte: 1)),
    ("/a?x=%f", .malformed(.brokenEscape, byte: 5)),
    ("/a?%2#0", .malformed(.brokenEscape, byte: 3)),
    ("/a#%", .malformed(.brokenEscape, byte: 3)),
    ("/%ff", .malformed(.invalidUTF8, byte: 1)),
    ("/%C3", .malformed(.invalidUTF8, byte: 1)),
    ("/%C3/%A9", .malformed(.invalidUTF8, byte: 1)),
    ("/%C0%AF", .malformed(.invalidUTF8, byte: 1)),
    ("/%ED%A0%80", .malformed(.invalidUTF8, byte: 1)),
    ("/%F4%90%80%80", .malformed(.invalidUTF8, byte: 1)),
    ("/x?%C3&%A9", .malformed(.invalidUTF8, byte: 3)),
    ("/.", .malformed(.dotSegment, byte: 1)),
    ("/a/../b", .malformed(.dotSegment, byte: 3)),
    ("/a/%2e%2E/b", .malformed(.dotSegment, byte: 3)),
    ("/a/.%2e", .malformed(.dotSegment, byte: 3)),
    ("app://..", .malformed(.dotSegment, byte: 6)),
    ("https://a@b/", .malformed(.userInfo, byte: 9)),
    ("app://a:b@c", .malformed(.userInfo, byte: 9)),
    ("https://a:65536/", .malformed(.port, byte: 10)),
    ("https://a:000080/", .malformed(.port, byte: 10)),
    ("https://a:8x/", .malformed(.port, byte: 11)),
    ("app://a:65536", .malformed(.port, byte: 8)),
    ("app://a:999999/x", .malformed(.port, byte: 8)),
    ("https://", .malformed(.host, byte: 8)),
    ("https:///x", .malformed(.host, byte: 8)),
    ("https://:80/", .malformed(.host, byte: 8)),
    ("https://[::1]/", .malformed(.host, byte: 8)),
    ("https://[1]/", .malformed(.host, byte: 8)),
    ("https://a%62/", .malformed(.host, byte: 9)),
    ("https://bücher.de/", .malformed(.host, byte: 9)),
    ("https://a_b/", .malformed(.host, byte: 9)),
    ("/" + String(repeating: "a", count: 8192), .tooLong(bytes: 8193)),
    (String(repeating: "/a", count: 65), .tooManySegments(count: 65)),
  ]

  @Test(arguments: refused)
  func `an invalid link is refused with the exact error`(_ row: (text: String, error: LinkError)) {
    #expect(throws: row.error) { try Link(row.text) }
    #expect(!row.error.diagnostic.message.isEmpty && row.error.diagnostic.advice != nil)
  }

  static let taken: [(text: String, scheme: String?, query: [QueryItem])] = [
    ("/", nil, []),
    ("//a//", nil, []),
    ("/...", nil, []),
    ("/a%20b%5C%2F", nil, []),
    ("/é%C3%A9", nil, []),
    ("CINEMA://movies", "cinema", []),
    ("a+b-c.d://x", "a+b-c.d", []),
    ("mailto:x@y", "mailto", []),
    ("x:", "x", []),
    ("https://a:", "https", []),
    ("https://a:0/", "https", []),
    ("app://a:b/", "app", []),
    ("app://a:65535", "app", []),
    ("app://", "app", []),
    ("https://a?x", "https", [QueryItem(name: "x", value: "")]),
    ("/a?", nil, []),
    ("/a?&&", nil, []),
    (
      "/a?b=1&b=2&c+d=e+f&=&g=h=i&%26=%3D#?z=1", nil,
      [
        QueryItem(name: "b", value: "1"), QueryItem(name: "b", value: "2"),
        QueryItem(name: "c+d", value: "e+f"), QueryItem(name: "", value: ""),
        QueryItem(name: "g", value: "h=i"), QueryItem(name: "&", value: "="),
      ]
    ),
    ("/a?x=%2541", nil, [QueryItem(name: "x", value: "%41")]),  // decoded once
    (String(repeating: "/a/", count: 64), nil, []),
    ("/" + String(repeating: "a", count: 8191), nil, []),
  ]

  @Test(arguments: taken)
  func `a valid link is parsed`(_ row: (text: String, scheme: String?, query: [QueryItem])) throws {
    let link = try Link(row.text)
    #expect(Array(link.text.utf8) == Array(row.text.utf8))
    #expect(link.scheme == row.scheme)
    #expect(link.query == row.query)
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    for bytes: [UInt8] in [[0x2F, 0xFF], [0x2F, 0xC3], [0x2F, 0xC3, 0x2F], [0x2F, 0x80]] {
      #expect(throws: LinkError.malformed(.invalidUTF8, byte: 1)) { try Link(bytes: bytes) }
    }
  }

  @Test func `canonically equivalent texts are different links`() throws {
    #expect(try Link("/\u{E9}") != Link("/e\u{301}"))
    #expect(QueryItem(name: "a", value: "\u{E9}") != QueryItem(name: "a", value: "e\u{301}"))
    let found = try table(["/\u{E9}"])
    #expect(found.route("/\u{E9}") == 0)
    #expect(found.route("/e\u{301}") == nil)
    #expect(try table(["/admin/:x"]).values("/admin/\u{301}x") == ["\u{301}x"])
  }

  // Goal: no byte string traps or takes a second. Method: 10,000 random byte strings, mostly of
  // characters with a meaning in links.
  @Test(arguments: seeds(100))
  func `random bytes give a link or an error`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let marks = Array("/?#%:@.&=ab2Fe*\u{E9}".utf8)
    let found = try table(["/", "/a/:x", "/*", "/:x(\\d+)-b", "/a{/b}?/:y+"])
    for _ in 0..<100 {
      let isShort = random.chance(90)
      let bytes = (0..<random.below(isShort ? 24 : 9000)).map { _ in
        random.chance(70) ? random.pick(marks) : UInt8.random(in: 0...255, using: &random)
      }
      let seconds = threadSeconds {
        guard let link = try? Link(bytes: bytes) else { return }
        #expect(Array(link.text.utf8) == bytes)
        #expect(link.query.count <= bytes.count)
        _ = try? found.match(link)
        _ = found.misses(of: link, limit: 3)
      }
      #expect(seconds < 1, "seed \(seed): \(bytes)")
    }
  }
}
