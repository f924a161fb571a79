import FileAccess
import TestSupport
import Testing

/// `replay --jobs` and `replay --watch`.
struct ReplayJobsTests {
  /// A folder with ten scripts in `scripts`, of which the fourth and the eighth fail, and one that
  /// does not exist is missing.
  static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try createFolder(folder.path + "/scripts")
    for number in 0..<10 {
      let expected = number % 4 == 3 ? "SignIn" : "Login"
      let text = """
        open cinema://library/saved/\(number)
        expect screen \(expected)
        login alice
        expect stack library: Library > SavedFilm(id=\(number))

        """
      try writeFile(folder.path + "/scripts/\(number).nav", Array(text.utf8))
    }
    return folder
  }

  @Test(arguments: ["", "--keep-going", "--fail-fast", "--json", "--junit -", "--color always"])
  func `several processes print the same as one`(_ options: String) throws {
    let shell = """
      plain() { sed -E 's/[0-9]+ ms/0 ms/; s/time="[0-9.]+"/time=""/'; }
      for jobs in 1 3 all; do
        signalbox replay scripts none.nav scripts/0.nav \(options) --jobs $jobs --log log.$jobs > out
        echo $? >> out
        plain < out > out.$jobs
      done
      cmp out.1 out.3 && cmp out.1 out.all && cmp log.1 log.3 && cmp log.1 log.all && wc -l < log.1
      cat out.1
      """
    let text = try ShellSession.output(of: shell, in: Self.folder())
    let lines = text.split(separator: "\n")
    #expect((lines.first.flatMap { Int($0.drop { $0 == " " }) } ?? 0) > 20, "\(text)")
    #expect(text.contains("none.nav") == (options != "--fail-fast"), "\(text)")
  }

  /// Commands with a script in a pipe, and how their output begins.
  static let piped: [(line: String, start: String)] = [
    ("signalbox replay <(echo open cinema://movies/1)", "ok    /dev/fd/"),
    ("signalbox replay --jobs 2 <(echo stack) <(echo stack)", "ok    /dev/fd/"),
    ("mkfifo p; (sleep 0.2; echo stack > p) & signalbox replay p; wait", "ok    p: 1 step, "),
    ("signalbox replay <(yes stack)", "FAIL  /dev/fd/"),
    ("mkfifo scripts/p.nav; signalbox replay scripts", "ok    scripts/0.nav: "),
  ]

  @Test(arguments: piped)
  func `a pipe is read like a file, up to the limit`(line: String, start: String) throws {
    let text = try ShellSession.output(of: "bash -c '\(line)'", in: Self.folder())
    #expect(text.hasPrefix(start), "\(text)")
    #expect(text.contains("has more than 8388608 bytes") == line.contains("yes"), "\(text)")
    #expect(!text.contains("p.nav"), "\(text)")
  }

  @Test func `the number of processes is checked`() throws {
    for jobs in ["0", "-1", "x", "", "257", "99999999999999999999"] {
      let text = try ShellSession.output(
        of: "signalbox replay --jobs '\(jobs)' a.nav", in: Self.folder())
      #expect(
        text == """
          error[usage/option]: --jobs does not take '\(jobs)'. Write a number from 1 to 256, or \
          'all'.
          exit 2

          """)
    }
  }

  @Test func `a process that is killed is an error, and what it answers is checked`() throws {
    let shell = """
      for i in $(seq 30000); do echo 'open cinema://movies/1'; done > long.nav
      cp long.nav other.nav
      signalbox replay --jobs 2 long.nav other.nav > out 2>&1 & parent=$!
      until worker=$(pgrep -P $parent -f replay-worker | head -1) && [ -n "$worker" ]; do
        sleep 0.02
      done
      kill -9 $worker
      wait $parent; echo $?; cat out
      echo '{' | signalbox replay-worker; echo $?
      """
    let text = try ShellSession.output(of: shell, in: Self.folder())
    #expect(text.hasPrefix("70\nerror[script/worker]: the process that ran '"), "\(text)")
    #expect(text.contains(".nav' ended too early: signal 9. Run this script alone"), "\(text)")
    #expect(text.hasSuffix("\n70\nexit 0\n"), "\(text)")
  }

  @Test func `replay and check run again when a script or route file changes`() throws {
    let shell = """
      signalbox init . > out
      signalbox replay --watch > replayed 2>&1 & replay=$!
      signalbox check --watch > checked 2>&1 & check=$!
      ends() { until [ "$(grep -c Waiting $1)" = $2 ]; do sleep 0.02; done; }
      ends replayed 1; ends checked 1
      echo 'open /nowhere' >> Routes/Scripts/login.nav
      ends replayed 2
      sed -i.old 's/Item: {/Itm: {/' Routes/app.yaml && rm Routes/app.yaml.old
      until grep -q undeclared checked || grep -q Itm checked; do sleep 0.02; done
      kill $replay $check
      head -3 replayed; tail -3 replayed | head -1; head -2 checked
      """
    let text = try ShellSession.output(of: shell, in: TemporaryFolder())
    #expect(text.contains("ok    Routes/Scripts/login.nav: "), "\(text)")
    #expect(text.contains("1 plugin, 5 routes: 0 errors, 0 warnings"), "\(text)")
  }
}
