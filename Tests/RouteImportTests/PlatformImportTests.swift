import Diagnostics
import FileAccess
import Navigation
import PlatformFiles
import PlatformLinks
import RouteImport
import TestSupport
import Testing

/// Apple's association files and Android's manifests.
struct PlatformImportTests {
  /// A component, and the route.
  static let components: [(component: String, route: String)] = [
    (#"{"/":"/buy/*"}"#, "- { path: '/buy{/*}?', screen: Buy }"),
    (#"{"/":"/buy/?*"}"#, "- { path: '/buy/(..*)', screen: Buy }"),
    (#"{"/":"/a?c*"}"#, "- { path: '/a(.)c{*}?', screen: A }"),
    (#"{"/":"/help","exclude":true}"#, "- { path: /help, as: outside }"),
    (#"{"/":"/n/$(digit)"}"#, "- { path: '/n/([0123456789])', screen: N }"),
    (#"{"/":"/c/$(colour)/x"}"#, "- { path: '/c/((?:red|dark blue))/x', screen: CX }"),
    (#"{"/":"/ab","caseSensitive":false}"#, "- { path: /ab, screen: Ab }"),
    (#"{"/":"/é"}"#, "- { path: '/é', screen: Page }"),
    (#"{"/":"/a\u0301b"}"#, "- { path: '/a\u{301}b', screen: AB }"),
    (
      #"{"/":"/s","?":{"q":"?*","p":"*","r":"x"}}"#,
      "- { path: /s, screen: S, query: { q: '(..*)', p: 'string?', r: [x] } }"
    ),
    (#"{"/":"/n/*x$(digit)*"}"#, "- { path: '/n/*x([0123456789].*)', screen: N }"),
    (#"{}"#, "- { path: '/{*}?', screen: Page }"),
    (#"{"/":"*"}"#, "- { path: '/{*}?', screen: Page }"),
  ]

  private func association(_ components: String) -> String {
    #"{"applinks":{"substitutionVariables":{"colour":["red","dark blue"],"none":[]},"#
      + #""details":[{"appIDs":["A.b"],"components":[\#(components)]}]}}"#
  }

  @Test(arguments: components.indices)
  func `a component becomes a route`(index: Int) throws {
    let row = Self.components[index]
    let lines = try Imported(.aasa, association(row.component)).routeLines
    #expect(lines.filter { !$0.contains("Start") } == [row.route])
  }

  @Test func `a file without regard to case becomes one`() throws {
    let buy = #"{"/":"/Buy/*","caseSensitive":false}"#
    let all = try Imported(.aasa, association(buy + #",{"/":"/7","exclude":true}"#))
    #expect(all.text.contains("\ncaseSensitive: false\n"))
    #expect(all.routeLines.contains("- { path: '/buy{/*}?', screen: Buy }"), "\(all.routeLines)")
    #expect(all.stack(of: "/BUY/x") == all.stack(of: "/buy/x"))
    // Another rule compares the case.
    let one = try Imported(.aasa, association(buy + #",{"/":"/Sell"}"#))
    #expect(!one.text.contains("caseSensitive"))
    #expect(one.stack(of: "/bUY/x").hasPrefix("Sell > Buy("))
    #expect(one.stack(of: "/sell") != one.stack(of: "/Sell"))
  }

  @Test func `a rule with a pattern that is too large has a short remark`() throws {
    let remarks = try Imported(.aasa, association(#"{"/":"/$(lang)_$(region)"}"#)).remarks
    #expect(remarks.contains { $0.contains("…' is too large") }, "\(remarks)")
    #expect(remarks.allSatisfy { $0.utf8.count < 400 }, "\(remarks)")
  }

  /// A component, and why there is no route, or another one.
  static let dropped: [(components: String, remark: String)] = [
    (##"{"/":"/a","#":"x"}"##, "is dropped: it compares the fragment of a link"),
    (#"{"/":"/a","?":"x=1"}"#, "is dropped: it compares the whole query"),
    (#"{"/":"/$(none)"}"#, "is dropped: it matches no link"),
    (
      #"{"/":"/*"},{"/":"/a","exclude":true}"#,
      "'/a' is dropped: the rules ahead of it include all its links, so it never decides"
    ),
    (
      #"{"/":"/shop/*","exclude":true},{"/":"/shop/gift"},{"/":"/*"}"#,
      "'/shop/gift' is dropped: the rules ahead of it exclude all its links, so it never decides"
    ),
  ]

  @Test(arguments: dropped.indices)
  func `a component that a route cannot express has a remark`(index: Int) throws {
    let row = Self.dropped[index]
    let remarks = try Imported(.aasa, association(row.components)).remarks
    #expect(remarks.contains { $0.contains(row.remark) }, "\(remarks)")
  }

  /// Components, and links that the file decides otherwise: the link, the rule there and that here.
  static let orders: [(components: String, differences: [String])] = [
    (#"{"/":"/a?"},{"/":"/*b","exclude":true}"#, []),
    (#"{"/":"/*b"},{"/":"/a?","exclude":true}"#, ["/ab /*b /a?"]),
    (#"{"/":"/*b","exclude":true},{"/":"/a?"}"#, ["/ab /*b /a?"]),
    (#"{"/":"/*","?":{"x":"1"}},{"/":"/a","exclude":true}"#, ["/a?x=1 /* /a"]),
    (#"{"/":"/a","exclude":true},{"/":"/*"}"#, []),
    // Both open the app.
    (#"{"/":"/*"},{"/":"/a"}"#, []),
  ]

  @Test(arguments: orders.indices)
  func `links that the file decides otherwise are named`(index: Int) throws {
    let row = Self.orders[index]
    let overlaps = try Imported(.aasa, association(row.components)).settled.overlaps
    #expect(
      overlaps.map { "\($0.link) \($0.route.value) \($0.taker.value)" } == row.differences)
    #expect(overlaps.allSatisfy { $0.isDecided })
  }

  // Goal: an imported file opens the links that the file claims, and no others.
  // Method: real files; links that are similar to their patterns.
  @Test(
    .enabled(if: hasCorpora, "the corpora are not present"),
    arguments: ["artsy.net", "status.app", "new.expensify.com", "expo-router-sandbox"])
  func `links of real files open as the files say`(name: String) throws {
    let bytes = try readFile(
      corporaFolder + "/platform-files/\(name).json", bytesMax: 1_000_000)
    let association = try #require(AppleAssociation.parse(bytes, file: name).association)
    let imported = try Imported(ImportKind.aasa.table(bytes, file: name))
    let app = try #require(association.apps.first)
    let patterns = association.details.flatMap(\.rules).compactMap { $0.path?.description }
    var counts = [true: 0, false: 0]
    for pattern in patterns + ["/", "/none/at/all"] {
      for sample in ["x", "x/y", "x1y", ""] {
        let path = pattern.replacing("*", with: sample).replacing("?", with: "q")
        guard !path.contains("#"), !path.contains("//") else { continue }
        let link = "https://host.example" + path
        let parts = try #require(URLParts(Array(link.utf8)))
        let claims = association.decision(for: parts, app: app).outcome == .match
        let outcome = imported.stack(of: path)
        let opens = outcome != "outside" && !outcome.hasPrefix("refused")
        #expect(opens == claims, "\(path): \(outcome)")
        counts[claims, default: 0] += 1
      }
    }
    #expect(counts[true, default: 0] > 3)
  }

  /// The attributes of `<data>` for a path, and the route.
  static let paths: [(attribute: String, route: String)] = [
    (#"android:path="/a+b""#, #"- { path: '/a\+b', screen: A }"#),
    (#"android:pathPrefix="/items""#, "- { path: '/items{*}?', screen: Items }"),
    (#"android:pathPattern="/items/.*""#, "- { path: '/items/*', screen: Items }"),
    (#"android:pathPattern="/a/.*/b""#, "- { path: '/a/([^\\/]*)/b', screen: AB }"),
    (#"android:pathPattern="/a.0*""#, "- { path: '/a(.0*)', screen: A }"),
    (#"android:pathSuffix=".html""#, "- { path: '/*.html', screen: Page }"),
    (#"android:pathPattern=".*\\.pdf""#, #"- { path: '/([^\.]*).pdf', screen: Page }"#),
    (#"android:pathPattern=".*""#, "- { path: '/{*}?', screen: Page }"),
    ("", "- { path: '/{*}?', screen: Page }"),
    (#"android:pathPrefix="/""#, "- { path: '/{*}?', screen: Page }"),
  ]

  private func manifest(_ data: String) -> String {
    """
    <manifest xmlns:android="http://schemas.android.com/apk/res/android"><application>
    <activity android:name=".Main" android:exported="true"><intent-filter>
    <action android:name="android.intent.action.VIEW" />
    <category android:name="android.intent.category.DEFAULT" />
    <category android:name="android.intent.category.BROWSABLE" />
    <data android:scheme="https" /><data android:host="shop.example" />
    \(data)
    </intent-filter></activity></application></manifest>
    """
  }

  @Test(arguments: paths.indices)
  func `a path of a filter becomes a route`(index: Int) throws {
    let row = Self.paths[index]
    let data = row.attribute.isEmpty ? "" : "<data \(row.attribute) />"
    let imported = try Imported(.manifest, manifest(data))
    #expect(imported.routeLines.filter { !$0.contains("Start") } == [row.route])
    #expect(imported.text.contains("links: [https://shop.example]\n"))
  }

  @Test func `what a route cannot express of a filter has a remark`() throws {
    let text = manifest(
      """
      <data android:pathAdvancedPattern="/[a-z]+" /><data android:host="${host}" />
      <data android:path="/a" />
      """)
    let imported = try Imported(.manifest, text)
    #expect(
      imported.remarks.filter { $0.contains("dropped") } == [
        "7:7: '/[a-z]+' is dropped: advanced patterns are not imported",
        "7:53: '${host}' is dropped: its value is neither in the manifest nor in "
          + "'res/values/strings.xml' next to it",
      ])
  }

  @Test func `a filter whose hosts are unknown has one remark, one without links another`() throws {
    let filters = """
      <intent-filter><action android:name="android.intent.action.VIEW"/>
      <category android:name="android.intent.category.DEFAULT"/>
      <category android:name="android.intent.category.BROWSABLE"/>
      <data android:scheme="https"/><data android:host="@string/web_host"/></intent-filter>
      <intent-filter><action android:name="android.intent.action.VIEW"/>
      <category android:name="android.intent.category.DEFAULT"/>
      <data android:scheme="demo" android:host="sessions"/></intent-filter>
      """
    let text = manifest("").replacing("</activity>", with: filters + "</activity>")
    #expect(text.contains("web_host"))
    let imported = try Imported(.manifest, text)
    let warnings = imported.settled.allRemarks.map(\.diagnostic).filter { $0.severity == .warning }
    let texts: [String] = warnings.map { "\($0.message). \($0.advice ?? "")" }
    let wanted = [
      "'@string/web_host' is dropped: its value is neither in the manifest nor in "
        + "'res/values/strings.xml' next to it. Give it with '--set web_host=VALUE', or use the "
        + "merged manifest of a build.",
      "an intent filter is dropped: it lacks android.intent.category.BROWSABLE, so that no link "
        + "reaches it. ",
    ]
    #expect(texts == wanted)
    #expect(imported.text.contains("links: [https://shop.example]\n"))
  }

  @Test func `texts that a manifest only names have values from strings.xml and settings`() throws {
    let folder = try TemporaryFolder()
    let text = manifest(
      #"<data android:host="@string/web_host" /><data android:host="${applicationId}.example" />"#)
    try folder.file("AndroidManifest.xml", text)
    try createFolder(folder("res/values"))
    try folder.file(
      "res/values/strings.xml",
      #"<resources><string name="other">no</string><string name="web_host">  www\u002E"#
        + #"shop.example&#10;</string></resources>"#)
    let table = try ImportKind.manifest.table(
      path: folder("AndroidManifest.xml"), settings: [("applicationId", "a.b")])
    #expect(
      table.bases == ["https://shop.example", "https://www.shop.example", "https://a.b.example"])
    // What is given wins.
    let given = try ImportKind.manifest.table(
      path: folder("AndroidManifest.xml"), settings: [("web_host", "w.example")])
    #expect(given.bases == ["https://shop.example", "https://w.example"])
  }

  @Test(arguments: [
    ("${applicationId}-auth", "applicationId=VALUE"), ("x-${app.id}.auth", "app.id=VALUE"),
    ("${a}-${b}", "a=VALUE --set b=VALUE"), ("@string/scheme", "scheme=VALUE"),
  ])
  func `the advice names what a text needs`(text: String, setting: String) throws {
    let imported = try Imported(.manifest, manifest(#"<data android:scheme="\#(text)" />"#))
    let advice = imported.settled.allRemarks.compactMap(\.diagnostic.advice)
    #expect(advice.contains { $0.contains("'--set \(setting)'") }, "\(advice)")
  }

  @Test func `the rules of another app are left out with a remark`() throws {
    let rules = ["A.one": "/a", "A.two": "/b"].sorted { $0.key < $1.key }.map { app, path in
      #"{"appIDs":["\#(app)"],"components":[{"/":"\#(path)"}]}"#
    }
    let imported = try Imported(
      .aasa, #"{"applinks":{"details":[\#(rules.joined(separator: ","))]}}"#)
    #expect(imported.stack(of: "/a") == "A")
    #expect(!imported.stack(of: "/b").hasPrefix("B"))
    #expect(
      imported.remarks.contains {
        $0.contains("every other app of the file") && $0.contains("differ from those of 'A.one'")
      }, "\(imported.remarks)")
  }

  @Test func `an exclusion that no rule ahead of it can include is taken as it is`() throws {
    let imported = try Imported(
      .aasa,
      association(
        #"{"/":"/invites/*"},{"/":"/api/*","exclude":true},{"/":"/?*"},"#
          + #"{"/":"/gifts/*","exclude":true}"#))
    #expect(imported.routeLines.contains("- { path: '/api{/*}?', as: outside }"))
    #expect(imported.remarks.allSatisfy { !$0.contains("api") }, "\(imported.remarks)")
    // The last rule never decides.
    #expect(imported.stack(of: "/gifts/1").hasSuffix("Page(0=gifts/1)"))
    #expect(imported.remarks.contains { $0.contains("'/gifts/*' is dropped: ") })
  }

  @Test func `routes under the hosts of several filters have links of their own`() throws {
    let one = manifest(#"<data android:path="/a" />"#)
    let start = try #require(one.firstRange(of: "<intent-filter>")).lowerBound
    let end = try #require(one.firstRange(of: "</intent-filter>")).upperBound
    let other = one[start..<end].replacing("shop.example", with: "other.example")
    let both = try Imported(.manifest, String(one[..<end] + other + one[end...]))
    #expect(both.text.contains("\nlinks: [https://shop.example]\n"))
    #expect(
      both.routeLines == [
        "- { path: /a, screen: A }", "- { path: /a, screen: A, links: [https://other.example] }",
      ])
    #expect(both.coordinatorLines == ["root: { kind: stack, start: https://shop.example/a }"])
    #expect(both.remarks.isEmpty)
  }

  @Test func `another file is an error with its place`() {
    for (kind, source) in [(ImportKind.aasa, "[]"), (.manifest, "<x/>"), (.aasa, "{")] {
      let error = #expect(throws: Diagnostic.self) { try Imported(kind, source) }
      #expect(error?.position?.line == 1)
    }
  }
}
