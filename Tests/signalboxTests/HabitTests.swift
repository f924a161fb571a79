import CLibrary
import FileAccess
import PseudoTerminal
import TestSupport
import Testing

/// What people expect of any tool with a prompt, each in a terminal of its own.
struct HabitTests {
  /// A habit: what is typed into a shell, and what each input must make the terminal show.
  struct Habit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Each is typed when the text before it is shown; a line ends in `\r`.
    let steps: [(keys: String, shown: String)]
  }

  static let start = ("signalbox --no-history --routes $R\r", "[guest]>")

  static let habits = [
    Habit(
      testDescription: "help",
      steps: [
        start, ("?\r", "Movement"), ("open --help\r", "Example: open /movies/42"),
        ("help route/conflict\r", "docs/check.md"),
      ]),
    Habit(
      testDescription: "completion",
      steps: [
        start, ("ta\t\t", "tab   tap   taps"), ("p re\t", "tap re"),
        ("\u{15}open /mov\t", "/movies"),
        ("/\t\t", ":id (int)"), ("42/re\t", "/movies/42/reviews"),
      ]),
    Habit(
      testDescription: "did you mean",
      steps: [
        start, ("opne /movies\r", "Did you mean 'open'?"),
        ("open movies\r", "did you mean '/movies'?"),
        ("open /movis\r", "did you mean '/movies'?"), ("tab musik\r", "did you mean 'music'?"),
      ]),
    Habit(
      testDescription: "the prompt says where one is and what waits",
      steps: [
        start, ("/library/saved/7\r", "home/Login [guest] (1 waiting)>"),
        ("login alice\r", "library/SavedFilm [alice]>"),
      ]),
    Habit(
      testDescription: "Ctrl-C drops a line, Ctrl-Z stops, Ctrl-D leaves",
      steps: [
        start, ("open /nonsense", "/nonsense"), ("\u{3}", "^C"), ("\u{3}", "^C"),
        ("\u{3}", "Ctrl-D"),
        ("stack\r", "home: Home"), ("\u{1A}", "Stopped"), ("fg\r", "[guest]>"), ("\u{4}", "\n$"),
        ("echo left\r", "\nleft\n"),
      ]),
    Habit(
      testDescription: "history, also after a restart",
      steps: [
        ("export SIGNALBOX_HISTORY=$F/history; signalbox --routes $R\r", "[guest]>"),
        ("/movies/42\r", "MovieDetail"), ("\u{1B}[A", "> /movies/42"), ("\u{3}", "^C"),
        ("\u{4}", "\n$"), ("signalbox --routes $R\r", "home/Home [guest]>"),
        ("\u{12}mov", "reverse-i-search"), ("\r", "moved"),
      ]),
    Habit(
      testDescription: "what arrives later keeps the line that is being typed",
      steps: [
        ("signalbox --no-history $R/../docs/example-plugin\r", "root/Notes>"),
        ("sta", "> sta"), ("", "screen changed: 2 notes"), ("ck\r", "root: Notes"),
      ]),
    Habit(
      testDescription: "scripts are what one types",
      steps: [
        start, ("/movies/42\r", "moved"), ("tap reviews\r", "Reviews"),
        ("save --expect typed.nav\r", "typed.nav"), ("quit\r", "\n$"),
        ("signalbox replay -r $R typed.nav\r", " 0 failures"),
      ]),
    Habit(
      testDescription: "exit codes",
      steps: [
        ("signalbox resolve -r $R /movies > out; echo is $?\r", "is 0"),
        ("signalbox resolve -r $R /nowhere > out; echo is $?\r", "is 1\n$"),
        ("signalbox -r $R -c 'tap x' > out; echo is $?\r", "is 1\n$"),
        ("signalbox check nofolder > out; echo is $?\r", "is 2"),
      ]),
    Habit(
      testDescription: "JSON",
      steps: [
        (
          "signalbox -r $R -j -c tree -c /library -c 'opne x' | python3 -c 'import json, sys\r",
          ">"
        ),
        ("print([len(json.loads(l)) > 0 for l in sys.stdin])'\r", "[True, True, True]"),
      ]),
    Habit(
      testDescription: "colours on a terminal, none in a pipe or with NO_COLOR",
      steps: [
        ("unset NO_COLOR; signalbox -r $R -c tree | od -c | grep -c 033\r", "\n0\n$"),
        (
          "signalbox -r $R --color always -c tree | od -c | grep -c 033 > n; "
            + "[ $(cat n) -gt 5 ] && echo many\r", "\nmany\n$"
        ),
        (
          "python3 -c 'import pty; pty.spawn([\"signalbox\", \"-c\", \"tree\", \"'$R'\"])' > out; "
            + "od -c out | grep -q 033 && echo painted\r", "\npainted\n$"
        ),
      ]),
    Habit(
      testDescription: "why",
      steps: [
        start, ("why /movies/abc\r", "'abc' does not fit the type int of 'id'"),
        ("why /library\r", "gate login is closed"),
      ]),
    Habit(
      testDescription: "status and undo",
      steps: [
        start, ("/movies/42\r", "moved"), ("undo\r", "undid open /movies/42"),
        ("redo\r", "MovieDetail"), ("gates\r", "login"), ("log\r", "/movies/42"),
      ]),
    Habit(
      testDescription: "a line goes on after a backslash or in quotation marks",
      steps: [
        start, ("open \\\r", ">"), ("/movies/42\r", "push MovieDetail(id=42)"),
      ]),
    Habit(
      testDescription: "an answer that cannot be written is an error",
      steps: [
        ("signalbox -r $R -c tree > /dev/full; echo is $?\r", "is 2"),
        ("signalbox -r $R -c routes | head -1; echo; echo over\r", "\nover\n$"),
      ]),
  ]

  @Test(arguments: habits)
  func habit(_ habit: Habit) throws {
    let folder = try TemporaryFolder()
    let terminal = try ShellSession.start(columns: 160)
    try terminal.send("F=\(folder.path); R=\(packageFolder)/Routes; cd $F\r")
    // A line that is typed ahead of a prompt is echoed ahead of it, too.
    try terminal.wait("a prompt") { count("\n$", in: $0) > 0 }
    for (keys, shown) in habit.steps {
      // Shown once more than before, unless it comes by itself.
      let before = keys.isEmpty ? 0 : count(shown, in: terminal.screen)
      try terminal.send(keys)
      try terminal.wait("'\(shown)' after '\(keys)'") { count(shown, in: $0) > before }
    }
  }

  private func count(_ text: String, in screen: TerminalScreen) -> Int {
    screen.everything.split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
