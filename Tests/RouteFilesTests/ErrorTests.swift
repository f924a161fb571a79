import Diagnostics
import Navigation
import Testing

@testable import RouteFiles

/// A file and its errors.
struct ErrorRow: CustomTestStringConvertible, Sendable {
  let text: String
  let expected: [String]
  let location: SourceLocation
  var testDescription: String { String(text.prefix(60)) }

  init(_ text: String, _ expected: String..., location: SourceLocation = #_sourceLocation) {
    self.text = text
    self.expected = expected
    self.location = location
  }
}

@Suite struct ErrorTests {
  static let yamlRows = [
    ErrorRow("", "1:1 file/empty"),
    ErrorRow("\n# nothing\n", "1:1 file/empty"),
    ErrorRow("---\n", "2:1 file/empty"),
    ErrorRow("\u{FEFF}signalbox: 1\n", "1:1 file/encoding"),
    ErrorRow(start + "run: a\u{FEFF}b\n", "3:7 file/encoding"),
    ErrorRow(start + "run: a\u{0}b\n", "3:7 file/encoding"),
    ErrorRow(start + "run: é\u{1B}[2J\n", "3:7 file/encoding"),
    ErrorRow(start + "run: \u{7F}\n", "3:6 file/encoding"),
    ErrorRow(start + "run: a\u{85}b\n", "3:7 file/encoding"),
    ErrorRow(start + "run: a\u{2028}b\n", "3:7 file/encoding"),
    ErrorRow(start + "run: a\u{FFFF}b\n", "3:7 file/encoding"),
    ErrorRow(start + "run: \"a\\0b\"\n", "3:6 file/encoding"),
    ErrorRow(start + "run: \"a\\eb\"\n", "3:6 file/encoding"),
    ErrorRow(start + "a: b: c\n", "3:5 yaml/syntax"),
    ErrorRow(start + "run: [a\n", "3:8 yaml/syntax"),
    ErrorRow(start + "run: \"a\n", "3:6 yaml/syntax"),
    ErrorRow(start + "gates: { é: { challenge: /\n  # c\n\nroutes: []\n", "3:27 yaml/syntax"),
    ErrorRow(start + "routes:\n  - { path: /\n  - { path: /b }\n", "4:14 yaml/syntax"),
    ErrorRow(start + "gates: {\n  a: b c: d }\n", "4:9 yaml/syntax"),
    ErrorRow(start + "gates: {\n  a: [b]\n  c: d }\n", "4:9 yaml/syntax"),
    ErrorRow(start + "run: @a\n", "3:6 yaml/syntax"),
    ErrorRow(start + "run: *.a\n", "3:7 yaml/syntax"),
    ErrorRow(start + "gates:\n\tlogin: {}\n", "4:1 yaml/syntax"),
    ErrorRow(start + "run: \"\\ud83d\\ude00\"\n", "3:9 yaml/syntax"),
    ErrorRow("\t{\"signalbox\": 1}", "1:1 yaml/syntax"),
    ErrorRow("{\t\"signalbox\":1,\"plugin\":\"a\",}\n"),
    ErrorRow(start + "run: &x a\n", "3:6 yaml/unsupported"),
    ErrorRow(start + "run: *x\n", "3:6 yaml/unsupported"),
    ErrorRow(start + "run: !!str a\n", "3:6 yaml/unsupported"),
    ErrorRow(start + "run: ! a\n", "3:6 yaml/unsupported"),
    ErrorRow(start + "gates: &g {}\n", "3:8 yaml/unsupported"),
    ErrorRow(start + "links: &g []\n", "3:8 yaml/unsupported"),
    ErrorRow("%YAML 1.1\n---\n" + start, "1:1 yaml/unsupported"),
    ErrorRow("---\n" + start + "...\n%TAG ! a\n---\n", "5:1 yaml/unsupported"),
    ErrorRow(start + "---\n" + start, "3:1 yaml/unsupported"),
    ErrorRow(start + "<<: {}\n", "3:1 yaml/unsupported"),
    ErrorRow(start + "\"<<\": {}\n", "3:1 format/unknown-key"),
    ErrorRow(start + "? [a]\n: b\n", "3:3 yaml/unsupported"),
    ErrorRow(start + "{a: b}: c\n", "3:1 yaml/unsupported"),
    ErrorRow(start + "~: c\n", "3:1 yaml/unsupported"),
    ErrorRow(start + "*x : c\n", "3:1 yaml/unsupported"),
    ErrorRow(start + "run: a\nrun: b\n", "4:1 yaml/duplicate-key"),
    ErrorRow(start + "\"plugin\": b\n", "3:1 yaml/duplicate-key"),
    ErrorRow(
      start + "run: \(String(repeating: "a", count: FileLimits.scalarBytesMax + 1))\n",
      "3:6 yaml/limit"),
    ErrorRow(start + "run: \(String(repeating: "[", count: 40))\n", "3:37 yaml/limit"),
  ]

  static let fileRows = [
    ErrorRow("a", "1:1 format/wrong-type"),
    ErrorRow("- a", "1:1 format/wrong-type"),
    ErrorRow("{}", "1:1 format/missing-key", "1:1 format/missing-key"),
    ErrorRow("plugin: a\n", "1:1 format/missing-key"),
    ErrorRow("# c\nsignalbox: 1\n", "2:1 format/missing-key"),
    ErrorRow("signalbox: 2\nplugin: a\nnew: 1\n", "1:12 format/version"),
    ErrorRow("signalbox: '1'\nplugin: a\n", "1:12 format/version"),
    ErrorRow("signalbox: [1]\nplugin: a\n", "1:12 format/version"),
    ErrorRow("signalbox:\nplugin: a\n", "1:11 format/version"),
    ErrorRow("signalbox: 1\nplugin:\n", "2:8 format/missing-value"),
    ErrorRow("signalbox: 1\nplugin: a b\n", "2:9 name/invalid"),
    ErrorRow("signalbox: 1\nplugin: [a]\n", "2:9 format/wrong-type"),
    ErrorRow("signalbox: 1\nplugin: ''\n", "2:9 format/bad-value"),
    ErrorRow(start + "Routes: []\n", "3:1 format/unknown-key"),
    ErrorRow(start + "caseSensitive: 'true'\n", "3:16 format/bad-value"),
    ErrorRow(start + "caseSensitive: maybe\n", "3:16 format/bad-value"),
    ErrorRow(start + "caseSensitive: 1\n", "3:16 format/bad-value"),
    ErrorRow(start + "caseSensitive: []\n", "3:16 format/wrong-type"),
    ErrorRow(start + "links: {a: b}\n", "3:8 format/wrong-type"),
    ErrorRow(start + "links: [a, [b]]\n", "3:12 format/wrong-type"),
    ErrorRow(start + "links: [a, ~]\n", "3:12 format/missing-value"),
    ErrorRow(start + "links: [a, '']\n", "3:12 format/bad-value"),
    ErrorRow(start + "links: [a, b, a]\n", "3:15 name/duplicate"),
    ErrorRow(start + "links:\n", "3:7 format/missing-value"),
    ErrorRow(start + "run: []\n", "3:6 format/bad-value"),
    ErrorRow(start + "run: ['', a]\n", "3:6 format/bad-value"),
    ErrorRow(start + "run: [a, '', '']\n"),
    ErrorRow(start + "run: [a, {b: c}]\n", "3:10 format/wrong-type"),
    ErrorRow(start + "run: null\n", "3:6 format/missing-value"),
    ErrorRow(start + "swift: maybe\n", "3:8 format/bad-value"),
    ErrorRow(start + "swift:\n", "3:7 format/missing-value"),
    ErrorRow(start + "run: a\nenv: [1A]\n", "4:7 format/bad-value"),
    ErrorRow(start + "run: a\nenv: A=b\n", "4:6 format/bad-value"),
    ErrorRow(start + "run: a\nenv: [A, '', A]\n", "4:10 format/bad-value", "4:14 name/duplicate"),
    ErrorRow(start + "run: a\nenv: {}\n", "4:6 format/wrong-type"),
    ErrorRow(start + "env: [A]\n", "3:6 format/missing-key"),
    ErrorRow(start + "run: a\nenv: [A, _b2]\n"),
    ErrorRow(start + "run: a\nswift: true\n", "4:1 format/key-conflict"),
    ErrorRow(start + "swift: on\nrun: a\n", "3:1 format/key-conflict"),
    ErrorRow(start + "run: a\nswift: false\n"),
  ]

  static let partRows = [
    ErrorRow(start + "gates: [login]\n", "3:8 format/wrong-type"),
    ErrorRow(start + "gates:\n  login:\n", "4:9 format/missing-value"),
    ErrorRow(start + "gates:\n  login: {}\n", "4:3 format/missing-key"),
    ErrorRow(start + "gates:\n  log in: {challenge: /a}\n", "4:3 name/invalid"),
    ErrorRow(start + "gates: {g: {challenge: }}\n", "3:24 format/missing-value"),
    ErrorRow(start + "gates: {g: {challenge: /a, keep: 10}}\n", "3:34 format/bad-value"),
    ErrorRow(start + "gates: {g: {challenge: /a, keep: [1s]}}\n", "3:34 format/wrong-type"),
    ErrorRow(start + "gates: {g: {challenge: /a, keeps: 1s}}\n", "3:28 format/unknown-key"),
    ErrorRow(
      start + "gates: {g: {challenge: /a, requires: [h, i, h]}}\n", "3:45 name/duplicate"),
    ErrorRow(start + "gates: {g: {challenge: /a, requires: [2]}}\n", "3:39 name/invalid"),
    ErrorRow(start + "coordinators: {r: {children: [a]}}\n", "3:16 format/missing-key"),
    ErrorRow(start + "coordinators: {r: {kind: tab}}\n", "3:26 format/bad-value"),
    ErrorRow(
      start + "coordinators: {r: {kind: tabs, children: {a: b}}}\n", "3:42 format/wrong-type"),
    ErrorRow(start + "coordinators: {r: {kind: stack, start: {a}}}\n", "3:40 format/wrong-type"),
    ErrorRow(start + "screens: {A: {title: [a]}}\n", "3:22 format/wrong-type"),
    ErrorRow(start + "screens: {A: {leave: never}}\n", "3:22 format/bad-value"),
    ErrorRow(start + "screens: {A: {taps: {a: ''}}}\n", "3:25 format/bad-value"),
    ErrorRow(start + "screens: {A: {taps: {1: back}}}\n", "3:22 name/invalid"),
    ErrorRow(start + "screens: {A: {taps: [back]}}\n", "3:21 format/wrong-type"),
    ErrorRow(start + "screens: {A: Title}\n", "3:14 format/wrong-type"),
  ]

  static let routeRows = [
    ErrorRow(start + "routes: {path: /a}\n", "3:9 format/wrong-type"),
    ErrorRow(start + "routes: [/a]\n", "3:10 format/wrong-type"),
    ErrorRow(
      start + "routes:\n  - screen: A\n  - {}\n", "4:5 format/missing-key",
      "5:5 format/missing-key", "5:5 format/missing-key"),
    ErrorRow(start + "routes: [{path: /a}]\n", "3:10 format/missing-key"),
    ErrorRow(start + "routes: [{path: {/a}?, screen: A}]\n", "3:21 yaml/syntax"),
    ErrorRow(start + "routes: [{path: [/a], screen: A}]\n", "3:17 format/wrong-type"),
    ErrorRow(
      start + "routes: [{path: /a, screen: A, redirect: /b}]\n", "3:21 format/key-conflict"),
    ErrorRow(
      start + "routes:\n- path: /a\n  redirect: /b\n  in: x\n  as: push\n  parents: []\n"
        + "  gates: []\n  repeat: push\n",
      "6:3 format/key-conflict", "7:3 format/key-conflict", "8:3 format/key-conflict",
      "9:3 format/key-conflict", "10:3 format/key-conflict"),
    ErrorRow(
      start + "routes: [{path: /a, as: outside, gates: [g]}]\n", "3:34 format/key-conflict"),
    ErrorRow(
      start + "routes: [{path: /a, as: refuse, screen: A, gates: [g]}]\n",
      "3:33 format/key-conflict", "3:44 format/key-conflict"),
    ErrorRow(
      start + "routes: [{path: /a, screen: A, parts: [host, path, host]}]\n",
      "3:46 format/bad-value", "3:52 name/duplicate"),
    ErrorRow(
      start + "routes: [{path: /a, redirect: /b, values: {x: y}}]\n", "3:35 format/key-conflict"),
    ErrorRow(
      start + "routes: [{path: /a, screen: A, values: {a b: y, c: [d]}}]\n",
      "3:41 name/invalid", "3:52 format/wrong-type"),
    ErrorRow(
      start + "routes: [{path: /a, as: outside, screen: A}]\n", "3:34 format/key-conflict"),
    ErrorRow(start + "routes: [{path: /a, screen: A, as: psuh}]\n", "3:36 format/bad-value"),
    ErrorRow(start + "routes: [{path: /a, screen: A, repeat: pop}]\n", "3:40 format/bad-value"),
    ErrorRow(start + "routes: [{path: /a, screen: 1A}]\n", "3:29 name/invalid"),
    ErrorRow(start + "routes: [{path: /a, screen: A, name: a/b}]\n", "3:38 name/invalid"),
    ErrorRow(start + "routes: [{path: /a, screen: A, in: [h]}]\n", "3:36 format/wrong-type"),
    ErrorRow(start + "routes: [{path: /a, screen: A, gate: h}]\n", "3:32 format/unknown-key"),
    ErrorRow(
      start + "routes: [{path: /:a, screen: A, params: {a: string?}}]\n", "3:42 format/bad-value"),
    ErrorRow(
      start + "routes: [{path: /:a, screen: A, params: {a: integer}}]\n", "3:45 format/bad-value"),
    ErrorRow(
      start + "routes: [{path: /:a, screen: A, params: {a: []}}]\n", "3:45 format/bad-value"),
    ErrorRow(
      start + "routes: [{path: /:a, screen: A, params: {a: [x, x]}}]\n", "3:49 name/duplicate"),
    ErrorRow(
      start + "routes: [{path: /:a, screen: A, params: {a: [x, '']}}]\n", "3:49 format/bad-value"),
    ErrorRow(
      start + "routes: [{path: /:a, screen: A, params: {a: {b: c}}}]\n", "3:45 format/wrong-type"),
    ErrorRow(
      start + "routes: [{path: /a, screen: A, query: {'a b': int}}]\n", "3:40 name/invalid"),
    ErrorRow(start + "routes: [{path: /a, screen: A, query: [a]}]\n", "3:39 format/wrong-type"),
    ErrorRow(
      start + #"routes: [{path: /a, screen: A, query: {a: (\d+(a)), b: (\d+}}]"# + "\n",
      "3:43 pattern/regex", "3:56 pattern/regex"),
    ErrorRow(
      start + "routes: [{path: /a, screen: A, query: {a: '(a{3000})', b: ()?}}]\n",
      "3:43 pattern/too-large", "3:59 pattern/regex"),
    ErrorRow(
      start + "routes: [{path: /a, screen: A, query: {a: ~}}]\n", "3:43 format/missing-value"),
  ]

  @Test(arguments: yamlRows + fileRows + partRows + routeRows)
  func `each error has its position and code`(row: ErrorRow) {
    let found = findings(parsed(row.text).errors)
    #expect(found == row.expected, sourceLocation: row.location)
  }

  @Test(arguments: yamlRows + fileRows + partRows + routeRows)
  func `each error has advice on one line`(row: ErrorRow) {
    for error in parsed(row.text).errors {
      #expect(!error.message.isEmpty && !error.message.hasSuffix("."))
      #expect(error.advice?.hasSuffix(".") == true)
      #expect(!error.summary.utf8.contains { $0 < 0x20 })
      #expect(error.summary.utf8.count < 1_000)
    }
  }

  static let sentences: [(text: String, summary: String)] = [
    (
      start + "gate: {}\n",
      "a.yaml:3:1: error[format/unknown-key]: a route file has no key 'gate'. "
        + "Did you mean 'gates'? Known: signalbox, plugin, run, env, swift, links, caseSensitive, "
        + "gates, sources, coordinators, routes, extend, omit, screens, never."
    ),
    (
      start + "run: a\nswift: true\n",
      "a.yaml:4:1: error[format/key-conflict]: 'swift' does not go with 'run' at a.yaml:3:1. "
        + "Delete 'swift' or 'run'."
    ),
    (
      start + "routes: [{path: /a, screen: A, as: psuh}]\n",
      "a.yaml:3:36: error[format/bad-value]: 'as' does not take 'psuh'. Did you mean 'push'? "
        + "Write one of push, root, replace, sheet, cover, outside, refuse."
    ),
    (
      start + "caseSensitive: True\n",
      "a.yaml:3:16: error[format/bad-value]: 'caseSensitive' does not take 'True'. "
        + "Write true or false, in lower case and without quotes."
    ),
    (
      start + "routes: [{path: /a, screen: A, gates: [{}]}]\n",
      "a.yaml:3:40: error[format/bad-value]: 'gates' does not take '{}'. Write the name of a gate."
    ),
    (
      start + "coordinators: {c: {kind: stack, gates: {a: b}}}\n",
      "a.yaml:3:40: error[format/wrong-type]: 'gates' takes a list of names, not a mapping. "
        + "Write a list of names, each item after '- '."
    ),
    (
      start + "coordinators: [main]\n",
      "a.yaml:3:15: error[format/wrong-type]: 'coordinators' takes a mapping of names, not a list. "
        + "Write a mapping of names, each entry as 'KEY: VALUE' without '- '."
    ),
    (
      start + "routes: [{path: {id}, screen: A}]\n",
      "a.yaml:3:17: error[format/wrong-type]: 'path' takes a pattern, not a mapping. Write a "
        + "pattern; quote a text that starts with { or [."
    ),
    (
      "[1, 2]",
      "a.yaml:1:1: error[format/wrong-type]: a route file is a mapping of keys, not a list. Its "
        + "keys are signalbox, plugin, run, env, swift, links, caseSensitive, gates, sources, coordinators, "
        + "routes, extend, omit, screens, never."
    ),
    (
      "plugin: a\n",
      "a.yaml:1:1: error[format/missing-key]: a route file needs 'signalbox'. Add 'signalbox: 1'."
    ),
    (
      start + "routes: [{path: '/:a', screen: A, params: {a: integer}}]\n",
      "a.yaml:3:47: error[format/bad-value]: 'a' does not take 'integer'. Did you mean 'int'? "
        + "Write \(TypeText.expected)."
    ),
    (
      "\u{0}\u{1}\u{2}",
      "a.yaml:1:1: error[file/encoding]: the character U+0000 is not allowed in a route file. "
        + "Delete it; end lines with a line feed."
    ),
    (
      "s\u{0}i\u{0}",
      "a.yaml:1:1: error[file/encoding]: the file is UTF-16. Save the file as UTF-8 without a byte "
        + "order mark."
    ),
    (
      start + "routes: [{path: '/:a', screen: A, params: {a: int?}}]\n",
      "a.yaml:3:44: error[format/bad-value]: the type of the path parameter 'a' cannot be "
        + "optional. Move the ? from the type to the pattern: ':a?'."
    ),
    (
      start + "gates:\n\tlogin: {}\n",
      "a.yaml:4:1: error[yaml/syntax]: invalid YAML: found character that "
        + "cannot start any token while scanning for the next token. Indent with spaces: YAML "
        + "allows tabs only inside brackets."
    ),
    (
      start + "run: a\nrun: b\n",
      "a.yaml:4:1: error[yaml/duplicate-key]: the key 'run' is already present at a.yaml:3:1. "
        + "Delete one of the two."
    ),
  ]

  // Goal: a user of other routers finds the key. Method: each word, in a mapping of a file.
  @Test func `the words of other routers suggest a key`() {
    expectSuggestions(FileKey.self) { start + "\($0): {}\n" }
    expectSuggestions(GateKey.self) { start + "gates: {g: {\($0): /a}}\n" }
    expectSuggestions(CoordinatorKey.self) { start + "coordinators: {c: {\($0): stack}}\n" }
    expectSuggestions(RouteKey.self) { start + "routes: [{\($0): /a}]\n" }
    expectSuggestions(ScreenKey.self) { start + "screens: {S: {\($0): a}}\n" }
  }

  private func expectSuggestions<Key: FormatKey>(_: Key.Type, in text: (String) -> String) {
    #expect(!Key.otherNames.isEmpty)
    var known = Set(Key.all.map(\.rawValue))
    for (key, words) in Key.otherNames {
      for word in words {
        #expect(known.insert(word).inserted, "'\(word)' can mean two keys")
        let advice = parsed(text(word)).errors.filter { $0.code == .formatUnknownKey }.map(\.advice)
        #expect(
          advice.count == 1 && advice[0]?.hasPrefix("Did you mean '\(key.rawValue)'? ") == true,
          "\(word): \(advice)")
      }
    }
  }

