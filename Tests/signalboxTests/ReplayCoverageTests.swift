import FileAccess
import TestSupport
import Testing

/// `replay --coverage`, `--lcov` and `--coverage-min`.
struct ReplayCoverageTests {
  /// A shop in two route files, and two scripts that together use 12 of its 16 declared parts.
  private func shop() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    _ = try folder.folder("app")
    try folder.file(
      "app/shop.yaml",
      """
      signalbox: 1
      plugin: shop
      gates:
        login: { challenge: /login }
      coordinators:
        main: { kind: tabs, children: [home, account] }
        home: { kind: stack, start: / }
        account: { kind: stack, start: /account, gates: [login] }
      routes:
        - { path: /, screen: Home }
        - { path: /login, screen: Login, as: sheet }
        - { path: /account, screen: Account }
        - { path: /old, redirect: /items }
        - { path: /secret, as: refuse }
      screens:
        Home: { taps: { items: /items, mine: /account, again: /items } }
        Login: { taps: { close: cancel } }
        Account: {}

      """)
    try folder.file(
      "app/items.yaml",
      """
      signalbox: 1
      plugin: items
      routes:
        - path: /items
          screen: Items
          in: home
        - path: /help
          as: outside
      screens:
        Items:
          taps:
            up: back
            help: /help

      """)
    try folder.file(
      "a.nav",
      "open /old\ntap up\ntap items\ntap help\nexpect outcome outside\ntap up\ntap items\n"
        + "tap up\ntap again\ntap up\ntap again\n")
    try folder.file(
      "b.nav",
      "tap mine\nlogin alice\nexpect screen Account\nopen /nowhere\nexpect outcome refused\n")
    return folder
  }

  /// The output of a shell in which `$S` is the scripts and the app.
  private func output(of shell: String) throws -> String {
    try ShellSession.output(of: "S='a.nav b.nav --routes app'; " + shell, in: shop())
  }

  private let text = """
      routes        4/6    66.6 %
      screens       4/4    100 %
      taps          5/6    83.3 %
      gates         0/1    0.0 %
      coordinators  3/3    100 %
      outcomes      4/7    57.1 %
      refusals      1/24   4.1 %
      transitions   10/17  58.8 %
    app/shop.yaml:4:3: note[coverage/gate]: the gate 'login' is not closed.
    app/shop.yaml:10:13: note[coverage/route]: the route '/' is not opened.
    app/shop.yaml:11:13: note[coverage/route]: the route '/login' is not opened.
    app/shop.yaml:17:27: note[coverage/tap]: the tap 'close' of 'Login' is not performed.
    outcomes left out: duplicated, queued, blocked
    refusals left out: too-long, malformed, foreign, forbidden, guests-only, ambiguous, redirect-loop, \
    nothing-to-pop, nothing-to-dismiss, not-in-stack, unknown-tap, unknown-tab, unknown-gate, \
    gate-requires, not-shown, covered, no-flow, not-ready, already-ready, nothing-to-confirm, \
    nothing-to-cancel, clock, limit
    transitions left out: replace, switch, start, finish, drop, gateClosed, prune
    16 of 20 routes, screens, taps, gates and coordinators are covered: 80.0 %

    """

  @Test func `what is left out is printed after the results, with its places`() throws {
    let found = try output(of: "signalbox replay --coverage $S | tail -n +3")
    #expect(found == "2 scripts, 16 steps, 3 expectations, 0 failures\n\(text)exit 0\n")
  }

  private let below = """
    error[coverage/below]: 16 of 20 routes, screens, taps, gates and coordinators are covered, less \
    than 80.001 %. Add scripts that use what is left out.

    """

  @Test(arguments: [
    ("0", 0), ("80", 0), ("80.000", 0), ("80.001", 1), ("100", 1), ("", 2), ("101", 2), ("x", 2),
    ("-1", 2), ("80%", 2),
  ])
  func `a smaller share than the minimum is exit code 1`(percent: String, status: Int) throws {
    let found = try output(of: "signalbox replay --coverage-min '\(percent)' $S > out")
    let errors =
      switch status {
      case 0: ""
      case 1: below.replacing("80.001 %", with: percent + " %")
      default:
        """
        error[usage/option]: --coverage-min does not take '\(percent)'. Write a number from 0 to \
        100, with at most three decimals, such as 92.5.

        """
      }
    #expect(found == "\(errors)exit \(status)\n")
  }

  @Test(arguments: ["", "--json", "--lcov", "--junit -", "--junit report.xml"])
  func `the minimum is compared whatever is printed`(options: String) throws {
    let found = try output(
      of: "signalbox replay --coverage-min 80.001 \(options) $S 2>&1 > out | tail -1; "
        + "signalbox replay --coverage-min 80.001 \(options) $S > out 2>&1")
    #expect(found == "\(below)exit 1\n")
  }

  @Test func `a failure and an unreadable script decide the exit code first`() throws {
    let found = try output(
      of: """
        echo /nowhere > c.nav
        signalbox replay --coverage-min 80 $S c.nav > out; echo $?; tail -1 out
        signalbox replay --coverage-min 100 $S none.nav > out 2>&1; echo $?; tail -2 out | head -1
        """)
    let last = "16 of 20 routes, screens, taps, gates and coordinators are covered: 80.0 %"
    #expect(found == "1\n\(last)\n2\n\(last)\nexit 0\n")
  }

  @Test func `of an app without parts that can be left out everything is covered`() throws {
    let found = try output(
      of: """
        echo 'signalbox: 1' > one.yaml
        echo 'plugin: one' >> one.yaml
        echo 'coordinators: { main: { kind: stack, start: / } }' >> one.yaml
        echo 'routes: [{ path: /, screen: Home }]' >> one.yaml
        echo 'screens: { Home: {} }' >> one.yaml
        echo 'open /' > c.nav
        signalbox replay --routes one.yaml --coverage-min 100 c.nav | grep -E 'taps|gates|covered:'
        """)
    #expect(
      found == """
          taps          0/0   100 %
          gates         0/0   100 %
        3 of 3 routes, screens, taps, gates and coordinators are covered: 100 %
        exit 0

        """)
  }

  @Test func `JSON has an object for each part that is left out, then one with numbers`() throws {
    let found = try output(
      of: """
        signalbox replay --coverage --json $S | grep -v '^{"file"' > out
        grep -c coverage/kind out; grep -v coverage/kind out
        """)
    let example = try #require(try Page("docs/json.md").blocks("coverage").first).text
    #expect(
      found == """
        33
        {"code":"coverage/gate","severity":"note","file":"app/shop.yaml","line":4,"column":3,\
        "message":"the gate 'login' is not closed","kind":"gate","name":"login","screen":null}
        {"code":"coverage/route","severity":"note","file":"app/shop.yaml","line":10,"column":13,\
        "message":"the route '/' is not opened","kind":"route","name":"/","screen":null}
        {"code":"coverage/route","severity":"note","file":"app/shop.yaml","line":11,"column":13,\
        "message":"the route '/login' is not opened","kind":"route","name":"/login","screen":null}
        \(example){"scripts":2,"steps":16,"expectations":3,"failures":0}
        exit 0

        """)
  }

  @Test func `the trace file counts each line of a route or tap, and the rarest of a line`() throws
  {
    let found = try output(
      of: "signalbox replay --lcov $S 2> text; tail -n +4 text > rest; cat rest")
    #expect(
      found == """
        SF:app/items.yaml
        DA:4,5
        DA:7,1
        DA:12,4
        DA:13,1
        LF:4
        LH:4
        end_of_record
        SF:app/shop.yaml
        DA:10,0
        DA:11,0
        DA:12,1
        DA:13,1
        DA:16,1
        DA:17,0
        LF:6
        LH:3
        end_of_record
        \(text)exit 0

        """)
  }

  @Test func `with JUnit's report on standard output the coverage is on standard error`() throws {
    let found = try output(of: "signalbox replay --coverage --junit - $S 2>&1 > out; tail -1 out")
    #expect(found == "\(text)</testsuites>\nexit 0\n")
  }

  @Test(arguments: [("--lcov", "--json"), ("--lcov", "--junit -"), ("--json", "--junit -")])
  func `standard output takes one report`(one: String, other: String) throws {
    #expect(
      try output(of: "signalbox replay \(one) \(other) $S") == """
        error[usage/option]: \(one) and \(other) exclude each other. Leave one of them out.
        exit 2

        """)
  }

  @Test(arguments: ["--coverage", "--coverage --json", "--lcov", "--coverage-min 90"])
  func `several processes print the same as one`(options: String) throws {
    let found = try output(
      of: """
        plain() { sed -E 's/[0-9]+ ms/0 ms/'; }
        for jobs in 1 2; do
          signalbox replay \(options) --jobs $jobs $S 2>&1 | plain > out.$jobs
        done
        cmp out.1 out.2 && grep -c . out.1
        """)
    #expect((found.split(separator: "\n").first.flatMap { Int($0) } ?? 0) > 17, "\(found)")
  }

  @Test func `without an option nothing is recorded or printed`() throws {
    let found = try output(of: "signalbox replay $S --jobs 2 | tail -n +3")
    #expect(found == "2 scripts, 16 steps, 3 expectations, 0 failures\nexit 0\n")
  }
}
