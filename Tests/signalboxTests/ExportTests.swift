import Diagnostics
import FileAccess
import Navigation
import TestSupport
import Testing

/// `signalbox export`, with the app of the README.
struct ExportTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let yaml = try #require(Page("README.md").blocks("yaml").first)
    try writeFile(folder.folder("Shop") + "/shop.yaml", Array(yaml.text.utf8))
  }

  private func output(of line: String) throws -> String {
    try ShellSession.output(of: line, in: folder)
  }

  @Test func `the page's examples are what the command prints`() throws {
    let page = try Page("docs/export.md")
    for (kind, name) in [("nav orders.nav", "orders.nav"), ("yaml ids.yaml", "ids.yaml")] {
      try folder.file(name, #require(page.blocks(kind).first).text)
    }
    var count = 0
    for (command, output) in zip(page.blocks, page.blocks.dropFirst()) where output.kind == "text" {
      let text = try self.output(of: command.lines.joined(separator: "\n"))
      #expect(text == output.text + "exit 0\n", "\(command.text)")
      count += 1
    }
    #expect(count == 4)
  }

  @Test(.enabled(if: isFile(schemasFolder + "/maestro-flow.json")))
  func `flows satisfy the schema of Maestro's files`() throws {
    let links = Self.hostileLinks.map { Event.open($0, from: .outside).command(nowMilliseconds: 0) }
    let texts = Self.hostileLinks.map { "expect show " + quoted($0) }
    let lines = ["cold"] + links + texts
    try folder.file("hostile.nav", lines.map { $0 + "\n" }.joined())
    try folder.file("empty.nav", "# Nothing.\n")
    let text = try output(
      of: """
        signalbox export maestro $R/Scripts -r $R -o flows 2>notes &&
        signalbox export maestro hostile.nav empty.nav Shop >flows/several.yaml 2>notes &&
        \(Self.validator) flows/*
        """)
    #expect(text == "8 examples, 3 counterexamples, 26 flows, 0 failures\nexit 0\n")
  }

  @Test(.enabled(if: isFile(schemasFolder + "/maestro-flow.json")))
  func `the check with the schema refuses other files`() throws {
    try folder.file("a.yaml", "appId: a\n---\n- tapOn: { id: 1 }\n")
    let text = try output(
      of: "\(Self.validator) a.yaml 2>&1")
    #expect(text.contains("a.yaml, document 2: $[0]") && text.hasSuffix("exit 1\n"), "\(text)")
  }

  /// By the Python that has the module `jsonschema`: that of the caller.
  private static let validator =
    "PATH='\(environment("PATH") ?? "")' python3 '\(packageFolder)/.ci/maestro' '\(schemasFolder)'"

  /// Links with everything that a shell or YAML reads.
  static let hostileLinks: [String] =
    [
      "shop://items/1?a=b&c=d;e", "x:it's", "x:$HOME$(id)`id`${HOME}", #"x:a"b"c\d\\"#,
      "x:a b  c\td", "x:a\nb", "x:\r\n", "x:!x#y%41*?[a]~{b,c}|<>()&;", "x:밤\u{1F3AC}e\u{301}",
      "x:'\u{301}'\"'\"'", "x:-d", "x:\u{7f}\u{85}\u{2028}", "x:''", "x:\\'",
    ]
    + (0..<40 as Range<UInt64>).map { seed in
      var random = SplitMix64(seed: seed)
      let scalars = Array(#"'"\$`;& *!(){}<>|#~"# + "\n\te\u{301}é").map(String.init)
      let text = (0..<12).map { _ in scalars[Int(random.next() % UInt64(scalars.count))] }
      return "x:" + text.joined()
    }

  /// Programs in place of those that reach a device: they append their arguments to a file, each
  /// with a zero byte. As the real one does, `adb` reads its input, and passes a command to another
  /// shell.
  private func placePrograms() throws {
    let programs = try folder.folder("bin")
    let write = #"printf '%s\0' "$0" "$@" >> "$F/sent""# + "\n"
    for (name, text) in [
      ("xcrun", write), ("am", write), ("input", write),
      ("adb", "[ \"$1\" = shell ] || exit 1\nshift\ncat >>\"$F/read\"\nexec sh -c \"$*\"\n"),
    ] {
      try writeFile(
        programs + "/" + name, Array(("#!/bin/sh\n" + text).utf8), mode: 0o755)
    }
  }

  static let platforms: [(option: String, start: [String])] = [
    ("--ios", ["xcrun", "simctl", "openurl", "booted"]),
    ("--android", ["am", "start", "-W", "-a", "android.intent.action.VIEW", "-d"]),
  ]

  @Test(arguments: platforms)
  func `the programs get the bytes of the links`(option: String, start: [String]) throws {
    try placePrograms()
    let lines = Self.hostileLinks.map { Event.open($0, from: .outside).command(nowMilliseconds: 0) }
    try folder.file("a.nav", lines.map { $0 + "\n" }.joined())
    let text = try output(
      of: """
        signalbox export shell \(option) a.nav Shop -o out &&
        cd out && PATH="$F/bin:$PATH" PAUSE=0 ./a.sh
        """)
    #expect(text == "exit 0\n")
    let program = folder.path + "/bin/" + start[0]
    let sent = try folder.text(of: "sent").utf8.split(
      separator: 0, omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    let wanted = Self.hostileLinks.flatMap { [program] + start.dropFirst() + [$0] } + [""]
    #expect(sent.elementsEqual(wanted, by: sameBytes))
  }

  @Test func `'back' is a key of Android, and the script can be piped to a shell`() throws {
    try placePrograms()
    try folder.file("a.nav", "back\nback\n")
    let text = try output(
      of: """
        signalbox export shell --android a.nav Shop | PATH=$F/bin:$PATH sh
        tr '\\0' '\\n' <sent | grep -c KEYCODE_BACK; cat read
        """)
    #expect(text == "2\nexit 0\n")
  }

  @Test func `nothing is written if a script or the map is wrong`() throws {
    try folder.file("good.nav", "back\n")
    try folder.file("bad.nav", "opne /\nexpect screen Hme\nexpect\n\"\n")
    try folder.file("ids.yaml", "map: 2\nscrens: {}\ntaps: [a]\ntabs: { a: [] }\n")
    let scripts = try output(of: "signalbox export maestro good.nav bad.nav Shop -o out 2>&1")
    for answer in [
      "bad.nav:1:1: error[command/unknown]: no command is called 'opne'. Did you mean 'open'?",
      "bad.nav:2:1: error[name/unknown]: no screen is called 'Hme'. Did you mean 'Home'?",
      "bad.nav:3:1: error[command/usage]", "bad.nav:4:1: error[command/usage]",
    ] { #expect(scripts.contains(answer), "\(scripts)") }
    let map = try output(of: "signalbox export maestro good.nav Shop --map ids.yaml -o out 2>&1")
    for answer in [
      "ids.yaml:1:6: error[format/bad-value]", "ids.yaml:2:1: error[format/unknown-key]",
      "ids.yaml:3:7: error[format/wrong-type]", "ids.yaml:4:12: error[format/wrong-type]",
    ] { #expect(map.contains(answer), "\(map)") }
    for text in [scripts, map] { #expect(text.hasSuffix("exit 2\n"), "\(text)") }
    #expect(!isFolder(folder.path + "/out"))
  }

  @Test func `a file of another origin is not replaced`() throws {
    try folder.file("shop.nav", "back\n")
    let path = try folder.folder("out") + "/shop.yaml"
    let line = "signalbox export maestro shop.nav Shop -o out 2>&1"
    #expect(try output(of: line) == "exit 0\n")
    #expect(try output(of: line) == "exit 0\n")
    try writeFile(path, Array("signalbox: 1\n".utf8))
    let text = try output(of: line)
    #expect(
      text == "error[file/unwritable]: 'out/shop.yaml' exists, and 'export' did not write it. "
        + "Remove it, or name another path; nothing was written.\nexit 2\n")
    #expect(try folder.text(of: "out/shop.yaml") == "signalbox: 1\n")
  }

  @Test func `two scripts are not exported to one file`() throws {
    for name in ["a", "b"] { _ = try folder.folder(name) }
    try folder.file("a/x.nav", "back\n")
    try folder.file("b/X.nav", "back\n")
    let text = try output(of: "signalbox export maestro a b Shop -o out 2>&1")
    #expect(
      text.contains("error[export/name]: 'a/x.nav' and 'b/X.nav' would both be exported to"),
      "\(text)")
    #expect(text.hasSuffix("exit 2\n") && !isFolder(folder.path + "/out"))
  }

  @Test func `sourced lines are named with their file, and 'quit' ends the script`() throws {
    try folder.file("login.nav", "login ada\n")
    try folder.file("a.nav", "source login.nav\nback\nquit\nback\n")
    let text = try output(of: "signalbox export maestro a.nav Shop 2>notes | tail -n 2; cat notes")
    #expect(text.hasPrefix("# login.nav:1: login ada (no equivalent)\n- back\n"), "\(text)")
    #expect(text.contains("login.nav:1:1: note[export/line]"), "\(text)")
  }

  static let mistakes: [(line: String, answer: String)] = [
    ("maestro", "an operand is missing: 'export maestro|shell SCRIPT… [ROUTES…]'."),
    ("meastro a.nav", "'export' does not take 'meastro'. Did you mean 'maestro'?"),
    ("maestro a.nav --ios", "'export maestro' does not take --ios. Use it with 'export shell'."),
    ("shell a.nav", "'export shell' needs --ios or --android."),
    ("shell a.nav --ios --android", "--ios and --android exclude each other."),
    (
      "shell --ios a.nav --map b",
      "'export shell' does not take --map. Use it with 'export maestro'"
    ),
  ]

  @Test(arguments: mistakes.indices)
  func `a wrong option is named, with what to write`(index: Int) throws {
    let (line, answer) = Self.mistakes[index]
    let text = try output(of: "signalbox export \(line)")
    #expect(text.contains("error[usage/option]: " + answer), "\(text)")
    #expect(text.hasSuffix("exit 2\n"))
  }
}
