import FileAccess
import TestSupport
import Testing

/// `.signalbox`, and `signalbox config`, which shows what holds.
struct SettingsTests {
  /// A folder with a `.signalbox`, an app of two routes with a warning in `App`, and a script.
  private func project(_ settings: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try createFolder(folder.path + "/App")
    try createFolder(folder.path + "/deep/er")
    let files = [
      ".signalbox": settings,
      "App/app.yaml": """
      signalbox: 1
      plugin: app
      links: app://
      coordinators: { main: { kind: stack, start: / } }
      routes: [{ path: /, screen: Home }]
      screens: { Home: {}, Lost: {} }

      """,
      "App/one.nav": "open app://\nexpect screen Home\n",
    ]
    for (name, text) in files { try writeFile(folder.path + "/" + name, Array(text.utf8)) }
    return folder
  }

  private func output(_ command: String, _ settings: String) throws -> String {
    try ShellSession.output(
      of: "unset NO_COLOR SIGNALBOX_ROUTES; " + command, in: project(settings))
  }

  private static let all = "routes: App\nscripts: [App]\nstrict: true\ncolor: always\n"

  @Test(arguments: [".", "deep", "deep/er"])
  func `the nearest file above decides, with paths relative to it`(_ folder: String) throws {
    let text = try output(
      "cd \(folder); signalbox replay | tail -1; signalbox check > out; echo $?", Self.all)
    #expect(text.hasSuffix("1 script, 2 steps, 1 expectation, 0 failures\n1\nexit 0\n"), "\(text)")
  }

  @Test func `options beat the environment, which beats the file`() throws {
    let text = try output(
      """
      SIGNALBOX_HISTORY=h signalbox config
      SIGNALBOX_HISTORY= SIGNALBOX_ROUTES=/r NO_COLOR=1 signalbox config --json
      signalbox check --no-strict > out; echo $?
      signalbox check --strict --no-strict > out; echo $?
      signalbox check App --color never | tail -1
      """, Self.all)
    #expect(
      text == """
        routes   App     .signalbox:1:9
        scripts  App     .signalbox:2:11
        strict   true    .signalbox:3:9
        color    always  .signalbox:4:8
        history  h       SIGNALBOX_HISTORY
        {"setting":"routes","value":["/r"],"from":"SIGNALBOX_ROUTES"}
        {"setting":"scripts","value":["App"],"from":".signalbox:2:11"}
        {"setting":"strict","value":true,"from":".signalbox:3:9"}
        {"setting":"color","value":"never","from":"NO_COLOR"}
        {"setting":"history","value":null,"from":"SIGNALBOX_HISTORY"}
        0
        0
        1 plugin, 1 route: 0 errors, 1 warning
        exit 0

        """)
  }

  @Test func `color applies to output that is not a terminal`() throws {
    let command = "signalbox check --no-strict App | grep -c $(printf '\\033')"
    #expect(try output(command, "color: always\n") != "0\nexit 1\n")
    #expect(try output(command, "color: never\n") == "0\nexit 1\n")
    #expect(try output(command, "") == "0\nexit 1\n")
  }

  static let broken = [
    ("route: App", "1:1: error[format/unknown-key]: a settings file has no key 'route'. Did"),
    ("strict: perhaps", "1:9: error[format/bad-value]: 'strict' does not take 'perhaps'"),
    ("color: [red]", "1:8: error[format/wrong-type]"),
    ("routes: {}", "1:9: error[format/wrong-type]"),
    ("- a", "1:1: error[format/wrong-type]"),
    ("a: [", ": error[yaml/syntax]"),
  ]

  @Test(arguments: broken)
  func `a broken file is an error with its place, except for help`(
    _ text: String, _ expected: String
  )
    throws
  {
    let found = try output("cd deep; signalbox check; signalbox help check > out", text)
    #expect(found.hasPrefix("../.signalbox:"), "\(found)")
    #expect(found.contains(expected), "\(found)")
    #expect(found.hasSuffix("exit 0\n"), "\(found)")
  }

  @Test func `a file that others can write is refused`() throws {
    let found = try output("chmod o+w .signalbox; signalbox check", "routes: App\n")
    #expect(
      found.hasPrefix("error[file/unsafe]: '.signalbox' is not read: others can write"), "\(found)")
    #expect(found.hasSuffix("exit 2\n"), "\(found)")
  }
}
