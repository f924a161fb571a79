import AccountPlugin
import CinemaPlugin
import Diagnostics
import FileAccess
import GreetingPlugin
import JSONCodec
import Navigation
import PluginTestSupport
import TestSupport
import Testing

@testable import Commands

@MainActor
struct ScriptTests {
  nonisolated private static let withoutStep = """
    FAIL  <>: 0 steps, 0 expectations
    error[file/none-found]: '<>' contains no step. Write a command in it, such as 'open LINK', or \
    leave the script out.
    1 script, 0 steps, 0 expectations, 1 failure

    """

  /// A script and its report; `<>` is replaced by the script's path.
  nonisolated static let rows: [(script: String, report: String)] = [
    ("", withoutStep), ("# nothing\n\n \t\r\n", withoutStep),
    (
      "\u{FEFF}open /movies\r\nexpect screen Movies\r\n",
      "ok    <>: 2 steps, 1 expectation\n1 script, 2 steps, 1 expectation, 0 failures\n"
    ),
    (
      "/nowhere\nexpect outcome refused(not-found)\n/nowhere\n# a comment between\n\n"
        + "expect outcome refused",
      "ok    <>: 4 steps, 2 expectations\n1 script, 4 steps, 2 expectations, 0 failures\n"
    ),
    (
      "/nowhere\nexpect screen Home",
      """
      FAIL  <>: 2 steps, 1 expectation
      <>:1:1: error[script/refused]: '/nowhere' was refused: no route matches '/nowhere': 'why \
      /nowhere' lists the nearest ones. If intended, write 'expect outcome \
      refused(not-found)' on the next line.
      1 script, 2 steps, 1 expectation, 1 failure

      """
    ),
    (
      "back",
      """
      FAIL  <>: 1 step, 0 expectations
      <>:1:1: error[script/refused]: 'back' was refused: nothing to pop: this is the first \
      screen. If intended, write 'expect outcome refused(nothing-to-pop)' on the next line.
      1 script, 1 step, 0 expectations, 1 failure

      """
    ),
    (
      "/nowhere\nexpect outcome moved",
      """
      FAIL  <>: 2 steps, 1 expectation
      <>:2:1: error[expect/failed]: expect outcome moved
        expected  moved
        found     refused(not-found)
      1 script, 2 steps, 1 expectation, 1 failure

      """
    ),
    (
      "open /movies\ncold\nopne\nexpect screen Movies",
      """
      FAIL  <>: 4 steps, 1 expectation
      <>:2:1: error[command/not-first]: 'cold' comes after a command that changed the session. \
      Put it on the first line of the script.
      <>:3:1: error[command/unknown]: no command is called 'opne'. Did you mean 'open'?
      1 script, 4 steps, 1 expectation, 2 failures

      """
    ),
    (
      "cold\n/movies\nexpect outcome queued\nready\nexpect screen Movies\nquit\nnonsense",
      "ok    <>: 6 steps, 2 expectations, 1 line not run\n1 script, 6 steps, 2 expectations, 0 failures\n"
    ),
    (
      "source <>",
      """
      FAIL  <>: 1 step, 0 expectations
      <>:1:1: error[script/cycle]: '<>' is already being run. Remove the line that runs it again.
      1 script, 1 step, 0 expectations, 1 failure

      """
    ),
    (
      "expect screen \"a\u{1B}[2J\"",
      """
      FAIL  <>: 1 step, 1 expectation
      <>:1:1: error[name/unknown]: no screen is called 'a\\u{1b}[2J'.
      1 script, 1 step, 1 expectation, 1 failure

      """
    ),
  ]

  @Test func `a line of a script is continued as at the prompt`() {
    var runner = ScriptRunner(LoadedApp(TestApp.definition))
    let script = """
      open \\
      /movies/\\
      42
      # a comment \\
      expect screen Movie id=42
      login "a
      b"
      expect gate login open
      back "never closed
      stack
      """
    runner.run(Array(script.utf8), path: "s.nav")
    let result = runner.report.scripts[0]
    #expect(result.failures.map(\.diagnostic.position?.line) == [9])
    #expect(result.failures.first?.diagnostic.message.contains("has no end") ?? false)
    #expect(result.steps == 5)
  }

  @Test(arguments: rows)
  func report(script: String, report: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/script.nav"
    _ = try folder.file("script.nav", replaced(script, by: path))
    var runner = ScriptRunner(LoadedApp(TestApp.definition))
    runner.run(path)
    #expect(runner.report.text == replaced(report, by: path))
  }

