import Diagnostics
import ProgramSupport

/// A subcommand of the program, such as `replay`.
///
/// One row per subcommand: the parser, help, the man page and the shell completions read it.
struct Subcommand: Sendable {
  /// A command line, and what it does.
  struct Example: Sendable {
    let line: String
    let meaning: String

    init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  /// What the shells complete as operands.
  enum Completion: Sendable {
    case nothing
    /// Files with this ending.
    case files(ending: String)
    /// One of these words.
    case words([String])
  }

  /// Which operands name route files.
  enum RouteOperands: Sendable {
    case none
    case all
    /// Files with the ending of a route file, and folders that contain one. If operands can be
    /// links, those that begin with `/` are links.
    case recognized
    /// All but the first.
    case afterFirst
  }

  /// The word that selects it.
  let name: String
  /// The placeholder of its operands, as in `SCRIPT…`; empty if it takes none.
  var operands = ""
  /// Which operands name route files, as `--routes` does.
  var routeOperands = RouteOperands.none
  /// How many other operands it takes.
  var operandCount = 0...0
  /// The options that it takes, in the order of help; `Option.common` are taken by all.
  var options: [Option] = []
  /// The values that its `--format` accepts, if it takes that.
  var formats: [String] = []
  /// What it does: one clause.
  let summary: String
  /// The rest of its help: sentences.
  let details: String
  /// At least two.
  let examples: [Example]
  /// What the shells complete as operands.
  var completion = Completion.nothing
  /// Whether operands may be arbitrary bytes, as links are; otherwise they must be UTF-8.
  var takesBytes = false
  /// Whether it depends on `.signalbox`.
  var readsSettings = true
  /// Whether help and completion omit it.
  var isHidden = false
  /// Executes it.
  let run: @MainActor @Sendable (Arguments, Streams) throws(ExitError) -> ExitStatus

  /// Whether it takes an option.
  func takes(_ option: Option) -> Bool {
    options.contains(option) || Option.common.contains(option)
  }

  /// The values that an option accepts here; any if empty.
  func choices(of option: Option) -> [String] { option == .format ? formats : option.choices }

  /// Its name and operands.
  var invocation: String { operands.isEmpty ? name : name + " " + operands }
}

extension Subcommand {
  /// Every subcommand, in the order of help.
  static let all = [
    initialize, importRoutes, repl, replay, resolve, why, check, compare, conform, explore, diff,
    graph, generate, export, schema, config, serve, attach, send, inspect, sessions, status, mcp,
    journal, bench, help, replayWorker, generateMan, generateCompletion,
  ]

  /// The subcommand that runs if none is named.
  static var standard: Subcommand { repl }

  /// The subcommands that help shows.
  static let shown = all.filter { !$0.isHidden }

  /// The subcommand with that name, compared as bytes.
  static func named(_ name: String) -> Subcommand? {
    all.first { sameBytes($0.name, name) }
  }
}

/// More operands than any system accepts.
let operandsMax = 1_000_000

extension Subcommand {
  static let initialize = Subcommand(
    name: "init", operands: "[FOLDER]", operandCount: 0...1,
    summary: "write a small app, a script and a check for CI",
    details: """
      Writes Routes/app.yaml, Routes/Scripts/login.nav, .signalbox, check-links.sh and a schema \
      for editors into the folder, by default this one, as a beginning to change. Nothing is \
      written if one of them exists.
      """,
    examples: [
      Example("signalbox init", "in this folder"),
      Example("signalbox init MyApp", "in another"),
    ],
    readsSettings: false, run: runInit)

  static let repl = Subcommand(
    name: "repl", operands: "[ROUTES…]", routeOperands: .all,
    options: [.routes, .line, .script, .json, .log, .noHistory],
    summary: "drive the app's navigation by typing commands (the default)",
    details: """
      Reads commands and links, one per line, and prints what each did. Tab completes, 'help' \
      lists the commands, Ctrl-D exits. If the input is not a terminal, only the answers and \
      errors are printed, in the order of the lines; the exit code is then 1 if an event was \
      refused or a line failed, even if the next line expects that ('replay' runs scripts in \
      which a refusal can be expected). -c and -f do the same with their lines, in their order.
      """,
    examples: [
      Example("signalbox", "the bundled app"),
      Example("signalbox MyApp/Routes", "your own app"),
      Example("signalbox -c /movies/42 -c stack", "two lines, without a prompt"),
      Example("signalbox repl --log moves.jsonl --no-history", "write every transition to a file"),
    ],
    run: runRepl)

