import FileAccess
import JSONCodec
import TestSupport
import Testing

/// `signalbox compare`, with the example files of docs/compare.md.
struct CompareTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let page = try Page("docs/compare.md")
    try folder.file("aasa", #require(page.blocks("json aasa").first).text)
    try folder.file("manifest", #require(page.blocks("xml manifest").first).text)
    try folder.file("shop.yaml", #require(Page("README.md").blocks("yaml").first).text)
    try folder.file("two.yaml", Self.twoHosts)
    try folder.file(
      "two",
      #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"/"},{"/":"/items"}]}]}}"#)
    try folder.file(
      "all",
      #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"/items","exclude":true},"#
        + #"{"/":"/*$(notDigits)*","exclude":true}]}],"#
        + #""substitutionVariables":{"notDigits":["x"]}}}"#)
  }

  /// Two websites, of which one has its links below a folder.
  private static let twoHosts = """
    signalbox: 1
    plugin: two
    links: ["https://shop.example", "https://outlet.example/app"]
    coordinators: { root: { kind: stack, start: / } }
    routes: [{ path: /, screen: Home }, { path: /items, screen: Items }]
    screens: { Home: {}, Items: {} }
    """

  private func output(of line: String) throws -> String {
    try ShellSession.output(of: line, in: folder)
  }

  /// What follows the command, and the exit code.
  static let statuses: [(line: String, status: Int)] = [
    ("--aasa aasa shop.yaml", 1), ("--manifest manifest shop.yaml", 1),
    ("--aasa all shop.yaml", 0), ("--aasa all --strict shop.yaml", 1),
    ("--aasa nothing shop.yaml", 2), ("--manifest . shop.yaml", 2),
    ("--aasa nothing --manifest manifest shop.yaml", 2), ("shop.yaml", 2),
    ("--assetlinks all shop.yaml", 2), ("--aasa aasa --format xml shop.yaml", 2),
    ("--aasa two two.yaml", 1), ("--host shop.example --aasa two two.yaml", 0),
    ("--host OUTLET.example --aasa two two.yaml", 1),
    ("--host shop.example --host outlet.example --aasa two two.yaml", 1),
    ("--host shop.exampel --aasa two two.yaml", 2),
    ("--host shop.example --manifest manifest shop.yaml", 2),
  ]

  @Test(arguments: [
    ("/de/items/*", "'https://shop.example/de/items", "; a similar route is '/:lang/items/:id'."),
    ("/gifts/a", "'https://shop.example/gifts/a'", "from the association file.\n"),
  ])
  func `a similar route is one that 'why' lists, or none`(
    path: String, link: String, advice: String
  ) throws {
    try folder.file(
      "languages.yaml",
      """
      signalbox: 1
      plugin: languages
      links: ["https://shop.example"]
      coordinators: { root: { kind: stack, start: /doc } }
      routes:
        - { path: "/:lang/items/:id", params: { id: int }, screen: Item }
        - { path: /doc, screen: Doc }
      screens: { Doc: {}, Item: {} }
      """)
    try folder.file(
      "claims",
      #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"\#(path)"}]}]}}"#)
    let text = try output(of: "signalbox compare --aasa claims languages.yaml")
    let finding = text.split(separator: "\n").first { $0.contains("claimed-not-routed") } ?? ""
    #expect(finding.contains(link) && (finding + "\n").contains(advice), "\(text)")
  }

  @Test(arguments: statuses)
  func `the exit code says whether there are errors`(line: String, status: Int) throws {
    let text = try output(of: "signalbox compare \(line) 2>&1")
    #expect(text.hasSuffix("exit \(status)\n"), "\(text)")
  }

  @Test func `a host that is none of the app's has a suggestion`() throws {
    let text = try output(of: "signalbox compare --host shop.exampel --aasa two two.yaml 2>&1")
    #expect(text.contains("no base covers the host 'shop.exampel'. Did you mean 'shop.example'?"))
  }

  @Test func `a file that cannot be used leaves the other to be compared`() throws {
    let text = try output(of: "signalbox compare --aasa nothing --manifest manifest shop.yaml 2>&1")
    #expect(text.contains("error[file/unreadable]: cannot read 'nothing'"), "\(text)")
    #expect(text.contains("on Android, 'shop://account/orders/' opens the app"), "\(text)")
    #expect(!text.contains("on iOS"), "\(text)")
  }

  @Test func `objects of JSON have a witness and both places`() throws {
    let text = try output(
      of: "signalbox compare --json --aasa aasa --manifest manifest shop.yaml")
    let objects = try text.split(separator: "\n").filter { $0.hasPrefix("{") }.map { line in
      try JSON(parsing: Array(line.utf8), bytesMax: 100_000)
    }
    let claimed = objects.filter { $0["code"]?.stringValue == "compare/claimed-not-routed" }
    #expect(
      claimed.map { $0["witness"]?.stringValue } == [
        "https://shop.example/items", "shop://account/orders/",
      ])
    #expect(claimed.map { $0["file"]?.stringValue } == ["aasa", "manifest"])
    #expect(claimed.allSatisfy { $0["other"]?["file"]?.stringValue == "shop.yaml" })
    let codes = Set(objects.compactMap { $0["code"]?.stringValue })
    #expect(
      codes == [
        "compare/claimed-not-routed", "compare/routed-not-claimed", "compare/one-platform",
        "compare/encoding", "compare/never-decides", "compare/pooled-data", "compare/gated",
      ])
  }

  @Test func `the bundled app's files are compared whole`() throws {
    let text = try output(
      of: "signalbox compare --strict --host cinema.example --host '*.cinema.example'"
        + " --aasa $R/Platforms/apple-app-site-association"
        + " --manifest $R/Platforms/AndroidManifest.xml"
        + " --assetlinks $R/Platforms/assetlinks.json $R 2>&1")
    #expect(text.hasSuffix("0 errors, 0 warnings, 11 notes\nexit 0\n"), "\(text)")
  }

  @Test func `every format is printed`() throws {
    let line = "signalbox compare --aasa aasa shop.yaml --format"
    #expect(try output(of: line + " sarif").contains(#""ruleId":"compare/claimed-not-routed""#))
    #expect(
      try output(of: line + " github").contains(
        "::error title=compare/claimed-not-routed,file=aasa,line=7,col=11"))
    #expect(try output(of: line + " junit").contains(#"<testsuite name="signalbox compare""#))
  }
}
