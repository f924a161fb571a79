import FileAccess
import TestSupport
import Testing

/// `replay --result` and `merge`.
struct MergeTests {
  @Test(
    arguments: ["", "--coverage", "--lcov", "--coverage-min 99", "--junit -", "--json --coverage"])
  func `the parts of a run merge into what one run prints`(_ options: String) throws {
    // With --json, 'merge' has no steps to print.
    let shell = """
      plain() {
        sed -E 's/[0-9]+ ms/0 ms/; s/time="[0-9.]+"/time=""/; /"command":/d; /"script.encoding"/d'
      }
      check() {
        "$@" > out 2> errors
        { echo $?; plain < out; plain < errors; }
      }
      check signalbox replay \(options) scripts > one
      for part in 3 1 4 2; do
        signalbox replay --shard $part/4 --color always --result p$part scripts > /dev/null 2>&1
      done
      check signalbox merge \(options) p* > four
      signalbox replay --jobs 3 --result p scripts > /dev/null 2>&1
      check signalbox merge \(options) p > jobs
      cmp one four && cmp one jobs && wc -l < one
      head -1 one; diff one four
      """
    let folder = try ReplayJobsTests.folder()
    try writeFile(folder.path + "/scripts/x.nav", [0xFF])
    let text = try ShellSession.output(of: shell, in: folder)
    let lines = text.split(separator: "\n")
    #expect((lines.first.flatMap { Int($0.drop { $0 == " " }) } ?? 0) > 1, "\(text)")
    #expect(lines.dropFirst().first == "1", "\(text)")
  }

  /// A folder with parts of a run of three scripts (`p1` to `p3`), of one that ended at a failure
  /// (`fast`), of another app (`other`) and of two scripts (`two`).
  private func parts() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, path) in [("a", "/a"), ("b", "/b")] {
      try folder.file(
        "\(name).yaml",
        """
        signalbox: 1
        plugin: x
        coordinators: { root: { kind: stack, start: / } }
        routes: [{ path: /, screen: A }, { path: \(path), screen: A }]
        screens: { A: {} }

        """)
      try folder.file("\(name).nav", "open \(path)\n")
    }
    let shell = """
      part() { f=$1; shift; signalbox replay --result $f "$@" > /dev/null 2>&1; }
      for n in 1 2 3; do part p$n --routes a.yaml --shard $n/3 a.nav a.nav a.nav; done
      part fast --routes a.yaml --fail-fast a.nav b.nav a.nav
      part other --routes b.yaml a.nav a.nav b.nav
      part two --routes a.yaml a.nav a.nav
      """
    _ = try ShellSession.output(of: shell, in: folder)
    return folder
  }

  @Test func `parts that are no whole run are reported`() throws {
    let shell = """
      merge() { signalbox merge "$@" 2>&1 | tail -2 | sed 's/, [0-9]* ms//'; echo; }
      merge p3 p1 p2
      merge --coverage --routes a.yaml p1 p2 p3
      merge p1 p3
      merge fast
      merge p1 p2 p1
      merge p1 other
      merge p1 two
      merge --coverage --routes b.yaml p1 p2 p3
      sed 's/"version":"[^"]*"/"version":"0.0.0"/' p2 > old
      merge p1 old p3
      for same in - r.xml; do
        signalbox replay --routes a.yaml --junit r.xml --result $same a.nav 2>&1
      done
      signalbox replay --routes a.yaml --watch --result p4 a.nav 2>&1
      signalbox merge p1 p2 > /dev/null 2>&1 || echo $?
      """
    let text = try ShellSession.output(of: shell, in: parts())
    #expect(
      text == """
        ok    a.nav: 1 step, 0 expectations
        3 scripts, 3 steps, 0 expectations, 0 failures

        transitions left out: push, pop, replace, setRoot, present, dismiss, select, switch, start, finish, defer, resume, drop, gateOpened, gateClosed, prune, redirect
        3 of 4 routes, screens, taps, gates and coordinators are covered: 75.0 %

        2 scripts, 2 steps, 0 expectations, 0 failures, 1 script not run
        error[script/parts]: 1 of 3 scripts are in no part. Name the files of all machines of one run, each once.

        b.nav:1:1: error[script/refused]: 'open /b' was refused: no route matches '/b': 'why /b' lists the nearest ones. If intended, write 'expect outcome refused(not-found)' on the next line.
        2 scripts, 2 steps, 0 expectations, 1 failure, 1 script not run

        error[script/parts]: 'p1' has a script that 'p1' has, too. Name the files of all machines of one run, each once.

        error[script/parts]: 'other' is of another run than 'p1': its app behaves differently. Name the files of all machines of one run, each once.

        error[script/parts]: 'two' is of another run than 'p1': its scripts are others, or in another order. Name the files of all machines of one run, each once.

        error[script/parts]: 'p1' is of another app than --routes. Name the files of all machines of one run, each once.

        error[script/parts]: 'old' is of another run than 'p1': it is of version 0.0.0. Name the files of all machines of one run, each once.

        error[usage/option]: --result does not take '-'. Write the name of a file that no other option writes, such as part-3.jsonl.
        error[usage/option]: --result does not take 'r.xml'. Write the name of a file that no other option writes, such as part-3.jsonl.
        error[usage/option]: --result and --watch exclude each other. Leave one of them out.
        1
        exit 0

        """, "\(text)")
  }

  @Test func `a file that is no part, or was changed, harms nothing`() throws {
    let shell = """
      line=$(sed -n 2p p1)
      # A part of two scripts: the numbers of those that it has, and how many results follow.
      head() { sed -n '1s/"count":3,"numbers":.*/"count":2,"numbers":'"$1,\\"results\\":$2}/p" p1; }
      say() { printf '%s\\n' "$@"; }
      head '[2]' 0 > n2; head '[1,1]' 0 > n11; head '[-1]' 0 > minus; head 7 0 > seven
      say "$(head '[0]' 2)" "$line" "$line" > more
      sed -n 1p p1 > cut; say "$(head '[0,1]' 2)" "$line" > cut2
      say "$(head '[0]' 1)" "$line" | sed 's/"steps":1/"steps":99999999999/' > huge
      say "$(head '[0]' 1)" "$line" | sed 's/<testcase/\\\\u001B[31m&/' > escape
      for bad in a.nav a.yaml n2 n11 minus seven more cut cut2 huge escape; do
        signalbox merge $bad 2>&1 | grep -c 'is no whole file of replay --result'
      done
      say "$(head '[0,1]' 2)" "$line" "$line" | sed 's/"nanoseconds":[0-9]*/"nanoseconds":9223372036854775807/
        s/"text":"ok/"text":"\\\\u001B[31mok\\\\u001B]0;x\\\\u0007/' > long
      signalbox merge long 2>&1 | tail -2 | sed 's/, [0-9]* ms//'
      signalbox merge none 2>&1 || echo $?
      """
    let text = try ShellSession.output(of: shell, in: parts())
    #expect(
      text == """
        1
        1
        1
        1
        1
        1
        1
        1
        1
        1
        1
        ok\\u{1b}]0;x\\u{7}    a.nav: 1 step, 0 expectations
        2 scripts, 2 steps, 0 expectations, 0 failures
        error[file/unreadable]: cannot read 'none': there is no such file or folder. Check the spelling and the working directory.
        2
        exit 0

        """, "\(text)")
  }
}