  static let replay = Subcommand(
    name: "replay", operands: "[SCRIPT…]", routeOperands: .recognized,
    operandCount: 0...operandsMax,
    options: [
      .routes, .script, .keepGoing, .failFast, .jobs, .watch, .coverage, .coverageMin, .lcov, .json,
      .log, .junit,
    ],
    summary: "run scripts; fail if an expectation fails",
    details: """
      A script contains lines as typed in the REPL, and 'expect' lines. Every script starts with \
      a fresh session, and ends at its first failure; the other scripts run anyway. A folder \
      means all files in it and below it that end in .nav, in byte order; a quoted pattern, \
      such as 'smoke/*.nav', the files that it matches. Without a script, those that the \
      'scripts' of .signalbox name are run. --coverage prints what all scripts together leave \
      out of the app; --lcov and --coverage-min imply it.
      """,
    examples: [
      Example("signalbox replay Routes/Scripts/deferred-link.nav", "one script"),
      Example("signalbox replay --fail-fast Routes/Scripts", "a folder, up to the first failure"),
      Example(
        "signalbox replay --routes MyApp/Routes --junit report.xml smoke.nav login.nav",
        "two scripts, with a report for CI"),
      Example("signalbox replay --jobs all Routes/Scripts", "on all processors"),
      Example("signalbox replay --watch smoke.nav", "again whenever a file changes"),
      Example("signalbox replay --coverage-min 90 Routes/Scripts", "fail if less is covered"),
      Example("signalbox replay --lcov Routes/Scripts > coverage.info", "for coverage tools"),
      Example("signalbox replay --json smoke.nav", "one JSON object per step"),
    ],
    completion: .files(ending: ".nav"), run: runReplay)

  static let check = Subcommand(
    name: "check", operands: "[ROUTES…]", routeOperands: .all,
    options: [.routes, .format, .json, .strict, .noStrict, .notes, .watch],
    formats: CheckFormat.words,
    summary: "print the errors and warnings of the route files",
    details: """
      Reads the route files and checks them as a whole: names, gates, parents, redirects, taps, \
      unreachable screens, and routes that match the same links. Prints all findings, each with \
      its position and, if it concerns links, an example link. The exit code is 1 if there are \
      errors.
      """,
    examples: [
      Example("signalbox check MyApp/Routes", "a folder"),
      Example("signalbox check --strict", "fail on warnings too"),
      Example("signalbox check --format sarif > findings.sarif", "for code scanning"),
      Example("signalbox check --notes", "also what needs no action if intended"),
      Example("signalbox check --json cinema.yaml shop.yaml", "two files"),
    ],
    run: runCheck)

  static let explore = Subcommand(
    name: "explore", operands: "[ROUTES…]", routeOperands: .all,
    options: [.routes, .policy, .depth, .time, .memory, .scripts, .json],
    summary: "prove what can never happen, or print a script that makes it happen",
    details: """
      Tries every event in every kind of state: taps, links, tabs, moves, logins and logouts. \
      Prints faults, such as taps that are refused and links that get lost behind a gate, with a \
      script that shows each. A rule that nothing breaks is proved at any depth; for one that \
      something breaks, a script is printed that 'replay' runs. The exit code is 1 if something \
      is wrong, and 3 if something could be neither proved nor broken. A proof rests on the events \
      that are tried and on small states that represent the others; it does not cover reloading \
      and restoring a session, nor taps that a plugin makes (docs/explore.md).
      """,
    examples: [
      Example("signalbox explore MyApp/Routes", "the faults of an app"),
      Example("signalbox explore --policy policy.yaml", "the rules of a file"),
      Example("signalbox explore --scripts Scripts", "scripts that use every route and tap"),
    ],
    run: runExplore)

