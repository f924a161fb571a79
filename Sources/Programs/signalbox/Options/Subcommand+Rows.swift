extension Subcommand {
  static let repl = Subcommand(
    name: "repl", operands: "", operandCount: 0...0,
    summary: "drive the app's navigation by typing commands (what runs if no command is named)",
    details: """
      Reads commands and links, one a line, and tells what became of each. Tab completes, 'help' \
      lists the commands, Ctrl-D leaves. If the input is no terminal, lines are read from it and \
      only answers are printed, errors in their place among them; the exit code is then 1 if an \
      event was refused or a line failed, whatever the next line expects ('replay' runs scripts \
      in which a refusal may be expected).
      """,
    examples: [
      Example("signalbox", "the bundled app"),
      Example("signalbox --routes MyApp/Routes", "an app of one's own"),
      Example("signalbox repl --log moves.jsonl --no-history", "keep every transition in a file"),
    ],
    run: runRepl)

  static let replay = Subcommand(
    name: "replay", operands: "SCRIPT…", operandCount: 1...operandsMax,
    summary: "run scripts; fail when an expectation does",
    details: """
      A script holds what one could type in the REPL, 'expect' lines included. Every script begins \
      with a fresh session. All scripts are run, whatever fails.
      """,
    examples: [
      Example("signalbox replay Routes/Scripts/deferred-link.nav", "one script"),
      Example(
        "signalbox replay --routes MyApp/Routes --junit report.xml smoke.nav login.nav",
        "two scripts, and a report for CI"),
      Example("signalbox replay --json smoke.nav", "one JSON object a step"),
    ],
    completion: .files(ending: ".nav"), run: runReplay)

  static let resolve = Subcommand(
    name: "resolve", operands: "LINK…|-", operandCount: 1...operandsMax,
    summary: "tell what each link opens",
    details: """
      Prints one line a link, in the order of the input. With - the links are read from standard \
      input, one a line, and answered as they come, however many there are.
      """,
    examples: [
      Example("signalbox resolve cinema://movies/42", "one link"),
      Example("signalbox resolve --json - < links.txt", "a file of links, as JSON"),
    ],
    takesBytes: true, run: runResolve)

  static let check = Subcommand(
    name: "check", operands: "", operandCount: 0...0,
    summary: "print the errors and warnings of the route files",
    details: """
      Reads the route files and checks them as a whole: names, gates, parents, redirects, taps, \
      screens that nothing leads to, and routes that take links from one another. All findings \
      are printed, each with its place and, where it is about links, a link that shows it. The \
      exit code is 1 if there are errors.
      """,
    examples: [
      Example("signalbox check --routes MyApp/Routes", "a folder"),
      Example("signalbox check --strict", "fail on warnings, too"),
      Example("signalbox check --json --routes cinema.yaml --routes shop.yaml", "two files"),
    ],
    run: runCheck)

  static let diff = Subcommand(
    name: "diff", operands: "OLD [NEW]", operandCount: 1...2,
    summary: "tell which links open something else than in another version",
    details: """
      Compares two versions of the route files, each a folder or a file; without NEW the routes \
      are those that every command works on. Of all links whose route, screen, coordinator or \
      gates differ, one of each kind is printed, with what it opened and what it opens now. The \
      exit code is 1 if a link that opened something opens nothing any more, or if that could \
      not be ruled out: a route whose links were not all compared is printed as undecided.
      """,
    examples: [
      Example("signalbox diff Release/Routes MyApp/Routes", "two folders"),
      Example(
        "signalbox diff --json --routes MyApp/Routes Release/Routes", "the same, as JSON"),
    ],
    run: runDiff)

  static let serve = Subcommand(
    name: "serve", operands: "", operandCount: 0...0,
    summary: "keep sessions for other programs, over a socket",
    details: """
      Clients call methods by JSON-RPC 2.0, one object a line; docs/protocol.md explains them. \
      SIGTERM ends it, after what it has to answer; SIGHUP reads the routes again.
      """,
    examples: [
      Example("signalbox serve --routes MyApp/Routes", "the usual socket and folder"),
      Example(
        "signalbox serve --socket /tmp/box --durability none", "sessions that end with it"),
    ],
    run: runServe)

  static let journal = Subcommand(
    name: "journal", operands: "check|export|repair", operandCount: 1...1,
    summary: "look at the journal of a daemon that does not run, or mend it",
    details: """
      'check' reads all of it and tells whether it is what was written; the exit code is 1 if it \
      is damaged. 'export' prints every record, or those of one session as a script. 'repair' \
      makes a new journal of all that is provably good, keeps the damaged one beside it, and \
      tells what is lost; a sound journal it leaves as it is.
      """,
    examples: [
      Example("signalbox journal check", "the journal of the user's own daemon"),
      Example("signalbox journal export --session demo > demo.nav", "a session as a script"),
      Example("signalbox journal repair --data /var/lib/signalbox", "another folder"),
    ],
    completion: .words(JournalTask.allCases.map(\.rawValue)), run: runJournal)

  static let bench = Subcommand(
    name: "bench", operands: "[NAME…]", operandCount: 0...operandsMax,
    summary: "measure the figures of the README on this machine",
    details: """
      Without a name all benchmarks run. Every figure is the median of several runs after a \
      warm-up, with the smallest and the largest.
      """,
    examples: [
      Example("signalbox bench", "all figures"),
      Example("signalbox bench resolve events --json", "two of them, as JSON"),
    ],
    completion: .words(benchmarkNames), run: runBench)

  static let help = Subcommand(
    name: "help", operands: "[COMMAND|codes]", operandCount: 0...1,
    summary: "explain a command, or list the codes of errors",
    details: "The commands of the REPL are explained too: 'signalbox help open'.",
    examples: [
      Example("signalbox help replay", "a command"),
      Example("signalbox help codes", "every code that an error can carry"),
    ],
    completion: .words(["codes"]), run: runHelp)

  static let generateMan = Subcommand(
    name: "generate-man", operands: "", operandCount: 0...0,
    summary: "print the man page",
    details: "'make install' puts it into its place.",
    examples: [
      Example("signalbox generate-man > signalbox.1", "into a file"),
      Example("signalbox generate-man | man -l -", "to read it"),
    ],
    isHidden: true, run: runGenerateMan)

  static let generateCompletion = Subcommand(
    name: "generate-completion", operands: "bash|zsh|fish", operandCount: 1...1,
    summary: "print the completion of a shell",
    details: "'make install' puts all three into their places.",
    examples: [
      Example("signalbox generate-completion bash > signalbox.bash", "for bash"),
      Example("signalbox generate-completion zsh > _signalbox", "for zsh"),
    ],
    completion: .words(Shell.allCases.map(\.rawValue)), isHidden: true,
    run: runGenerateCompletion)
}
