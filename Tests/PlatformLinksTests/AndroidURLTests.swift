import PlatformLinks
import Testing

/// How Android splits and decodes a URL.
struct AndroidURLTests {
  struct Row: Sendable {
    var url: String
    var scheme: String?
    var host: String?
    var port: Int?
    var path: String?
    var query: String?
    var fragment: String?

    init(
      _ url: String, scheme: String? = nil, host: String? = nil, port: Int? = nil,
      path: String? = nil, query: String? = nil, fragment: String? = nil
    ) {
      self.url = url
      self.scheme = scheme
      self.host = host
      self.port = port
      self.path = path
      self.query = query
      self.fragment = fragment
    }
  }

  static let rows = [
    Row("", path: ""),
    Row("https://a.b", scheme: "https", host: "a.b", path: ""),
    Row("HTTPS://A.b/", scheme: "HTTPS", host: "A.b", path: "/"),
    Row(
      "s://u:p@h:80/p/q?a=b#c", scheme: "s", host: "h", port: 80, path: "/p/q", query: "a=b",
      fragment: "c"),
    Row("s://h?q#f", scheme: "s", host: "h", path: "", query: "q", fragment: "f"),
    // A number sign ends the query; a question mark after it is part of the fragment.
    Row("s://h/#f?q", scheme: "s", host: "h", path: "/", fragment: "f?q"),
    Row("s://h/?#", scheme: "s", host: "h", path: "/", query: "", fragment: ""),
    // Opaque: no path, even if there is a query.
    Row("s:foo?a", scheme: "s", query: "a"),
    Row("s:", scheme: "s"),
    Row("s:/p", scheme: "s", path: "/p"),
    Row("s:///p", scheme: "s", host: "", path: "/p"),
    // A relative URL, whose scheme ends at any first colon.
    Row("/p", path: "/p"),
    Row("/p:q", scheme: "/p"),
    Row("//h/p", host: "h", path: "/p"),
    // Ports: digits after the last colon.
    Row("s://h:", scheme: "s", host: "h", path: ""),
    Row("s://h:080", scheme: "s", host: "h", port: 80, path: ""),
    Row("s://h:99999999999", scheme: "s", host: "h", path: ""),
    Row("s://h:8a", scheme: "s", host: "h:8a", path: ""),
    Row("s://80", scheme: "s", host: "80", path: ""),
    Row("s://a@b@80", scheme: "s", host: "80", path: ""),
    Row("s://[::1]:8", scheme: "s", host: "[::1]", port: 8, path: ""),
    // A backslash ends the host.
    Row(#"s://h\@g/p"#, scheme: "s", host: "h", path: #"\@g/p"#),
    // Decoding.
    Row("s://%68/%2F%c3%A9", scheme: "s", host: "h", path: "//é"),
    Row("s://h/a+b", scheme: "s", host: "h", path: "/a+b"),
    Row("s://h/%C3é", scheme: "s", host: "h", path: "/\u{FFFD}é"),
    Row("s://h/%F0%9F%9A%82", scheme: "s", host: "h", path: "/🚂"),
    Row("s://h/%F0%9F", scheme: "s", host: "h", path: "/\u{FFFD}"),
    Row("s://h/%", scheme: "s", host: "h", path: "/\u{FFFD}"),
    Row("s://h/a%4", scheme: "s", host: "h", path: "/a\u{FFFD}"),
    Row("s://h/%zb", scheme: "s", host: "h", path: "/\u{FFFD}\u{0}b"),
    Row("s://h/%4zb", scheme: "s", host: "h", path: "/\u{FFFD}\u{4}b"),
    Row("s://h/%41%zb", scheme: "s", host: "h", path: "/A\u{FFFD}\u{0}b"),
  ]

  @Test(arguments: rows)
  func `a URL is split`(row: Row) {
    let url = AndroidURL(row.url.utf8)
    #expect(url.scheme == row.scheme.map { Array($0.utf16) })
    #expect(url.host == row.host.map { Array($0.utf16) })
    #expect(url.port == row.port)
    #expect(url.path == row.path.map { Array($0.utf16) })
    #expect(url.query == row.query.map { Array($0.utf16) })
    #expect(url.fragment == row.fragment.map { Array($0.utf16) })
  }

  @Test func `invalid UTF-8 counts as U+FFFD`() {
    let url = AndroidURL(Array("s://h/".utf8) + [0xFF, 0x61])
    #expect(url.path == [0x2F, 0xFFFD, 0x61])
  }

  @Test func `the scheme-specific part is what follows the scheme`() {
    #expect(AndroidURL("tel:+1%32#a".utf8).schemeSpecificPart == Array("+12".utf16))
    #expect(AndroidURL("s://h/p?q#f".utf8).schemeSpecificPart == Array("//h/p?q".utf16))
  }

  static let items: [(url: String, items: [String])] = [
    ("s://h", []), ("s://h?", [""]), ("s://h?a", ["a"]), ("s://h?a=1&b=2", ["a=1", "b=2"]),
    // Empty items at the end are dropped.
    ("s://h?&a", ["", "a"]), ("s://h?a&&", ["a&&"]), ("s://h?&", []),
    // The query is decoded first.
    ("s://h?a%26b", ["a", "b"]),
    // Semicolons separate only if ampersands do not.
    ("s://h?a;b", ["a", "b"]), ("s://h?a;b&c", ["a;b", "c"]), ("s://h?a;b&", ["a", "b&"]),
  ]

  @Test(arguments: items)
  func `the items of a query`(row: (url: String, items: [String])) {
    let items = AndroidURL(row.url.utf8).queryItems.map { String(decoding: $0, as: UTF16.self) }
    #expect(items == row.items)
  }
}
