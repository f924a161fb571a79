import FileAccess
import RouteImport
import TestSupport
import Testing

@testable import signalbox

/// `signalbox import`.
struct ImportTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func output(of line: String) throws -> String {
    try ShellSession.output(of: line, in: folder)
  }

  /// Whether `node` is installed.
  static let hasNode = has("node")

  /// Whether a program is installed.
  static func has(_ program: String) -> Bool {
    (try? ShellSession.output(of: "command -v \(program)", in: TemporaryFolder()))
      .map { $0.hasSuffix("exit 0\n") } ?? false
  }

  static let pages =
    ["", "-json", "-expo", "-android-nav", "-go-router"]
    + (hasNode && has("tsc")
      ? ["-react-navigation", "-vue-router", "-react-router", "-angular", "-tanstack"] : [])

  @Test(arguments: pages) func `the examples of a page are what it prints`(page: String) throws {
    #expect(try Page("docs/import\(page).md").outputsCompared(in: folder) >= 1)
  }

  @Test(.enabled(if: hasNode && has("tsc"), "node or tsc is not installed"))
  func `the walk for adopters prints what its page says`() throws {
    #expect(try Page("docs/adopt.md").outputsCompared(in: folder) == 12)
  }

  @Test(arguments: ImportKind.words) func `a kind has a row and a page`(word: String) throws {
    #expect(try Page("docs/import.md").text.contains("\n| `\(word)` | "))
    #expect(try Page("docs/import-\(word).md").text.contains("`signalbox import \(word)`"))
  }

  static let mistakes: [(line: String, answer: String)] = [
    ("cvs x", "'import' does not take 'cvs'. Did you mean 'csv'?"),
    ("csv", "an operand is missing: 'import KIND FILE|FOLDER'"),
    ("csv nothing", "error[file/unreadable]: cannot read 'nothing': there is no such file"),
    ("expo nothing", "error[file/unreadable]: cannot read 'nothing': there is no such file"),
    ("csv .", "error[file/unreadable]: cannot read '.': "),
    ("csv empty -o used", "'empty' has no route that can be imported"),
    ("json broken", "broken:1:2: error[json/syntax]: "),
    ("vue-router broken", "broken:1:2: error[json/syntax]: "),
    ("manifest broken", "broken:1:1: error[import/source]: "),
    ("android-nav broken", "broken:1:1: error[import/source]: "),
    ("aasa broken", "broken:1:2: error[import/source]: "),
    ("react-navigation x.tsx", "error[file/unreadable]: cannot read 'x.tsx': there is no such"),
    ("csv good.csv --set A=b", "'--set' is for a module or a manifest"),
    ("manifest broken --set b", "'--set' takes NAME=VALUE, not 'b'"),
    ("vue-router good.json --set A=b", "'--set' is for a module or a manifest"),
    (
      "manifest app.xml --set hos=b",
      "no text of the source is unknown as 'hos'. Did you mean 'host'?"
    ),
    ("manifest app.xml --set host=b --set schem=c", "Did you mean 'scheme'?"),
    ("csv good.csv -o -", "--output does not take '-'"),
    ("csv good.csv --export a", "'--export' is for a module"),
    ("csv good.csv --gate a", "'--gate' is for a source whose routes have keys"),
    ("csv good.csv --no-gate a", "'--no-gate' is for a source whose routes have keys"),
    ("vue-router good.json --gate meta.rolle -o used", "Did you mean 'meta.role'?"),
    ("vue-router good.json --gate meta.role=y -o used", "no route gets a gate by the key"),
    ("vue-router good.json --gate ''", "'' names no key of a route. Write KEY, KEY=VALUE or !KEY"),
    (
      "csv good.csv -o used",
      "'used/good.imported.yaml' exists, and no import wrote it. Name another folder"
    ),
  ]

  @Test(arguments: mistakes.indices)
  func `a mistake is named, and nothing is written`(index: Int) throws {
    try folder.file("broken", "[")
    try folder.file("good.csv", "/,Home\n")
    try folder.file("good.json", #"[{"path":"/","component":"A","meta":{"role":"x"}}]"#)
    try folder.file("empty", "path,screen\n,A\n")
    try folder.file(
      "app.xml",
      """
      <manifest xmlns:android="http://schemas.android.com/apk/res/android">
      <data android:scheme="@string/scheme" android:host="www.${host}"/></manifest>
      """)
    try writeFile(folder.folder("used") + "/good.imported.yaml", Array("mine\n".utf8))
    let row = Self.mistakes[index]
    let text = try output(of: "signalbox import \(row.line); r=$?; cat used/*; (exit $r)")
    #expect(text.contains(row.answer), "\(text)")
    #expect(text.hasSuffix("mine\nexit 2\n"), "\(text)")
    // Nothing is added to a route file that is not written.
    #expect(!text.contains("[import/added]"), "\(text)")
  }

  @Test func `the report goes where the route file does not`() throws {
    try folder.file("a.csv", "/,Home\n/:a,A\n/:b,B\n")
    let summary = "3 routes: 2 imported, 0 changed, 1 dropped"
    #expect(try output(of: "signalbox import csv a.csv 2>&1 >a | tail -1").hasPrefix(summary))
    #expect(try output(of: "signalbox check a").hasPrefix("1 plugin, 2 routes: 0 errors"))
    let line = "signalbox import csv a.csv -o Routes"
    #expect(
      try output(of: line + " | tail -1") == summary + ", in Routes/a.imported.yaml\nexit 0\n")
    // Apart from the origin and the digest.
    let compared = "tail -n +2 a >text; tail -n +4 Routes/a.imported.yaml | diff text -"
    #expect(try output(of: compared) == "exit 0\n")
    #expect(
      try output(of: line + " | tail -1")
        == summary + ", in Routes/a.imported.yaml, unchanged\nexit 0\n")
    #expect(try output(of: "signalbox check Routes").hasPrefix("1 plugin, 2 routes: 0 errors"))
  }

  // Nothing that somebody wrote into the file is lost.
  @Test func `an edited file is not replaced`() throws {
    try folder.file("a.csv", "/,Home\n/x,X\n")
    let text = try output(
      of: """
        signalbox import csv a.csv -o . >report
        sed -i.bak 's/$/\r/' a.imported.yaml
        signalbox import csv a.csv -o . | tail -1
        sed -i.bak 's/X: {}/X: { title: mine }/' a.imported.yaml
        cp a.imported.yaml before
        signalbox import csv a.csv -o .; r=$?; diff a.imported.yaml before && (exit $r)
        """)
    #expect(text.contains(", in ./a.imported.yaml, unchanged\n"), "\(text)")
    #expect(text.contains("error[file/unwritable]: './a.imported.yaml' was edited since"))
    #expect(text.hasSuffix("exit 2\n"), "\(text)")
  }

  @Test func `a file of an earlier version is not taken for one's own`() throws {
    try folder.file("a.csv", "/,Home\n")
    let text = try output(of: "touch .a.imported a.yaml; signalbox import csv a.csv -o .; ls")
    #expect(text.contains("an earlier version imported './a.yaml', and './.a.imported' is what"))
    #expect(!text.contains("a.imported.yaml"), "\(text)")
  }

  // The gate of an imported route is added in another file; the source renames the route.
  @Test func `an import that would leave an addition without its route is not written`() throws {
    try folder.file("a.csv", "/,Home\n/orders,Orders\n")
    try folder.file(
      "app.yaml",
      """
      signalbox: 1
      plugin: app
      gates: { login: { challenge: /login } }
      extend: [{ path: /orders, gates: login }]
      routes: [{ path: /login, screen: Login }]
      screens: { Login: {}, Orders: { title: All } }
      """)
    let text = try output(
      of: """
        signalbox import csv a.csv -o Routes >report && mv app.yaml Routes
        signalbox check --strict Routes || exit 3
        signalbox why --routes Routes /orders | grep login
        cp -r Routes before; sed -i.bak s/orders/order/ a.csv
        signalbox import csv a.csv -o Routes; r=$?; diff -r before Routes && (exit $r)
        """)
    #expect(text.hasPrefix("2 plugins, 3 routes: 0 errors, 0 warnings\n"), "\(text)")
    #expect(
      text.contains(
        "Routes/app.yaml:4:18: error[route/extension]: no other plugin has a route with the path "
          + "'/orders'. Did you mean '/order'?"), "\(text)")
    #expect(text.hasSuffix("exit 2\n"), "\(text)")
  }

  /// What another file of the folder declares, what is added to the source, and the error.
  static let conflicts: [(other: String, source: String, error: String)] = [
    (
      "routes:\n  - { path: /more, screen: X }", "/more,Y",
      "error[route/conflict]: '/more' appears twice, first at "
    ),
    // Every link of a new route opens those of the other file.
    (
      "routes:\n  - { path: /n/a, screen: X }\n  - { path: /n/b, screen: X }", "/n/:x(a|b),N",
      "a.csv:3:1: error[route/shadowed]: "
    ),
  ]

  @Test(arguments: conflicts.indices)
  func `an update that conflicts with another file is not written`(index: Int) throws {
    let row = Self.conflicts[index]
    try folder.file("a.csv", "/,Home\n/x,X\n")
    try folder.file("b.yaml", "signalbox: 1\nplugin: b\n" + row.other + "\n")
    let text = try output(
      of: """
        signalbox import csv a.csv -o Routes >report
        mv b.yaml Routes; signalbox check Routes >report || exit 3
        cp -r Routes before
        echo '\(row.source)' >>a.csv
        signalbox import csv a.csv -o Routes; r=$?; diff -r before Routes && (exit $r)
        """)
    #expect(text.contains(row.error), "\(text)")
    #expect(text.contains("a.csv:3:1"), "\(text)")
    #expect(text.contains("Routes/b.yaml:4:"), "\(text)")
    #expect(
      text.contains("with 'Routes/a.imported.yaml' updated, the route files of 'Routes' would"))
    #expect(text.hasSuffix("exit 2\n"), "\(text)")
  }

  @Test func `a screen that another file declares is no conflict`() throws {
    try folder.file("b.yaml", "signalbox: 1\nplugin: b\nscreens:\n  More: {}\n")
    let text = try output(
      of: """
        echo '/,Home' >a.csv; signalbox import csv a.csv -o Routes >report; mv b.yaml Routes
        echo '/more,More' >>a.csv; signalbox import csv a.csv -o Routes | grep '^[-+]'
        signalbox check Routes
        """)
    #expect(
      text == "+   - { path: /more, screen: More }\n+   More: {}\n"
        + "2 plugins, 2 routes: 0 errors, 0 warnings\nexit 0\n")
  }

  @Test func `a table joins the app of the folder`() throws {
    try folder.file(
      "app.yaml",
      """
      signalbox: 1
      plugin: app
      gates: { login: { challenge: /login } }
      coordinators: { main: { kind: stack, start: / } }
      routes: [{ path: /, screen: Home }, { path: /login, screen: Login, as: sheet }]
      screens: { Home: {}, Login: {} }
      """)
    let text = try output(
      of: """
        mkdir Routes; mv app.yaml Routes; printf '/b/:id,B,login\n/c/:id,Home\n' >b.csv
        signalbox import csv b.csv -o Routes && tail -n +4 Routes/b.imported.yaml && signalbox check Routes
        echo '/d,D' >>b.csv; signalbox import csv b.csv -o Routes
        signalbox resolve --routes Routes /d
        """)
    #expect(
      text == """
        2 routes: 2 imported, 0 changed, 0 dropped, in Routes/b.imported.yaml
        signalbox: 1
        plugin: b

        routes:
          - { path: /b/:id, screen: B, gates: login }
          - { path: /c/:id, screen: Home }

        screens:
          B: {}
          Home: {}
        2 plugins, 4 routes: 0 errors, 0 warnings
        +   - { path: /d, screen: D }
        +   D: {}
        3 routes: 3 imported, 0 changed, 0 dropped, in Routes/b.imported.yaml, updated
        /d: D by /d, push
        exit 0

        """)
  }

  @Test func `a source with a root of its own does not join an app, and nothing is written`() throws
  {
    try folder.file(
      "b.json",
      #"{"coordinators":{"mine":{"kind":"stack","start":"/b"}},"#
        + #""routes":[{"path":"/b","screen":"B","in":"mine"}]}"#)
    let text = try output(
      of: """
        echo '/,Home' >a.csv; signalbox import csv a.csv -o Routes >report
        signalbox import json b.json -o Routes; r=$?; ls -1A Routes; (exit $r)
        """)
    #expect(text.contains("two coordinators have no parent: 'mine' and 'root'"), "\(text)")
    #expect(
      text.contains("with 'Routes/b.imported.yaml', the route files of 'Routes' would"), "\(text)")
    #expect(text.hasSuffix("\na.imported.yaml\nexit 2\n"), "\(text)")
  }

  @Test func `a graph that another one includes joins its app`() throws {
    func graph(_ name: String) -> String {
      """
      <navigation xmlns:app="http://schemas.android.com/apk/res-auto" startDestination="@id/\(name)">
      <fragment id="@id/\(name)"><deepLink app:uri="shop://\(name)" /></fragment></navigation>
      """
    }
    try folder.file("main.xml", graph("home"))
    try folder.file("more.xml", graph("more"))
    let text = try output(
      of: """
        signalbox import android-nav main.xml -o Routes >report
        signalbox import android-nav more.xml -o Routes && signalbox check Routes
        """)
    #expect(
      text == """
        warning[import/dropped]: coordinator 'root' is dropped: another file of the folder has the \
        root.
        1 route: 1 imported, 0 changed, 0 dropped; other parts: 1 dropped, in Routes/more.imported.yaml
        2 plugins, 2 routes: 0 errors, 0 warnings
        exit 0

        """)
  }

  @Test func `errors that a folder has already do not prevent an import`() throws {
    try folder.file("b.yaml", "signalbox: 1\nplugin: b\nwrong: 1\n")
    let text = try output(
      of: "mkdir Routes; mv b.yaml Routes; echo '/,Home' >a.csv; "
        + "signalbox import csv a.csv -o Routes && cat Routes/a.imported.yaml")
    #expect(text.contains("'Routes' had errors before this import"), "\(text)")
    #expect(text.hasSuffix("Home: {}\nexit 0\n"), "\(text)")
  }

  @Test func `spellings of one path are one source`() throws {
    let text = try output(
      of: """
        mkdir -p app x; touch app/index.tsx; echo '/,Home' >a.csv
        signalbox import expo app -o Routes >report
        for path in ./app app/ .//app x/../app app/.; do
          signalbox import expo $path -o Routes | tail -1 | sed 's/.*, in //'
        done
        # A source that was moved.
        signalbox import csv a.csv -o Old >report
        sed -i.bak 's/csv a.csv/csv .\\/a.csv/' Old/a.imported.yaml
        signalbox import csv a.csv -o Old | tail -1
        cp a.csv x
        signalbox import csv x/a.csv -o Old
        """)
    let unchanged = "Routes/app.imported.yaml, unchanged\n"
    #expect(text.hasPrefix(String(repeating: unchanged, count: 5)), "\(text)")
    #expect(
      text.contains(
        "\n1 route: 1 imported, 0 changed, 0 dropped, in Old/a.imported.yaml, unchanged\n"),
      "\(text)")
    #expect(text.hasSuffix("exit 2\n"), "\(text)")
  }

  @Test func `the file is named after the source by its bytes`() throws {
    try folder.file("\u{301}a.csv", "/,Home\n")
    let text = try output(
      of: "mkdir lists; mv *a.csv lists; signalbox import csv lists/*a.csv -o Routes | tail -1")
    #expect(text.contains(", in Routes/a.imported.yaml\n"), "\(text)")
  }

  @Test func `another source with the same name does not replace a file`() throws {
    let text = try output(
      of: """
        mkdir one two
        echo '[{"path":"/","screen":"One"}]' >one/routes.json
        echo '[{"path":"/","screen":"Two"}]' >two/routes.json
        echo '/,Three' >one/routes.csv
        signalbox import json one/routes.json -o Routes >report
        for i in 'json two/routes.json' 'csv one/routes.csv'; do
          signalbox import $i -o Routes 2>&1 && exit 3
        done
        grep -c One Routes/routes.imported.yaml
        signalbox import json one/routes.json -o Routes | tail -1
        """)
    let refusal =
      "error[file/unwritable]: 'Routes/routes.imported.yaml' was imported by 'signalbox import json "
      + "one/routes.json'. Name another folder; or, if the source was moved, write its new path in "
      + "the first line of the file.\n"
    #expect(
      text == refusal + refusal
        + "2\n1 route: 1 imported, 0 changed, 0 dropped, in Routes/routes.imported.yaml, unchanged\nexit 0\n"
    )
  }

  @Test func `no line of a file is shown that a link leads to from elsewhere`() throws {
    let secrets = try TemporaryFolder()
    let secret = try secrets.file("secret", "password: hunter2\n")
    _ = try folder.link("x.json", to: secret)
    _ = try folder.link("sub", to: secrets.path)
    for path in ["x.json", "sub/secret", folder("x.json"), folder("sub/secret")] {
      let hidden = try output(of: "signalbox import aasa \(path) 2>&1")
      #expect(hidden.contains("\(path):1:1: error[import/source]"), "\(hidden)")
      #expect(!hidden.contains("hunter2"), "\(hidden)")
    }
    // A link within the folder hides nothing, and neither does a path without links.
    try folder.file("real.txt", "password: hunter2\n")
    _ = try folder.link("y.json", to: "real.txt")
    for path in ["y.json", secret] {
      let shown = try output(of: "signalbox import aasa \(path) 2>&1")
      #expect(shown.contains("hunter2"), "\(shown)")
    }
  }
}
