import Diagnostics
import Links
import TestSupport
import Testing

@testable import SourceLinks

/// Which texts of a file are links, and where they begin.
struct ScannerTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let source: String
    /// `LINE:COLUMN TEXT`, with `…` for a hole.
    let links: [String]

    init(_ name: String, _ source: String, _ links: String...) {
      (self.name, self.source, self.links) = (name, source, links)
    }

    var testDescription: String { "\(name): \(source)" }
  }

  static func links(_ name: String, _ source: [UInt8], calls: [String] = []) throws -> [String] {
    let language = try #require(SourceLanguage(path: name))
    return SourceLink.all(in: source, file: name, language, LinkForms(calls: calls)).map {
      "\($0.position.line):\($0.position.column) \($0.shown)"
    }
  }

  static let javaScript = [
    Row("a.js", "router.push('/a')", "1:14 /a"),
    Row("a.js", "this.$router.replace(\"/a\")", "1:23 /a"),
    Row("a.js", "useRouter()?.push(`/a`)", "1:20 /a"),
    Row("a.js", "text.replace('/a', '/b'); items.push('/c')"),
    Row("a.js", "x.navigate('/a', { state: '/b' })", "1:13 /a"),
    Row("a.js", "navigate(b ? '/a' : '/b')", "1:15 /a", "1:22 /b"),
    Row("a.js", "navigate(b === '/a')"),
    Row("a.js", "navigate(() => f('/a'))"),
    Row("a.js", "navigate({ pathname: '/a/[id]/b' })", "1:23 /a/…/b"),
    Row("a.js", "navigate('/a/' + id + '/b')", "1:11 /a/…"),
    Row("a.js", "navigate(base + '/b')"),
    Row("a.js", "navigate('a'); navigate('#x'); navigate('//host/x'); navigate('')"),
    Row("a.js", "navigate(`/a/${f({ x: `}${1}` })}/b/${c}`)", "1:11 /a/…/b/…"),
    Row("a.js", "navigate(`${base}/b`)", "1:11 …/b"),
    Row("a.js", "navigate('\\/a\\u0041\\'b')", "1:11 /a…0041'b"),
    Row("a.js", "location.href = '/a'; let to = '/b'", "1:18 /a"),
    Row("a.js", "const x = 'shop://a b'; const y = 'x shop://a'", "1:12 shop://a b"),
    Row("a.js", "// navigate('/a')\n/* navigate('/b') /* */ navigate('/c')", "2:35 /c"),
    Row("a.js", "x = /['\"]/g; navigate('/a')", "1:24 /a"),
    Row("a.js", "x = a / b; navigate('/a'); y = c / d", "1:22 /a"),
    Row("a.js", "navigate('/a\nnavigate('/b')", "2:11 /b"),
    Row("a.js", "/* é */ navigate('/a')", "1:19 /a"),
    Row(
      "a.tsx", "<A href=\"/a\" /><A to={'/b'} /><A href={`/c/${d}`}>", "1:10 /a", "1:24 /b",
      "1:41 /c/…"),
    Row("a.tsx", "<link href=\"/a.css\" /><A>Don't</A><A href='/b'>", "1:44 /b"),
    Row("a.tsx", "<p>https://x.example</p><A href='/b'></A>", "1:34 /b"),
    Row(
      "a.ts", "router.push<any>('/a'); x.router.push?.('/b'); router.push(('/c'))", "1:19 /a",
      "1:42 /b", "1:62 /c"),
    Row("a.ts", "navigate<Map<A, B[]>, 'x'>(b ? ('/a') : `/b`)", "1:34 /a", "1:42 /b"),
    Row("a.ts", "a < router.push > ('/a'); items.push<any>('/b'); navigate(f('/c'))"),
    Row("a.ts", "$router.replace({ path: '/a', query: { path: '/b' } })", "1:26 /a"),
    Row("a.ts", "items.push({ path: '/a' }); ({ path: '/b' }); navigate(f({ path: '/c' }))"),
    Row("a.tsx", "<A href={{ pathname: '/a' }} b='/c' />", "1:23 /a"),
    Row("a.ts", "navigate({ to: '/a' }); x.redirect({ a: 1, to: '/b' })", "1:17 /a", "1:49 /b"),
    Row("a.ts", "send({ to: '/a' }); navigate({ x: { to: '/b' } })"),
    // Placeholders of TanStack Router.
    Row(
      "a.tsx", "<A to=\"/a/$b/c$d/$e?f=$g\" /><A to={b ? '/$' : ('/$c')} /><A to='$d/x' />",
      "1:8 /a/…/c$d/…?f=$g", "1:41 /…", "1:49 /…"),
    Row("a.ts", "navigate({ to: '/a/$b/{-$c}', href: '/$d' })", "1:17 /a/…/…", "1:38 /$d"),
    Row(
      "a.tsx", "<A href='/a/$b' /><A to={`/a/${f('shop://$b')}/$c`} />", "1:10 /a/$b",
      "1:27 /a/…/…", "1:35 shop://$b"),
  ]

  static let others = [
    Row("a.swift", "open(\"/a\"); router.open(url: \"/a/\\(x(\")\"))/b\")", "1:31 /a/…/b"),
    Row("a.swift", "let x = #\"shop://a/\\(x)/\\#(y)\"#", "1:11 shop://a/\\(x)/…"),
    Row("a.swift", "let x = \"\"\"\n  \"shop://b\" \\(\"shop://c\")\n  \"\"\"", "2:17 shop://c"),
    Row(
      "a.swift", "let x = \"\"\"\n  shop://b\n  \"\"\"; navigate(\"\"\"\r\n\t/a\r\n\t\"\"\")",
      "2:3 shop://b", "4:2 /a"),
    Row(
      "a.swift", "let x = \"\"\"\n  shop://b\n  /c\n  \"\"\"; let y = \"\"\"\n\"\"\"",
      "2:3 shop://b\n  /c"),
    Row("a.swift", "/* /* */ \"shop://a\" */ \"shop://b\"", "1:25 shop://b"),
    Row("a.swift", "String(format: \"shop://a/%@/b\", x); #if x", "1:17 shop://a/…"),
    Row("a.kt", "nav.navigate(route = \"/a/$id/${b[\"c\"]}?d\")", "1:23 /a/…/…?d"),
    Row(
      "a.kt", "val s = \"\"\"shop://a\\n$b\"\"\"; val c = '\"'; x(\"shop://$\")",
      "1:12 shop://a\\n…", "1:45 shop://$"),
    Row(
      "a.dart", "Navigator.of(c).pushNamed(c, '/a/$id'); context.go(r'/b/$c')", "1:31 /a/…",
      "1:54 /b/$c"),
    Row("a.dart", "context.go('/a' '/b')", "1:13 /a…"),
    Row("a.html", "<a href=\"/a?b=1&amp;c\">x</a><a href=/b>", "1:10 /a?b=1&c", "1:37 /b"),
    Row(
      "a.html", "<a HREF='/a/{{ id }}/b'><a href=\"{{ url }}\"><a href=\"&#47;a\">", "1:10 /a/…/b",
      "1:34 …", "1:54 …a"),
    Row(
      "a.html", "<!-- <a href='/a'> --><img src='/b'><link href='/c'><a title='<' href='/d'>",
      "1:72 /d"),
    Row(
      "a.html", "<script>navigate('/a')</SCRIPT><style><a href='/b'></style><a href='/c'>",
      "1:19 /a", "1:69 /c"),
    Row("a.html", "<a onclick=\"navigate('/a')\" href=\"shop://b\">", "1:23 /a", "1:35 shop://b"),
    Row(
      "a.vue",
      "<A :to=\"`/a/${b}`\" @x=\"$router.push('/c')\" v-bind:href=\"d ? '/d' : e\" :b=\"'/e'\">",
      "1:10 /a/…", "1:38 /c", "1:62 /d"),
    Row(
      "a.md", "[a](/a) ![b](/b) [c](</c> \"t\") [d][e] (/f)\n[e]: /e\n<shop://g>", "1:5 /a",
      "1:23 /c", "2:6 /e", "3:2 shop://g"),
    Row(
      "a.md", "`[a](/a)` ``[`b](/b)`` [c](/c(d)e)\n~~~\n[d](/d)\n~~~ \n<a href='/f'>",
      "1:28 /c(d)e", "5:10 /f"),
    Row("a.md", "```\n[a](/a)"),
    Row("a.html", "<a to='/a/$b'><script>navigate({ to: '/$c' })</script>", "1:8 /a/$b", "1:39 /…"),
    Row("a.swift", "navigate(to: \"/a/$b\")", "1:15 /a/$b"),
  ]

  @Test(arguments: javaScript + others) func `links of a source`(row: Row) throws {
    #expect(try Self.links(row.name, Array(row.source.utf8)) == row.links)
  }

  @Test func `a further call is one by its name`() throws {
    let source = Array("openPage('/a'); x.openPage('/b'); openPages('/c')".utf8)
    #expect(try Self.links("a.ts", source).isEmpty)
    #expect(try Self.links("a.ts", source, calls: ["openPage"]) == ["1:11 /a", "1:29 /b"])
  }

  @Test(arguments: ["a", "a.css", "ts", "a.tsx.txt"])
  func `a file of another kind is not read`(name: String) {
    #expect(SourceLanguage(path: name) == nil)
  }

  /// What is opened again and again, without an end, or closed without a beginning.
  static let hostile = [
    "(", ")", "${", "`${", "\"\\(", "/*", "/", "(/[", "'", "`", "#", "#\"", "\"\"\"", "<a b='",
    "<!--", "<script>", "[", "](", "]:<", "<a:", "`` `", "```\n", "([{", ")]}", "navigate(",
    "navigate<", "\\", "&amp", "{{", "%", "\u{FF}", "navigate('/", "href={", "$a$",
  ]

  @Test(arguments: ["ts", "swift", "kt", "dart", "html", "md"])
  func `any bytes have an end, and places in the file`(ending: String) throws {
    let words = Self.hostile.map { Array($0.utf8) } + [[0xFF], [0x80], Array("/a'\n".utf8)]
    for word in words {
      let bytes = Array(repeatElement(word, count: 5_000).joined())
      _ = try Self.links("a." + ending, bytes)
    }
    var random = SplitMix64(seed: 7)
    for _ in 0..<200 {
      let bytes = (0..<40).flatMap { _ in random.pick(words) }
      let language = try #require(SourceLanguage(path: "a." + ending))
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for link in SourceLink.all(in: bytes, file: "a", language, LinkForms()) {
        #expect(link.position.line <= lines.count)
        #expect(link.position.column <= lines[link.position.line - 1].count + 1)
        #expect(link.text.count <= Links.Limits.linkBytesMax)
      }
    }
  }
}
