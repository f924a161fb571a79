import Commands
import Diagnostics
import FileAccess
import Navigation
import RouteFiles
import TestSupport
import Testing

@testable import DeviceScripts

@MainActor struct MaestroFlowTests {
  private func flow(_ script: String, _ map: DeviceMap = DeviceMap()) -> DeviceScript {
    MaestroFlow.text(
      of: DeviceShop.lines(script), path: "a.nav", name: "a", map: map,
      in: DeviceShop.definition)
  }

  /// The lines of a flow after its start.
  private func commands(_ script: String, _ map: DeviceMap = DeviceMap()) -> [String] {
    let start = flow("").text
    let text = flow(script, map).text
    #expect(text.hasPrefix(start))
    return text.dropFirst(start.count).split(separator: "\n").map(String.init)
  }

  nonisolated static let equivalents: [(line: String, commands: [String])] = [
    ("open shop://items/1", [#"- openLink: "shop://items/1""#]),
    ("https://shop.example/items/1", [#"- openLink: "https://shop.example/items/1""#]),
    ("/items/1?a=b#c", [#"- openLink: "shop://items/1?a=b#c""#]),
    ("/nothing/here", [#"- openLink: "shop://nothing/here""#]),
    ("/", [#"- openLink: "shop://""#]),
    ("tap buy", ["- tapOn:", #"    id: "tap.buy""#]),
    ("tap \"a.b\"", ["- tapOn:", #"    id: "tap.a\\.b""#]),
    ("tab account", ["- tapOn:", #"    id: "tab.account""#]),
    ("back", ["- back"]),
    ("expect screen Item", ["- assertVisible:", #"    id: "screen.Item""#]),
    ("expect stack Item", ["- assertVisible:", #"    id: "screen.Item""#]),
    ("expect tap buy", ["- assertVisible:", #"    id: "tap.buy""#]),
    ("expect tab home", ["- assertVisible:", #"    id: "tab.home""#, "    selected: true"]),
    ("expect show 5 $ (net)", [#"- assertVisible: ".*5 \\$ \\(net\\).*""#]),
    ("# a comment", []),
    ("", []),
  ]

  @Test(arguments: equivalents)
  func `a line with an equivalent becomes that`(line: String, commands: [String]) {
    #expect(self.commands(line) == commands)
    #expect(flow(line).notes.isEmpty)
  }

  nonisolated static let partial: [(line: String, omission: String, last: String)] = [
    ("expect screen Item id=1", "the values of the screen", #"    id: "screen.Item""#),
    ("expect stack Item(id=1)", "the values of the screen", #"    id: "screen.Item""#),
    ("expect stack Home > Item", "the screens below the topmost", #"    id: "screen.Item""#),
    ("expect row 2 Tea", "the number of the row", #"- assertVisible: ".*Tea.*""#),
  ]

  @Test(arguments: partial)
  func `what is left out of a line is said`(line: String, omission: String, last: String) {
    #expect(commands(line).first == "# 1: \(line) (without \(omission))")
    #expect(commands(line).last == last)
    #expect(
      flow(line).notes.map(\.summary) == [
        "a.nav:1:1: note[export/part]: '\(line)' is exported without \(omission)."
      ])
  }

  @Test(arguments: [
    "open /items/1 inside", "dismiss", "root", "pop 1", "pop Home", "finish", "login ada", "logout",
    "satisfy login", "revoke login", "dirty on", "confirm", "cancel", "ready", "wait 1s",
    "expect stack home: Home", "expect outcome moved", "expect deferred none",
    "expect gate login open", "expect transitions none", "undo", "redo", "goto 0", "show", "taps",
    "log", "reload", "load other.nav", "save file", "open not-a-link", "help open", "open --help",
  ])
  func `a line without an equivalent becomes a comment`(line: String) {
    #expect(commands(line) == ["# 1: \(line) (no equivalent)"])
    #expect(
      flow(line).notes.map(\.summary) == [
        "a.nav:1:1: note[export/line]: '\(line)' has no equivalent."
      ])
  }

  @Test func `a path is sent under a base that keeps its route`() {
    var app = PluginDraft("app")
    app.links("app://")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    // It also takes 'app://only'.
    app.route("/:page", screen: "Page")
    var web = PluginDraft("web")
    web.links("https://web.example/x")
    web.route("/only", screen: "Only")
    let definition = AppDefinition.valid(app, web)
    #expect(definition.wholeLink("/only?a") == "https://web.example/x/only?a")
    #expect(definition.wholeLink("/") == "app://")
    #expect(definition.wholeLink("/none/here") == "app://none/here")
    #expect(definition.wholeLink("nothing") == nil)
    #expect(definition.wholeLink("1a:b") == nil)
    #expect(definition.wholeLink("mailto:a") == "mailto:a")
  }

  @Test func `a script begins with a fresh app, or with none if it begins cold`() {
    #expect(flow("back").text.contains("---\n- launchApp:\n    clearState: true\n- back\n"))
    #expect(flow("# c\ncold\n/items/1").text.contains("---\n- clearState\n- openLink:"))
  }

  @Test func `the map has precedence over the convention`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file(
      "ids.yaml",
      """
      map: 1
      screens: { Item: "a.*b" }
      taps: { buy: "x:id/buy" }
      tabs: { home: h }
      flows: { login ada: login.yaml, open /items/1: "it's" }
      """)
    let map = try DeviceMap(path: path)
    #expect(commands("expect screen Item", map).last == #"    id: "a.*b""#)
    #expect(commands("tap buy", map).last == #"    id: "x:id/buy""#)
    #expect(commands("tab home", map).last == #"    id: "h""#)
    #expect(commands("tab account", map).last == #"    id: "tab.account""#)
    #expect(commands("login  \"ada\"", map) == [#"- runFlow: "login.yaml""#])
    #expect(commands("/items/1", map) == [#"- runFlow: "it's""#])
    #expect(commands("login eve", map) == ["# 1: login eve (no equivalent)"])
  }

  @Test func `names that differ in their bytes have ids of their own`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("ids.yaml", "map: 1\nflows: { open \u{e9}: one }")
    let map = try DeviceMap(path: path)
    #expect(commands("open \u{e9}", map) == [#"- runFlow: "one""#])
    #expect(commands("open e\u{301}", map) == ["# 1: open e\u{301} (no equivalent)"])
  }

  @Test func `a comment is one line, whatever the line of the script is`() {
    #expect(commands("login \"a\nb\u{1b}\"") == [#"# 1: login "a\nb\u{1b}" (no equivalent)"#])
  }

  nonisolated static let texts: [(text: String, quoted: String)] = [
    ("a", #""a""#), ("", #""""#), (#"a"b\c"#, #""a\"b\\c""#), ("a\nb", #""a\U0000000ab""#),
    ("\u{85}\u{2028}\u{feff}", #""\U00000085\U00002028\U0000feff""#),
    ("\u{fffe}", #""\U0000fffe""#),
    ("밤 \u{1F3AC}", "\"밤 \u{1F3AC}\""), ("${a}", #""\\${a}""#), ("$a {b}", #""$a {b}""#),
    ("$${a}", #""$\\${a}""#), ("a: b #c", #""a: b #c""#),
  ]

  @Test(arguments: texts)
  func `a text is quoted for YAML and for Maestro's programs`(text: String, quoted: String) {
    #expect(quotedForMaestro(text) == quoted)
  }
}