  private func replaced(_ text: String, by path: String) -> String {
    text.split(separator: "<>", omittingEmptySubsequences: false).joined(separator: path)
  }

  @Test func `every bundled script passes`() throws {
    // Scripts that need plugin processes or a server are run by their plugins' tests.
    let names = try filesInFolder(packageFolder + "/Routes/Scripts").filter {
      !["music.nav", "github.nav"].contains($0)
    }
    let report = try BundledApp.replayed(names, with: [Account(), Cinema(), Greeting()])
    #expect(report.scripts.count >= 15)
    #expect(report.failures == 0, "\(report.text)")
  }

  @Test func `sourced scripts are relative to the script that names them`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("inner.nav", "tap buy\n/nowhere\n")
    let outer = try folder.file(
      "outer.nav", "/movies/42\nsource inner.nav\nexpect outcome refused\nexpect screen Cart\n")
    var steps: [String] = []
    var runner = ScriptRunner(LoadedApp(TestApp.definition))
    runner.run(outer) { step in steps.append("\(step.position.line) \(step.command)") }
    #expect(runner.report.failures == 0)
    #expect(
      steps == [
        "1 /movies/42", "2 source inner.nav", "1 tap buy", "2 /nowhere", "3 expect outcome refused",
        "4 expect screen Cart",
      ])
  }

  @Test func `nested source commands stop at the depth limit`() throws {
    let folder = try TemporaryFolder()
    for level in 0..<20 {
      let line = "source \(level + 1).nav\n"
      _ = try folder.file("\(level).nav", level < 5 ? line : line + line)
    }
    var runner = ScriptRunner(LoadedApp(TestApp.definition))
    runner.run(folder.path + "/0.nav")
    #expect(runner.report.failures == 2_048)
    #expect(runner.report.scripts.first?.failures.count == Limits.failuresListedMax)
    #expect(runner.report.scripts.first?.failures.first?.diagnostic.code == .scriptLimit)
  }

  @Test func `an unreadable script is reported`() {
    var runner = ScriptRunner(LoadedApp(TestApp.definition))
    runner.run("/nowhere/at-all.nav")
    #expect(runner.report.counts.unreadable == 1)
    #expect(runner.report.failures == 1)
    runner.run([0x2F, 0xFF, 0x0A, 0x2F], path: "bytes.nav")
    let line = Array("open /\(String(repeating: "x", count: Limits.lineBytesMax))\n/".utf8)
    runner.run(line, path: "long.nav")
    #expect(
      runner.report.scripts.map { $0.failures.map(\.diagnostic.summary) }[1...] == [
        [
          "bytes.nav:1:1: error[script/encoding]: this line is not UTF-8. Save the script as UTF-8."
        ],
        [
          "long.nav:1:1: error[script/limit]: the limit of 65536 bytes of a line is exceeded."
            + " Split it into smaller parts."
        ],
      ])
    #expect(runner.report.scripts.map(\.steps) == [0, 2, 2])
  }

  @Test func `every step of a script is reported as JSON`() {
    var lines: [String] = []
    var runner = ScriptRunner(LoadedApp(TestApp.definition))
    let script = "open /movies\nexpect screen Home\n/nowhere\n"
    runner.run(Array(script.utf8), path: "s.nav") { lines.append($0.json.text) }
    #expect(
      lines == [
        #"""
        {"file":"s.nav","line":1,"command":"open /movies","outcome":"moved",\#
        "transitions":[{"seq":1,"event":"open","kind":"push","coordinator":"main/home",\#
        "from":{"screen":"Home","values":{}},"to":{"screen":"Movies","values":{}}}],\#
        "failure":null}
        """#,
        #"""
        {"file":"s.nav","line":2,"command":"expect screen Home","outcome":null,\#
        "transitions":[],"failure":{"code":"expect/failed","message":"expected screen Home, \#
        found Movies","expected":"screen Home","actual":"Movies"}}
        """#,
        #"""
        {"file":"s.nav","line":3,"command":"/nowhere","outcome":"refused","transitions":[],\#
        "failure":{"code":"script/refused","message":"'/nowhere' was refused: no route matches \#
        '/nowhere': 'why /nowhere' lists the nearest ones"}}
        """#,
      ])
    #expect(
      runner.report.counts.json.text == #"{"scripts":1,"steps":3,"expectations":1,"failures":2}"#)
  }

  @Test func `a script ends at its first failure if it should`() throws {
    var steps: [String] = []
    let script = """
      open /movies
      /nowhere
      # a comment
      open /movies/42
      expect screen MovieDetail
      nonsense

      """
    var runner = ScriptRunner(LoadedApp(TestApp.definition))
    runner.stopsAtFailure = true
    runner.run(Array(script.utf8), path: "s.nav") { steps.append($0.command) }
    // The refusal is a failure once the next line does not expect it; that line does not run.
    #expect(steps == ["open /movies", "/nowhere"])
    #expect(runner.report.scripts.first?.failureCount == 1)
    #expect(runner.report.scripts.first?.linesNotRun == 2)
    #expect(runner.report.text.hasPrefix("FAIL  s.nav: 2 steps, 0 expectations, 2 lines not run\n"))
    // A sourced script that fails ends the one that sources it, too.
    let folder = try TemporaryFolder()
    _ = try folder.file("inner.nav", "expect screen Movies\nopen /movies\n")
    let outer = try folder.file("outer.nav", "source inner.nav\nopen /movies\n")
    runner.run(outer)
    #expect(runner.report.scripts.last?.steps == 2)
    #expect(runner.report.scripts.last?.failureCount == 1)
  }

  @Test func `expected and found are marked where they differ`() {
    let rows: [(String, String, String?)] = [
      ("Home > Order(id=7)", "Home > Order(id=8)", "                ^"),
      ("Home", "Home > Movies", "    ^^^^^^^^^"),
      ("Home > Movies", "Home", nil),
      ("a", "b", nil),
      ("", "", nil),
      ("xx", "x", nil),
      ("밤 1", "밤 23", "   ^^"),
    ]
    for (expected, found, mark) in rows {
      #expect(differenceMark(under: found, comparedWith: expected) == mark)
    }
    var runner = ScriptRunner(LoadedApp(TestApp.definition))
    runner.run(Array("open /movies/42\nexpect screen Movie id=43".utf8), path: "s.nav")
    #expect(
      runner.report.text.hasPrefix(
        """
        FAIL  s.nav: 2 steps, 1 expectation
        s.nav:2:1: error[expect/failed]: expect screen Movie id=43
          expected  Movie(id=43)
          found     Movie(id=42)
                              ^

        """))
  }

  @Test func `the report can be written as JUnit XML`() {
    var nanoseconds: UInt64 = 0
    var runner = ScriptRunner(
      LoadedApp(TestApp.definition),
      clock: {
        nanoseconds += 1_000_000
        return nanoseconds
      })
    runner.run(Array("stack".utf8), path: "a&\"<b>\u{1}.nav")
    runner.run(
      Array("expect screen Home\nback\nexpect screen \"<Home>\u{7}\"".utf8), path: "c.nav")
    #expect(
      runner.report.junit == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="signalbox replay" tests="4" failures="2" time="0.006">
          <testsuite name="a&amp;&quot;&lt;b&gt;\u{FFFD}.nav" tests="1" failures="0" errors="0" \
        skipped="0" time="0.002">
            <testcase classname="a&amp;&quot;&lt;b&gt;\u{FFFD}.nav" name="the whole script" \
        file="a&amp;&quot;&lt;b&gt;\u{FFFD}.nav" line="1" time="0.002"/>
          </testsuite>
          <testsuite name="c.nav" tests="3" failures="2" errors="0" skipped="0" time="0.004">
            <testcase classname="c.nav" name="1: expect screen Home" file="c.nav" line="1" \
        time="0.001"/>
            <testcase classname="c.nav" name="2: back" file="c.nav" line="2" time="0.001">
              <failure message="'back' was refused: nothing to pop: this is the first screen" \
        type="script/refused">c.nav:2:1: error[script/refused]: 'back' was refused: nothing to \
        pop: this is the first screen. If intended, write 'expect outcome \
        refused(nothing-to-pop)' on the next line.</failure>
            </testcase>
            <testcase classname="c.nav" name="3: expect screen &quot;&lt;Home&gt;\u{FFFD}&quot;" \
        file="c.nav" line="3" time="0.001">
              <failure message="no screen is called '&lt;Home&gt;\u{FFFD}'" \
        type="name/unknown">c.nav:3:1: error[name/unknown]: no screen is called \
        '&lt;Home&gt;\\u{7}'.</failure>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }
}
