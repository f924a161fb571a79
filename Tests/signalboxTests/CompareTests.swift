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
    ("--host shop.example --manifest manifest shop.yaml", 1),
    ("--host shop.example shop.yaml", 2),
    // Files that are not what they should be.
    ("--aasa empty shop.yaml", 2), ("--aasa manifest shop.yaml", 2),
    ("--manifest empty shop.yaml", 2), ("--manifest aasa shop.yaml", 2),
    ("--manifest cut shop.yaml", 2), ("--manifest manifest --assetlinks empty shop.yaml", 2),
    ("--entitlements aasa shop.yaml", 2), ("--info-plist empty shop.yaml", 2),
    ("--fix --json --aasa aasa shop.yaml", 2), ("--fix --aasa - shop.yaml <aasa", 2),
  ]

  @Test(arguments: [
    ("/de/items", "'https://shop.example/de/items'", "; a similar route is '/:lang/items/:id'."),
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
    try folder.file("empty", "")
    try folder.file("cut", "<manifest><application>")
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
    #expect(text.contains("on Android, 'shop://account/orders/x' opens the app"), "\(text)")
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
        "https://shop.example/items/0/x", "shop://account/orders/x",
      ])
    #expect(claimed.map { $0["file"]?.stringValue } == ["aasa", "manifest"])
    #expect(claimed.allSatisfy { $0["other"]?["file"]?.stringValue == "shop.yaml" })
    let codes = Set(objects.compactMap { $0["code"]?.stringValue })
    #expect(
      codes == [
        "compare/claimed-not-routed", "compare/routed-not-claimed", "compare/one-platform",
        "compare/encoding", "compare/never-decides", "compare/pooled-data", "compare/gated",
        "compare/never-verified",
      ])
  }

  /// A component after a wildcard, an exclusion of what the app routes, a pattern with '+', a '.'
  /// that takes a slash, a filter without BROWSABLE, a prefix as text, a dead `sspPattern`, a filter
  /// that takes a whole host, a path that only one platform claims, a scheme that nothing registers.
  @Test func `ten kinds of fault of one app are ten findings of one run`() throws {
    let files = packageFolder + "/Tests/Apps/TenFaults/"
    for name in ["apple-app-site-association", "AndroidManifest.xml", "app.yaml"] {
      let bytes = try readFile(files + name, bytesMax: 100_000)
      try folder.file(name, String(decoding: bytes, as: UTF8.self))
    }
    let text = try output(
      of: "signalbox compare --json --aasa apple-app-site-association"
        + " --manifest AndroidManifest.xml app.yaml")
    let found = try text.split(separator: "\n").filter { $0.hasPrefix("{") }.map { line in
      try JSON(parsing: Array(line.utf8), bytesMax: 100_000)
    }.filter { $0["severity"]?.stringValue == "error" || $0["severity"]?.stringValue == "warning" }
    let rows = found.map { finding in
      let code = finding["code"]?.stringValue ?? ""
      let file = finding["file"]?.stringValue ?? ""
      return "\(code) \(file):\(finding["line"]?.intValue ?? 0) "
        + (finding["witness"]?.stringValue ?? "")
    }
    #expect(
      rows.sorted() == [
        "compare/claimed-not-routed AndroidManifest.xml:15 https://shop.example/lesson/a/aa",
        "compare/claimed-not-routed AndroidManifest.xml:16 https://shop.example/sales",
        "compare/claimed-not-routed AndroidManifest.xml:31 https://blog.shop.example/",
        "compare/never-decides AndroidManifest.xml:29 ",
        "compare/never-decides apple-app-site-association:10 /help/contact",
        "compare/one-platform app.yaml:11 https://shop.example/items/0",
        "compare/one-platform app.yaml:16 https://shop.example/club",
        "compare/one-platform app.yaml:20 https://shop.example/news",
        "compare/one-platform apple-app-site-association:11 https://shop.example/orders",
        "compare/routed-not-claimed AndroidManifest.xml:4 shop://",
      ], "\(text)")
  }

  @Test(arguments: [
    ("--aasa blanks.json", "' * ' matches nothing: it has a blank", 0),
    ("--aasa star-query.json", #"Write "?*" for "*" in the exclusion"#, 0),
    ("--aasa credentials.json", "the file has only 'webcredentials' and no 'applinks'", 0),
    ("--manifest other.xml --assetlinks links.json", "'x.y', and assetlinks.json names only", 1),
    ("--manifest never.xml", "Android opens the browser for links of 'x.example'", 1),
    ("--manifest never.xml --api 30", "Android opens a chooser for links of 'x.example'", 1),
    ("--manifest unnamed.xml --assetlinks links.json", "'other.app' of assetlinks.json is", 1),
  ])
  func `a fault of a file is named once`(options: String, message: String, status: Int) throws {
    try folder.file(
      "blanks.json", #"{"applinks":{"details":[{"appID":"A.b","paths":[" * ","/"]}]}}"#)
    try folder.file(
      "star-query.json",
      #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"?":{"no_universal_links":"*"},"#
        + #""exclude":true},{"/":"/*"}]}]}}"#)
    try folder.file("credentials.json", #"{"webcredentials":{"apps":["A.b"]}}"#)
    func manifest(_ package: String, _ isVerified: Bool) -> String {
      """
      <manifest xmlns:android="http://schemas.android.com/apk/res/android"\(package)>
      <application><activity android:name=".M" android:exported="true">
      <intent-filter android:autoVerify="\(isVerified)">
      <action android:name="android.intent.action.VIEW"/>
      <category android:name="android.intent.category.DEFAULT"/>
      <category android:name="android.intent.category.BROWSABLE"/>
      <data android:scheme="https" android:host="x.example"/></intent-filter>
      </activity></application></manifest>
      """
    }
    try folder.file("other.xml", manifest(#" package="x.y""#, true))
    try folder.file("never.xml", manifest(#" package="x.y""#, false))
    try folder.file("unnamed.xml", manifest("", true))
    try folder.file(
      "links.json",
      #"[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"#
        + #""android_app","package_name":"other.app","sha256_cert_fingerprints":[]}}]"#)
    try folder.file(
      "field.yaml",
      """
      signalbox: 1
      plugin: t
      links: [https://x.example]
      coordinators: { main: { kind: stack, start: / } }
      routes:
        - { path: /, screen: Home }
        - { path: /product, screen: Product }
        - { path: /room/:id, screen: Room }
      screens: { Home: {}, Product: {}, Room: {} }
      """)
    let text = try output(of: "signalbox compare \(options) field.yaml")
    let lines = text.split(separator: "\n").filter { $0.contains(message) }
    #expect(lines.count >= 1 && text.hasSuffix("exit \(status)\n"), "\(text)")
    // The blank is the cause, so that nothing else is said about its rule.
    #expect(!text.contains("nothing matches it"), "\(text)")
  }

  @Test func `every format is printed`() throws {
    let line = "signalbox compare --aasa aasa shop.yaml --format"
    #expect(try output(of: line + " sarif").contains(#""ruleId":"compare/claimed-not-routed""#))
    #expect(
      try output(of: line + " github").contains(
        "::error title=compare/claimed-not-routed,file=aasa,line=7,col=11"))
    #expect(try output(of: line + " junit").contains(#"<testsuite name="signalbox compare""#))
  }

  @Test func `the iOS app's own side is compared as on the page`() throws {
    let page = try Page("docs/compare.md")
    try folder.file("Shop.entitlements", #require(page.blocks("xml entitlements").first).text)
    try folder.file("Info.plist", #require(page.blocks("xml info").first).text)
    let command = try #require(page.blocks("sh ios").first).text.replacing(
      " Shop", with: " shop.yaml"
    )
    .replacing("shop.yaml.entitlements", with: "Shop.entitlements")
    let shown = try #require(page.blocks("text ios").first).text
    #expect(try output(of: command) == shown + "exit 1\n")
  }

  @Test func `the iOS app's own side alone decides about a link`() throws {
    try folder.file(
      "e",
      """
      <plist><dict><key>com.apple.developer.associated-domains</key>
      <array><string>applinks:other.example</string></array></dict></plist>
      """)
    for line in [
      "why https://shop.example/items/1 --entitlements e shop.yaml",
      "resolve --on ios --entitlements e --routes shop.yaml https://shop.example/items/1",
    ] {
      let text = try output(of: "signalbox \(line)")
      #expect(text.contains("iOS: browser") && text.hasSuffix("exit 1\n"), "\(text)")
    }
  }

  /// The action and categories of a filter, its path, and what keeps its links from the app.
  static let closedFilters: [(names: String, path: String, cause: String)] = [
    ("VIEW DEFAULT", "/", "no browser opens"),
    ("VIEW BROWSABLE", "/", "only a filter without android.intent.category.DEFAULT names"),
    (
      "DEFAULT", "/x",
      "only a filter without android.intent.action.VIEW and android.intent.category.BROWSABLE names"
    ),
    ("VIEW DEFAULT BROWSABLE TYPE", "/", "only a filter with a MIME type names"),
    ("VIEW DEFAULT BROWSABLE HIDDEN", "/x", "only a disabled or unexported activity names"),
  ]

  @Test(arguments: closedFilters)
  func `what a filter lacks is said for all routes`(
    names: String, path: String, cause: String
  ) throws {
    let elements = [
      ("VIEW", #"<action android:name="android.intent.action.VIEW"/>"#),
      ("DEFAULT", #"<category android:name="android.intent.category.DEFAULT"/>"#),
      ("BROWSABLE", #"<category android:name="android.intent.category.BROWSABLE"/>"#),
      ("TYPE", #"<data android:mimeType="text/plain"/>"#),
    ].filter { names.contains($0.0) }.map(\.1).joined()
    try folder.file(
      "closed",
      """
      <manifest xmlns:android="http://schemas.android.com/apk/res/android"><application>
      <activity android:name=".M" android:exported="\(!names.contains("HIDDEN"))"><intent-filter>
      \(elements)<data android:scheme="https" android:host="shop.example"/>
      <data android:path="\(path)"/></intent-filter></activity></application></manifest>
      """)
    let text = try output(of: "signalbox compare --host shop.example --manifest closed two.yaml")
    #expect(text.contains(cause), "\(text)")
    #expect(!text.contains("no filter names"), "\(text)")
  }

  @Test func `generated entitlements and schemes are those that compare wants`() throws {
    let text = try output(
      of: """
        signalbox generate entitlements shop.yaml > e && signalbox generate info-plist \
        --bundle a.b shop.yaml > i && signalbox compare --entitlements e --info-plist i shop.yaml
        signalbox resolve --on ios --info-plist i --routes shop.yaml shop://items/1
        signalbox generate info-plist --bundle a.b two.yaml
        """)
    #expect(text.hasPrefix("1 plugin, 5 routes: 0 errors, 0 warnings\nshop://"), "\(text)")
    #expect(text.contains("; iOS: app by i:13:5\n"), "\(text)")
    #expect(text.contains("no base with a custom scheme"), "\(text)")
  }
}
