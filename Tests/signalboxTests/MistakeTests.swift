import FileAccess
import TestSupport
import Testing

/// What newcomers get wrong, in the app that `init` writes: each answer names the place, the fault
/// and what to do.
struct MistakeTests {
  /// A text of the route file, what is written in its place, and what `check` answers.
  static let inFiles: [(text: String, mistake: String, answer: String)] = [
    (
      "screen: Home }", "scren: Home }",
      "18:16: error[format/unknown-key]: a route has no key 'scren'. Did you mean 'screen'?"
    ),
    (
      "screen: Home }", "screen: Hme }",
      "18:24: error[name/unknown]: no screen is called 'Hme'. Did you mean 'Home'?"
    ),
    (
      "{ id: int }", "{ id: itn }",
      "22:55: error[format/bad-value]: 'id' does not take 'itn'. Did you mean 'int'?"
    ),
    (
      "{ id: int }", "{ number: int }",
      "22:51: error[pattern/type]: '/items/:id' has no parameter 'number'; it has 'id'."
    ),
    (
      "{ id: int }", "{ id: integer }",
      "22:55: error[format/bad-value]: 'id' does not take 'integer'. Did you mean 'int'?"
    ),
    (
      "/items/:id\", screen: Item, params: { id: int }", "/items/{id}\", screen: Item",
      "22:13: warning[route/notation]: '{id}' in '/items/{id}' is literal text, not a parameter. "
        + "Did you mean '/items/:id'?"
    ),
    (
      "screen: Home }", "screen: Home",
      "18:28: error[yaml/syntax]: invalid YAML: did not find expected ',' or '}'"
    ),
    (
      "account: tab account", "account: tabb account",
      "'tabb account': no event is called 'tabb'. Did you mean 'tab'?"
    ),
    ("signalbox: 1", "", "a route file needs 'signalbox'. Add 'signalbox: 1'."),
    (
      "gates: [login]", "gates: [logn]",
      "15:52: error[name/unknown]: no gate is called 'logn'. Did you mean 'login'?"
    ),
    (
      "in: home }", "in: hom }",
      "22:66: error[name/unknown]: no coordinator is called 'hom'. Did you mean 'home'?"
    ),
    (
      "as: sheet", "as: shet",
      "19:40: error[format/bad-value]: 'as' does not take 'shet'. Did you mean 'sheet'?"
    ),
    (
      "[home, account]", "[home, acount]",
      "13:40: error[name/unknown]: no coordinator is called 'acount'. Did you mean 'account'?"
    ),
    (
      "start: / }", "start: /hom }",
      "14:31: error[coordinator/start]: the start '/hom' of coordinator 'home' opens nothing"
    ),
    (
      "challenge: /login", "challenge: /logn",
      "no route matches '/logn'; the nearest is '/login': segment 1 is 'logn', not 'login'."
    ),
    (
      "signalbox: 1", "signalbox: 2",
      "3:12: error[format/version]: the file has format 2; this program reads format 1."
    ),
    ("plugin: shop", "", "3:1: error[format/missing-key]: a route file needs 'plugin'. Add it."),
    (
      "  Login: { taps", "\tLogin: { taps",
      "error[yaml/syntax]: invalid YAML: found character that cannot start any token while "
        + "scanning for the next token. Indent with spaces"
    ),
    (
      "title: \"Item :id\"", "title: Item: x",
      "31:22: error[yaml/syntax]: invalid YAML: did not find expected ',' or '}' while parsing a "
        + "flow mapping. Separate with commas, close the bracket, and quote a text that contains ': '"
    ),
    (
      "\"Item :id\"", "\"Item :number\"",
      "31:18: error[title/parameter]: the title of screen 'Item' uses ':number', which route "
        + "'/items/:id' does not provide."
    ),
    (
      "first: /items/1", "first: /itms/1",
      "28:26: error[tap/nothing]: tap 'first' of screen 'Home' leads nowhere: '/itms/1' opens"
    ),
    (
      "order: \"/orders/:id\"", "order: \"/orders/:nr\"",
      "1 error, 0 warnings"
    ),
    (
      "  - { path: /login,", "  - { path: /account, screen: Item }\n  - { path: /login,",
      "error[route/conflict]: '/account' appears twice, first at Routes/app.yaml:19:13"
    ),
    (
      "[shop://,", "[shop,",
      "6:9: error[base/syntax]: 'shop' is not a valid base: it does not have the form 'scheme://…'. "
        + "Write a base such as"
    ),
  ]

