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
      "a '/*' at the end requires a segment", "--aasa aasa", routes: ["/items/:id"],
      components: [#"{ "exclude": true, "/": "/items/*/*" }"#, #"{ "/": "/items/?*" }"#],
      [
        #"-{ "exclude": true, "/": "/items/*/*" },"#,
        #"+{ "exclude": true, "/": "/items/*/?*" },"#,
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
    try folder.file("app.yaml", Self.app(routes.joined(), screens.joined(separator: ", ")))
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
    #expect(Self.changes(in: patch) == row.changes, "\(patch)")
    // The patch applies, and leaves nothing that an edit fixes.
    guard !row.changes.isEmpty else { return }
    let again = try ShellSession.output(
      of: "\(fix) 2>/dev/null >p; git apply p; \(fix) 2>/dev/null", in: folder)
    #expect(again.hasPrefix("exit "), "\(again)")
  }

  /// The folder in which the program runs, and the association file from there.
  static let names: [(here: String, file: String)] = [
    (".", "aasa"), (".", "my files/a b"), (".", "./x/../aasa"), ("x/y", "../../aasa"),
    ("x/y", "../../my files/a b"), (".", "\"quoted\\"), (".", "a\tb"), (".", "é"),
  ]

  @Test(arguments: names)
  func `a patch applies to a file of any name`(here: String, file: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.folder("x")
    _ = try folder.folder("x/y")
    _ = try folder.folder("my files")
    try folder.file("app.yaml", Self.app("  - { path: /a, screen: A }\n", "A: {}"))
    let aasa = #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"/"}]}]}}"#
    try writeFile(folder(here) + "/" + file, Array(aasa.utf8))
    try folder.file("name", file)
    for apply in ["git apply ", "patch -f -s -p1 <"] {
      let text = try ShellSession.output(
        of: """
          p=$PWD; cd \(here)
          fix="signalbox compare --fix --routes $p/app.yaml --aasa"
          $fix "$(cat "$p/name")" >"$p/patch" 2>"$p/notes"
          cp "$(cat "$p/name")" "$p/before"
          where=$(sed -n "s/.* are relative to '\\(.*\\)':.*/\\1/p" "$p/notes")
          (cd "./$where" && \(apply)"$p/patch") || exit 9
          $fix "$(cat "$p/name")"; echo "left $?"
          cp "$p/before" "$(cat "$p/name")"
          """, in: folder)
      #expect(text == "left 0\nexit 0\n", "\(text)")
    }
  }

  private static func app(
    links: String = "https://x.example", _ routes: String, _ screens: String
  ) -> String {
    """
    signalbox: 1
    plugin: app
    links: [\(links)]
    coordinators: { main: { kind: stack, start: / } }
    routes:
      - { path: /, screen: Home }
    \(routes)screens: { Home: {}, \(screens) }

    """
  }

  /// Routes, the options and filters of the manifest, and the lines of the patch that change.
  static let ofRoutes: [(name: String, app: String, data: [String], changes: [String])] = [
    (
      "a host that the manifest has", app("  - { path: /a, screen: A }\n", "A: {}"),
      [home, #"<data android:host="www.x.example" />"#]
        + ["/", "/a"].map { #"<data android:path="\#($0)" />"# },
      ["-links: [https://x.example]", "+links: [https://x.example, https://www.x.example]"]
    ),
    (
      "the same in lines, quoted",
      app("", "").replacing("links: [https://x.example]", with: "links:\n  - 'https://x.example'"),
      root + [#"<data android:host="www.x.example" />"#], ["+- 'https://www.x.example'"]
    ),
    (
      "the same with comments",
      app("", "").replacing(
        "links: [https://x.example]", with: "links:\n  - https://x.example # web"),
      root + [#"<data android:host="www.x.example" />"#], ["+- https://www.x.example"]
    ),
    (
      "no host that is only an example", app("", ""),
      [#"<data android:scheme="https" android:host="*x.example" android:path="/" />"#], []
    ),
    (
      "no host that takes more than the routes", app("", ""),
      [home, #"<data android:host="y.example" />"#], []
    ),
    (
      "an allowed code without a finding",
      app("  - { path: /a, screen: A, allow: [compare/one-platform] }\n", "A: {}"),
      root + [#"<data android:path="/a" />"#],
      [
        "-- { path: /a, screen: A, allow: [compare/one-platform] }",
        "+- { path: /a, screen: A }",
      ]
    ),
    (
      "one of two codes",
      app(
        "  - { path: /a, screen: A, allow: [compare/gated, compare/one-platform] }\n"
          + "  - { path: /login, screen: Login }\n", "A: {}, Login: {}"
      ).replacing("screen: A,", with: "screen: A, gates: [login],")
        .replacing("coordinators", with: "gates: { login: { challenge: /login } }\ncoordinators"),
      root + ["/a", "/login"].map { #"<data android:path="\#($0)" />"# },
      [
        "-- { path: /a, screen: A, gates: [login], allow: [compare/gated, compare/one-platform] }",
        "+- { path: /a, screen: A, gates: [login], allow: [compare/gated] }",
      ]
    ),
    (
      "a line of its own",
      app("  - path: /a\n    screen: A\n    allow: compare/one-platform\n", "A: {}"),
      root + [#"<data android:path="/a" />"#], ["-allow: compare/one-platform"]
    ),
  ]

  @Test(arguments: ofRoutes.indices)
  func `a patch changes route files where that removes findings`(index: Int) throws {
    let row = Self.ofRoutes[index]
    let folder = try TemporaryFolder()
    try folder.file("app.yaml", row.app)
    try folder.file(
      "manifest",
      Self.manifest(row.data).replacing(
        "<intent-filter>", with: #"<intent-filter android:autoVerify="true">"#))
    let paths = ["/", "/a", "/login"].filter { row.app.contains("path: \($0)") }
    let components = paths.map { #"{"/":"\#($0)"}"# }.joined(separator: ",")
    try folder.file(
      "aasa", #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[\#(components)]}]}}"#)
    let fix = "signalbox compare --fix --aasa aasa --manifest manifest app.yaml 2>/dev/null"
    let patch = try ShellSession.output(of: fix, in: folder)
    #expect(Self.changes(in: patch) == row.changes, "\(row.name): \(patch)")
    guard !row.changes.isEmpty else { return }
    let again = try ShellSession.output(of: "\(fix) >p; git apply p; \(fix)", in: folder)
    #expect(again == "exit 0\n", "\(row.name): \(again)")
  }

  @Test func `what a patch changes on older levels of Android is said`() throws {
    let folder = try TemporaryFolder()
    try folder.file("app.yaml", Self.app("  - { path: '/a/:id', screen: A }\n", "A: {}"))
    let data = Self.root + [#"<data android:pathPattern="/a/..*" />"#]
    try folder.file("manifest", Self.manifest(data))
    let text = try ShellSession.output(
      of: "signalbox compare --fix --manifest manifest app.yaml 2>&1 >/dev/null", in: folder)
    #expect(
      text.contains(
        "manifest:10:15: note[compare/older-levels]: up to Android 11, 'https://x.example/a/a' "
          + "opens no app after the patch"), "\(text)")
    let old = try ShellSession.output(
      of: "signalbox compare --fix --api 30 --manifest manifest app.yaml 2>&1", in: folder)
    #expect(!old.contains("older-levels"), "\(old)")
  }

  /// The lines of a patch that change something, without their indentation.
  private static func changes(in patch: String) -> [String] {
    patch.split(separator: "\n").filter {
      ($0.hasPrefix("+") || $0.hasPrefix("-")) && !$0.hasPrefix("+++") && !$0.hasPrefix("---")
    }.map { line in "\(line.prefix(1))" + line.dropFirst().drop { $0 == " " } }
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