  @Test(arguments: sentences)
  func `messages and advice are complete sentences`(row: (text: String, summary: String)) {
    #expect(parsed(row.text).errors.map(\.summary) == [row.summary])
  }

  @Test func `all errors of a file are reported`() {
    let text =
      "signalbox: 1\nplugin: 1\nx: 1\ngates: {g: {keep: 0s}}\n"
      + "routes: [{path: /a, as: b}, {in: c}]\n"
    #expect(
      findings(parsed(text).errors) == [
        "2:9 name/invalid", "3:1 format/unknown-key", "4:9 format/missing-key",
        "4:19 format/bad-value", "5:10 format/missing-key", "5:25 format/bad-value",
        "5:29 format/missing-key", "5:29 format/missing-key",
      ])
  }

  @Test func `the errors of one file are limited`() {
    let keys = (0..<1_000).map { "k\($0): 1\n" }.joined()
    let errors = parsed(start + keys).errors
    #expect(errors.count == FileLimits.errorsMax + 1)
    #expect(errors.last?.code == .formatTooManyErrors)
  }

  @Test func `a draft with errors holds the parts that could be read`() {
    let text = start + "routes: [{path: /a}, {path: /b, screen: B, as: x}, {path: ~, screen: C}]\n"
    let (plugin, errors) = parsed(text)
    #expect(errors.count == 3)
    #expect(plugin?.routes.map(\.path.value) == ["/a", "/b", ""])
  }

  @Test func `no app is built from a draft with errors`() throws {
    let tree = "coordinators: {home: {kind: stack, start: /}}\n"
    let plugin = try #require(parsed(start + tree + "rOutes: []\n").plugin)
    let error = #expect(throws: DiagnosticList.self) { try AppDefinition(plugins: [plugin]) }
    #expect(error?.diagnostics.map(\.code) == [.pluginIncomplete])
  }
}