  /// What is typed into a shell, and the answer.
  static let typed: [(line: String, answer: String)] = [
    ("signalbox -c 'opne /items/1'", "no command is called 'opne'. Did you mean 'open'?"),
    ("signalbox -c 'open items/1'", "did you mean '/items/1'?"),
    ("signalbox -c 'open /item/1'", "did you mean '/items/1'?"),
    ("signalbox -c 'open shop://itms/1'", "did you mean 'shop://items/1'?"),
    ("signalbox -c 'tap frist'", "Home has no tap 'frist'; it has first, account"),
    ("signalbox -c 'tab acount'", "no tab is called 'acount'; did you mean 'account'?"),
    ("signalbox -c 'satisfy logn'", "no gate is called 'logn'; did you mean 'login'?"),
    ("signalbox -c 'wait 10'", "Write it as: wait DURATION. Example: wait 10m."),
    ("signalbox -c 'expect scren Home'", "Did you mean 'screen'?"),
    ("signalbox -c 'goto 99'", "cannot go to 99: the session has 0 events."),
    ("signalbox -c 'source nofile.nav'", "cannot read 'nofile.nav': there is no such file"),
    ("signalbox repaly x.nav", "unknown command 'repaly'. Did you mean 'replay'?"),
    ("signalbox check --strct", "unknown option '--strct'. Did you mean --strict?"),
    ("signalbox stack", "It is a command of the prompt: run signalbox -c 'stack'."),
    ("signalbox /items/1", "or 'signalbox -c LINK' to open it."),
    ("signalbox check nofolder", "cannot read 'nofolder': there is no such file or folder."),
    ("signalbox help opne", "no help on 'opne'. Did you mean 'open'?"),
    ("signalbox import react-nav x", "does not take 'react-nav'. Did you mean 'react-navigation'?"),
    ("signalbox import expo-app x", "Did you mean 'expo'?"),
    ("signalbox import a x", "does not take 'a'. See 'signalbox help import'."),
    (
      "echo '# Later.' > a.nav; signalbox replay a.nav",
      "error[file/none-found]: 'a.nav' contains no step. Write a command in it, such as 'open LINK'"
    ),
    ("signalbox check --format xml", "--format does not take 'xml'. Use one of text, json, sarif"),
    ("signalbox graph --of nix", "--of does not take 'nix'. Use one of tree, taps, routes, gates."),
    ("signalbox send --socket ./s stack", "Start one with 'signalbox serve', or name its socket"),
  ]

  @Test(arguments: inFiles)
  func `a mistake in a route file is explained`(_ text: String, _ mistake: String, _ answer: String)
    throws
  {
    let folder = try TemporaryFolder()
    _ = try ShellSession.output(of: "signalbox init", in: folder)
    let path = folder.path + "/Routes/app.yaml"
    let file = String(decoding: try readFile(path, bytesMax: 100_000), as: UTF8.self)
    let parts = file.split(separator: text, maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2, "the file lacks '\(text)'")
    try writeFile(path, Array((parts[0] + mistake + parts[1]).utf8))
    let found = try ShellSession.output(of: "signalbox check", in: folder)
    #expect(found.contains(answer), "\(found)")
    #expect(found.hasSuffix("exit 1\n"), "\(found)")
  }

  @Test(arguments: typed)
  func `a mistake on a line is explained`(_ line: String, _ answer: String) throws {
    let found = try ShellSession.output(
      of: "signalbox init > out && \(line)", in: TemporaryFolder())
    #expect(found.contains(answer), "\(found)")
    #expect(!found.hasSuffix("exit 0\n"), "\(found)")
  }
}
