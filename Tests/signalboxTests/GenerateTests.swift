import FileAccess
import TestSupport
import Testing

@testable import signalbox

/// `signalbox generate`.
struct GenerateTests {
  @Test func `the result goes to standard output or a file`() throws {
    let line =
      "signalbox generate assetlinks --package a.b --fingerprint "
      + Array(repeating: "A0", count: 32).joined(separator: ":")
    let text = try ShellSession.output(
      of: "\(line) >printed && \(line) -o written && diff printed written && grep a.b written",
      in: TemporaryFolder())
    #expect(text == "      \"package_name\": \"a.b\",\nexit 0\n")
  }

  @Test func `the examples of generate and compare are what they print`() throws {
    let page = try Page("docs/compare.md")
    let blocks = try page.blocks + Page("docs/generate.md").blocks
    let folder = try TemporaryFolder()
    let shop = try folder.folder("Shop")
    let yaml = try #require(Page("README.md").blocks("yaml").first)
    try writeFile(shop + "/shop.yaml", Array(yaml.text.utf8))
    try folder.file("apple-app-site-association", #require(page.blocks("json aasa").first).text)
    try folder.file("AndroidManifest.xml", #require(page.blocks("xml manifest").first).text)
    var count = 0
    for (command, output) in zip(blocks, blocks.dropFirst())
    where command.kind == "sh" && output.kind == "text" {
      let text = try ShellSession.output(of: command.lines.joined(separator: "\n"), in: folder)
      #expect(text == output.text + "exit 0\n", "\(command.text)")
      count += 1
    }
    #expect(count == 5)
  }

  @Test func `the page's commands write code to files`() throws {
    let folder = try TemporaryFolder()
    let yaml = try #require(Page("README.md").blocks("yaml").first)
    try writeFile(folder.folder("Shop") + "/shop.yaml", Array(yaml.text.utf8))
    let commands = try #require(Page("docs/generate.md").blocks("sh").first)
    #expect(commands.lines.count == 3)
    #expect(try ShellSession.output(of: commands.text, in: folder) == "exit 0\n")
    let files = ["swift": "AppRoute.swift", "kotlin": "AppRoute.kt", "typescript": "routes.ts"]
    for (kind, file) in files {
      let text = try folder.text(of: file)
      #expect(text.hasPrefix("// Written by 'signalbox generate \(kind)'"))
      #expect(text.contains("/items/"))
      #expect(text.contains("package example.shop") == (kind == "kotlin"))
      let printed = try ShellSession.output(
        of: "signalbox generate \(kind) Shop | diff - \(file)", in: folder)
      #expect(kind == "kotlin" || printed == "exit 0\n")
    }
  }

  /// A route file with one route.
  private static func app(base: String, route keys: String = "") -> String {
    """
    signalbox: 1
    plugin: a
    links: ["\(base)"]
    coordinators: { home: { kind: stack, start: / } }
    routes: [{ path: /, screen: Home\(keys) }]
    screens: { Home: {} }

    """
  }

  @Test func `a file that would be lost is not replaced`() throws {
    let folder = try TemporaryFolder()
    try folder.file("small.yaml", Self.app(base: "https://cinema.example"))
    let aasa = "generate aasa --team ABCDE12345 --bundle a.b --host cinema.example small.yaml"
    let links = "generate assetlinks --package a.b --fingerprint"
    let (one, other) = (String(repeating: "A0", count: 32), String(repeating: "B1", count: 32))
    for (file, old, line) in [
      ("App.kt", "package a\n", "generate kotlin small.yaml"),
      ("app.yaml", "signalbox: 1\n", "generate swift small.yaml"),
      ("a.ts", "// Written by 'signalbox generate swift': x\n", "generate typescript small.yaml"),
      ("manifest", "<?xml version=\"1.0\"?>\n<manifest/>\n", "generate manifest small.yaml"),
      ("aasa", "{}", aasa),
      ("aasa", #"{"applinks":{"details":[]},"webcredentials":{"apps":[]}}"#, aasa),
      ("aasa", #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a.c"]}]}}"#, aasa),
      ("links", "[{}]", "\(links) \(one)"),
    ] {
      try folder.file(file, old)
      let text = try ShellSession.output(of: "signalbox \(line) -o \(file) 2>&1", in: folder)
      #expect(text.contains("error[file/unwritable]: '\(file)' exists, and 'generate "), "\(text)")
      #expect(text.hasSuffix("nothing was written.\nexit 2\n"), "\(text)")
      #expect(try folder.text(of: file) == old)
      // Without it, the command writes the file, and again.
      let again = try ShellSession.output(
        of: """
          rm \(file); signalbox \(line) -o \(file) 2>/dev/null && cp \(file) first &&
          signalbox \(line) -o \(file) 2>/dev/null && diff first \(file)
          """, in: folder)
      #expect(again == "exit 0\n", "\(line)")
    }
    // A certificate can be added, and not be lost.
    let more = try ShellSession.output(
      of: """
        signalbox \(links) \(one) --fingerprint \(other) -o links && cp links first
        signalbox \(links) \(one) -o links 2>/dev/null; diff first links
        """, in: folder)
    #expect(more == "exit 0\n")
  }

  @Test func `what the code leaves out is noted, and nothing is written without routes`() throws {
    let folder = try TemporaryFolder()
    try folder.file("a.yaml", Self.app(base: "https://*", route: ", parts: [host]"))
    let text = try ShellSession.output(
      of: "signalbox generate swift a.yaml 2>&1 >out; signalbox generate swift none -o x",
      in: folder)
    #expect(
      text.hasPrefix("note: /: the code has no value for the host of a link\nerror["), "\(text)")
    #expect(!isFile(folder.path + "/x"))
  }

  static let faults: [(route: String, code: String)] = [
    ("{ path: /a, screen: Home, gates: nope }", "name/unknown"),
    ("{ path: /:a, screen: Home }, { path: /:b, screen: Home }", "route/conflict"),
    ("{ path: '/x/:', screen: Home }", "pattern/syntax"),
    ("{ path: '/x/:a((b))', screen: Home }", "pattern/regex"),
    ("{ path: /c, redirect: /d }, { path: /d, redirect: /c }", "redirect/loop"),
  ]

  @Test func `routes that are not there are unreadable, as for other commands`() throws {
    let folder = try TemporaryFolder()
    let outputs = try ["check", "generate swift"].map { command in
      try ShellSession.output(of: "signalbox \(command) ./Nope 2>&1 | head -1", in: folder)
    }
    #expect(outputs[0].hasPrefix("error[file/unreadable]: cannot read './Nope'"), "\(outputs[0])")
    #expect(outputs[1] == outputs[0])
  }

  @Test(arguments: faults.indices)
  func `every kind refuses routes with an error, and keeps the file`(index: Int) throws {
    let row = Self.faults[index]
    let folder = try TemporaryFolder()
    let routes = Self.app(base: "https://x.example").replacing("}]\n", with: "}, \(row.route)]\n")
    try folder.file("app.yaml", routes)
    let aasa = "aasa --team ABCDE12345 --bundle a.b"
    for kind in ["swift", "kotlin", "typescript", "manifest", "entitlements", aasa] {
      let word = kind.prefix { $0 != " " }
      try folder.file("old", "Written by 'signalbox generate \(word)'\n")
      let text = try ShellSession.output(
        of: "cp old new; signalbox generate \(kind) app.yaml -o new 2>&1", in: folder)
      #expect(text.contains("error[\(row.code)]"), "\(kind): \(text)")
      #expect(text.hasSuffix("exit 2\n"), "\(kind): \(text)")
      #expect(try folder.text(of: "new") == folder.text(of: "old"), "\(kind)")
    }
  }

  @Test func `the written file is compared with the routes`() throws {
    let folder = try TemporaryFolder()
    try folder.file(
      "app.yaml",
      """
      signalbox: 1
      plugin: app
      links: [https://x.example]
      coordinators:
        home: { kind: stack, start: / }
      routes:
        - { path: /, screen: Home }
        - { path: /deals/:price, screen: Deal, params: { price: number } }
      screens: { Home: {}, Deal: {} }
      """)
    let line = "signalbox generate aasa --team ABCDE12345 --bundle a.b 2>&1 >file "
    let text = try ShellSession.output(of: line + "app.yaml", in: folder)
    #expect(text.contains("note: on iOS, 'https://x.example/deals/"), "\(text)")
    #expect(text.contains("opens the app, and no route matches it\n"), "\(text)")
    #expect(!text.contains("exactly"), "\(text)")
    let exact = try ShellSession.output(
      of: """
        grep -v deals app.yaml | sed 's/, Deal: {}//' >exact.yaml
        \(line) exact.yaml
        """, in: folder)
    #expect(exact == "note: the file claims exactly the links of the routes\nexit 0\n")
  }

  static let mistakes: [(line: String, answer: String)] = [
    ("", "an operand is missing: 'generate KIND [ROUTES…]'"),
    ("asa", "'generate' does not take 'asa'. Did you mean 'aasa'?"),
    ("aasa", "'generate aasa' needs --team ID."),
    ("aasa --team ABCDE12345", "'generate aasa' needs --bundle ID."),
    ("aasa --team ABC --bundle a.b", "--team does not take 'ABC'. Write ten letters and digits"),
    ("aasa --team ABCDE1234é --bundle a.b", "--team does not take 'ABCDE1234é'."),
    ("aasa --team ABCDE12345 --bundle a..b", "--bundle does not take 'a..b'."),
    (
      "aasa --team ABCDE12345 --bundle a.b --host https://cinema.example",
      "--host does not take 'https://cinema.example'. Write a host without scheme and path"
    ),
    (
      "aasa --team ABCDE12345 --bundle a.b --host cinema.exmple $R",
      "no base covers the host 'cinema.exmple'. Did you mean 'cinema.example'?"
    ),
    (
      "manifest --team ABCDE12345",
      "'generate manifest' does not take --team. Use it with 'generate aasa'."
    ),
    (
      "swift --package a.b",
      "'generate swift' does not take --package. Use it with 'generate assetlinks' or 'generate kotlin'."
    ),
    (
      "typescript --host a.b",
      "'generate typescript' does not take --host. Use it with 'generate aasa'."
    ),
    ("kotlin --package app", "--package does not take 'app'."),
    ("kotln", "'generate' does not take 'kotln'. Did you mean 'kotlin'?"),
    ("manifest --activity a-b", "--activity does not take 'a-b'. Write a name such as"),
    ("assetlinks --package app --fingerprint AA", "--package does not take 'app'."),
    (
      "assetlinks --package a.b --fingerprint 14:6D",
      "--fingerprint does not take '14:6D'. Write 32 pairs of hexadecimal digits"
    ),
  ]

  @Test(arguments: mistakes.indices)
  func `a wrong option is named, with what to write`(index: Int) throws {
    let row = Self.mistakes[index]
    let text = try ShellSession.output(
      of: "signalbox generate \(row.line)", in: TemporaryFolder())
    #expect(text.contains("error[usage/option]: " + row.answer), "\(text)")
    #expect(text.hasSuffix("exit 2\n"))
  }

  @Test func `a fingerprint is 32 pairs of hexadecimal digits`() {
    let pairs = (0..<32).map { _ in "a0" }
    let written = Array(repeating: "A0", count: 32).joined(separator: ":")
    #expect(GeneratedKind.fingerprint(pairs.joined(separator: ":")) == written)
    #expect(GeneratedKind.fingerprint(pairs.joined()) == written)
    let joined = pairs.joined()
    let wrong: [String] = [
      "", pairs.dropLast().joined(), pairs.joined(separator: ":") + ":", joined + "a0",
      String(joined.dropLast()) + "g", "a:" + joined.dropFirst(), "a0:" + joined.dropFirst(2),
    ]
    for text in wrong { #expect(GeneratedKind.fingerprint(text) == nil, "\(text)") }
  }

  @Test func `other hosts are named, and whether their file is the same`() throws {
    let folder = try TemporaryFolder()
    try folder.file(
      "app.yaml",
      """
      signalbox: 1
      plugin: shop
      links: [https://shop.example, "https://*.shop.example"]
      screens: { Home: {}, Song: {} }
      coordinators: { main: { kind: stack, start: / } }
      routes:
        - { path: /, screen: Home }
        - { path: "/songs/:id", screen: Song, links: [https://music.example] }
      """)
    let text = try ShellSession.output(
      of: "signalbox generate aasa --team ABCDE12345 --bundle a.b app.yaml 2>&1 >file | grep needs",
      in: folder)
    #expect(
      text == """
        note: *.shop.example needs the same file
        note: music.example needs another file: --host 'music.example'
        exit 0

        """)
  }
}