  static let diff = Subcommand(
    name: "diff", operands: "OLD [NEW]", operandCount: 1...2,
    options: [.routes, .json],
    summary: "list links that open something else than in another version",
    details: """
      Compares two versions of the route files, each a folder or a file; without NEW, the new \
      version is what --routes names. For each kind of links whose route, screen, coordinator or \
      gates differ, one example is printed, with what it opened before and opens now. The exit \
      code is 1 if a link that opened something now opens nothing, or if that could not be ruled \
      out: a route whose links could not all be compared is printed as undecided.
      """,
    examples: [
      Example("signalbox diff Release/Routes MyApp/Routes", "two folders"),
      Example(
        "signalbox diff --json --routes MyApp/Routes Release/Routes", "the same, as JSON"),
    ],
    run: runDiff)

  static let graph = Subcommand(
    name: "graph", operands: "[ROUTES…]", routeOperands: .all,
    options: [.routes, .subject, .format, .visited], formats: GraphFormat.words,
    summary: "draw coordinators, taps, routes or gates",
    details: """
      Prints a picture of the app: the tree of coordinators with their screens, where taps lead, \
      which screens links open, or what gates guard. SVG is drawn by Graphviz, whose program 'dot' \
      must be installed; Mermaid can be pasted into a pull request. --visited runs scripts and \
      marks what they visit; the exit code is 1 if one of them fails. docs/graph.md shows the \
      pictures.
      """,
    examples: [
      Example("signalbox graph", "the tree, in the terminal"),
      Example("signalbox graph --of taps --format svg > taps.svg", "where taps lead, as a picture"),
      Example(
        "signalbox graph --of routes --format mermaid --visited Routes/Scripts",
        "what links open, and which of that scripts visit"),
    ],
    run: runGraph)

  static let schema = Subcommand(
    name: "schema",
    summary: "print the JSON Schema of route files, for editors",
    details: """
      With it, an editor that has the YAML language server completes and checks route files: save \
      it, and begin each file with '# yaml-language-server: $schema=' and its path or address. \
      'check' finds more.
      """,
    examples: [
      Example("signalbox schema > signalbox.schema.json", "write it to a file"),
      Example("signalbox schema | python3 -m json.tool", "read it"),
    ],
    readsSettings: false, run: runSchema)

  static let config = Subcommand(
    name: "config", options: [.json],
    summary: "show what holds without options, and why",
    details: """
      Prints the settings that commands have in this folder, each with what decides it: an \
      environment variable, the file .signalbox in this folder or in the nearest one above it, \
      or the default. README.md explains the file.
      """,
    examples: [
      Example("signalbox config", "the settings here"),
      Example("signalbox config --json", "one JSON object per setting"),
    ],
    run: runConfig)

  static let bench = Subcommand(
    name: "bench", operands: "[NAME…]", routeOperands: .recognized, operandCount: 0...operandsMax,
    options: [.routes, .json, .large],
    summary: "measure the figures of docs/performance.md on this machine",
    details: """
      Without a name all benchmarks run, for about two minutes. Every figure is printed when it is \
      measured: the median of three to nine runs after a warm-up, with the minimum and the maximum.
      """,
    examples: [
      Example("signalbox bench", "all figures"),
      Example("signalbox bench resolve events --json", "two of them, as JSON"),
    ],
    completion: .words(BenchmarkName.words), run: runBench)

  static let help = Subcommand(
    name: "help", operands: "[COMMAND|CODE|\(codesTopic)]", operandCount: 0...1,
    options: [.json],
    summary: "explain a command or an error code, or list the codes",
    details: "Also explains the commands of the REPL: 'signalbox help open'.",
    examples: [
      Example("signalbox help replay", "a command"),
      Example("signalbox help route/conflict", "an error code"),
      Example("signalbox help codes", "all error codes"),
    ],
    completion: .words([codesTopic]), readsSettings: false, run: runHelp)
}
