import FileAccess
import TestSupport
import Testing

/// `signalbox compare --fix`: patches of the files.
struct CompareFixTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let options: String
    let routes: [String]
    var components: [String] = [#"{ "/": "/" }"#]
    var filters: [String] = []
    /// The lines of the patch that change something.
    let changes: [String]

    init(
      _ name: String, _ options: String, routes: [String] = [], components: [String] = [],
      filters: [String] = [], _ changes: [String]
    ) {
      testDescription = name
      self.options = options
      self.routes = routes
      self.components += components
      self.filters = filters
      self.changes = changes
    }
  }

  private static let home = #"<data android:scheme="https" android:host="x.example" />"#
  private static let root = [home, #"<data android:path="/" />"#]

  static let rows = [
    // Which of the two is meant only a person knows.
    Row(
      "a component that contradicts another stays", "--aasa aasa", routes: ["/*"],
      components: [#"{ "/": "/a" }"#, #"{ "/": "/a", "exclude": true }"#], []),
    Row(
      "an exclusion is moved ahead of what it excludes", "--aasa aasa",
      routes: ["/items/:id(\\d+)"],
      components: [#"{ "/": "/items/*" }"#, #"{ "/": "/items/new", "exclude": true }"#],
      [
        #"-{ "/": "/items/*" },"#, #"-{ "/": "/items/new", "exclude": true }"#,
        #"+{ "/": "/items/new", "exclude": true },"#, #"+{ "/": "/items/*" }"#,
      ]),
    Row(
      "a component that repeats another is removed", "--aasa aasa", routes: ["/a"],
      components: [#"{ "/": "/a" }"#, #"{ "/": "/a" }"#], [#"-{ "/": "/a" },"#]),
    Row(
      "a star of an exclusion requires its item", "--aasa aasa", routes: ["/a"],
      components: [#"{ "?": { "web": "*" }, "exclude": true }"#, #"{ "/": "/a" }"#],
      [
        #"-{ "?": { "web": "*" }, "exclude": true },"#,
        #"+{ "?": { "web": "?*" }, "exclude": true },"#,
      ]),
    Row(
      "longer paths are excluded", "--aasa aasa", routes: ["/items/:id"],
      components: [#"{ "/": "/items/?*" }"#],
      [#"+{ "/": "/items/*/?*", "exclude": true },"#]),
    Row(
      "a path of letters is added", "--aasa aasa", routes: ["/a"],
      [#"-{ "/": "/" }"#, #"+{ "/": "/" },"#, #"+{ "/": "/a" }"#]),
    Row("what cannot be written exactly is not offered", "--aasa aasa", routes: ["/a/:id"], []),
    Row(
      "what leaves the finding is not offered", "--aasa aasa", routes: ["/items/:id(\\d+)"],
      components: [#"{ "/": "/items/?*" }"#], []),
    Row(
      "a filter is verified", "--manifest manifest", filters: root,
      ["-<intent-filter>", #"+<intent-filter android:autoVerify="true">"#]),
    Row(
      "a prefix of text is a path and a prefix", "--manifest manifest", routes: ["/a", "/a/*"],
      filters: root + [#"<data android:pathPrefix="/a" />"#],
      [
        "-<intent-filter>", #"+<intent-filter android:autoVerify="true">"#,
        #"-<data android:pathPrefix="/a" />"#, #"+<data android:path="/a" />"#,
        #"+<data android:pathPrefix="/a/" />"#,
      ]),
    Row(
      "a pattern is an advanced one", "--manifest manifest", routes: ["/a/:id"],
      filters: root + [#"<data android:pathPattern="/a/..*" />"#],
      [
        "-<intent-filter>", #"+<intent-filter android:autoVerify="true">"#,
        #"-<data android:pathPattern="/a/..*" />"#,
        #"+<data android:pathAdvancedPattern="/a/[^/][^/]*" />"#,
      ]),
    Row(
      "a scheme-specific part begins with slashes", "--manifest manifest", routes: ["/a"],
      filters: root + [#"<data android:sspPattern="x.example/a" />"#],
      [
        "-<intent-filter>", #"+<intent-filter android:autoVerify="true">"#,
        #"-<data android:sspPattern="x.example/a" />"#,
        #"+<data android:sspPattern="//x.example/a" />"#,
      ]),
  ]

  @Test(arguments: rows)
  func `a patch removes findings`(_ row: Row) throws {
    let folder = try TemporaryFolder()
    let routes = row.routes.enumerated().map { number, path in
      "  - { path: '\(path)', screen: S\(number) }\n"
    }
    let screens = row.routes.indices.map { "S\($0): {}" }
    try folder.file(
      "app.yaml",
      """
      signalbox: 1
      plugin: app
      links: [https://x.example]
      coordinators: { main: { kind: stack, start: / } }
      routes:
        - { path: /, screen: Home }
      \(routes.joined())screens: { \((["Home: {}"] + screens).joined(separator: ", ")) }

      """)
    try folder.file(
      "aasa",
      """
      {
        "applinks": {
          "details": [{
            "appIDs": ["A.b"],
            "components": [
              \(row.components.joined(separator: ",\n        "))
            ]
          }]
        }
      }

      """)
    try folder.file("manifest", Self.manifest(row.filters))
    let fix = "signalbox compare --fix \(row.options) app.yaml"
    let patch = try ShellSession.output(of: "\(fix) 2>/dev/null", in: folder)
    let changes = patch.split(separator: "\n").filter {
      ($0.hasPrefix("+") || $0.hasPrefix("-")) && !$0.hasPrefix("+++") && !$0.hasPrefix("---")
    }.map { line in "\(line.prefix(1))" + line.dropFirst().drop { $0 == " " } }
    #expect(changes == row.changes, "\(patch)")
    // The patch applies, and leaves nothing that an edit fixes.
    guard !row.changes.isEmpty else { return }
    let again = try ShellSession.output(
      of: "\(fix) 2>/dev/null >p; git apply -p0 p; \(fix) 2>/dev/null", in: folder)
    #expect(again.hasPrefix("exit "), "\(again)")
  }

  private static func manifest(_ data: [String]) -> String {
    """
    <manifest xmlns:android="http://schemas.android.com/apk/res/android">
      <application>
        <activity android:name=".Main" android:exported="true">
          <intent-filter>
            <action android:name="android.intent.action.VIEW" />
            <category android:name="android.intent.category.DEFAULT" />
            <category android:name="android.intent.category.BROWSABLE" />
            \(data.joined(separator: "\n        "))
          </intent-filter>
        </activity>
      </application>
    </manifest>

    """
  }
}
