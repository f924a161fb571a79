import Analysis
import Journal
import RouteFiles

/// An option of the command line. `Subcommand` lists which options it takes.
///
/// One row per option: the parser, help, the man page and the shell completions read it.
struct Option: Sendable, Hashable {
  /// The long name, without its dashes.
  let name: String
  /// The letter of the short form, the same for every subcommand.
  var letter: Character?
  /// The placeholder of its value in help; `nil` if it takes none.
  var value: String?
  /// The values that it accepts; any if empty.
  var choices: [String] = []
  /// What it does: one clause.
  let summary: String

  /// The subcommands that list it, in the order of help.
  var subcommands: [Subcommand] { Subcommand.shown.filter { $0.options.contains(self) } }

  /// As help shows it, for example `-r, --routes PATH`.
  var usage: String {
    let short = letter.map { "-\($0), " } ?? "    "
    return short + "--" + name + (value.map { " \($0)" } ?? "")
  }
}

extension Option {
  static let routes = Option(
    name: "routes", letter: "r", value: "PATH",
    summary:
      "a folder of route files, one route file, or an app's folder; may be given several times"
  )
  static let line = Option(
    name: "command", letter: "c", value: "LINE",
    summary: "run a line as if it were typed, and exit; may be given several times")
  static let script = Option(
    name: "file", letter: "f", value: "SCRIPT",
    summary: "run the lines of a script, and exit; may be given several times")
  static let json = Option(name: "json", letter: "j", summary: "print one JSON object per line")
  static let log = Option(
    name: "log", letter: "l", value: "FILE",
    summary: "append every transition to a file, one JSON object per line")
  static let noHistory = Option(
    name: "no-history", summary: "do not read or save the history of typed lines")
  static let junit = Option(
    name: "junit", value: "FILE",
    summary: "write a report in JUnit's XML to a file; - is standard output, instead of the text")
  static let keepGoing = Option(
    name: "keep-going", letter: "k", summary: "run each script to its end in spite of failures")
  static let failFast = Option(
    name: "fail-fast", summary: "run no further script after one that fails")
  static let jobs = Option(
    name: "jobs", value: "N", summary: "run scripts in N processes; 'all': one per processor")
  static let shard = Option(
    name: "shard", value: "N/M", summary: "run only part N of M, for a run on M machines")
  static let times = Option(
    name: "times", value: "FILE",
    summary: "make the parts of --shard take as long, by an earlier report of --junit")
  static let result = Option(
    name: "result", value: "FILE", summary: "write the results for 'merge', with the coverage")
  static let coverage = Option(
    name: "coverage", summary: "print which routes, screens, taps and gates are left out")
  static let lcov = Option(
    name: "lcov",
    summary: "print the coverage as an LCOV trace file, and the text to standard error")
  static let coverageMin = Option(
    name: "coverage-min", value: "PERCENT",
    summary: "fail if less than this share of the declared parts is covered")
  /// `Subcommand.formats` lists the values that a subcommand accepts.
  static let format = Option(
    name: "format", value: "FORMAT",
    choices: CheckFormat.words + GraphFormat.words.filter { !CheckFormat.words.contains($0) },
    summary: """
      how to print: findings as text, json, sarif, github (annotations) or junit, pictures as \
      text, svg, dot or mermaid
      """)
  static let strict = Option(
    name: "strict", summary: "count warnings as errors in the exit code")
  static let noStrict = Option(
    name: "no-strict", summary: "do not, although .signalbox says 'strict: true'")
  static let notes = Option(
    name: "notes", summary: "also print notes that need no action if intended")
  static let call = Option(
    name: "call", value: "NAME",
    summary: "also take the arguments of calls of this name for links; may be given several times")
  static let list = Option(
    name: "list", summary: "print every link, its place, and what it opens")
  static let subject = Option(
    name: "of", value: "SUBJECT", choices: AppGraph.Subject.allCases.map(\.rawValue),
    summary: "what the picture shows: tree (of coordinators), taps, routes or gates")
  static let visited = Option(
    name: "visited", value: "PATH",
    summary: "mark what a script, or a folder of scripts, visits; may be given several times")
  static let scripts = Option(
    name: "scripts", value: "DIR", summary: "write scripts that use all of the app to this folder")
  static let scriptFolder = Option(
    name: "script-folder", value: "DIR", summary: "the folder of scripts that tools read and write")
  static let policy = Option(
    name: "policy", value: "FILE", summary: "the rules that must hold")
  static let inside = Option(
    name: "inside", summary: "also open each link from inside, as the content of a screen can do")
  static let from = Option(
    name: "from", value: "SOURCE",
    summary: "the source as which the app opens the platforms' links; 'outside' by default")
  static let depth = Option(
    name: "depth", value: "N", summary: "search for ways of at most N events; 1,000 by default")
  static let time = Option(
    name: "time", value: "DURATION", summary: "end the work after this time, such as 30s or 5m")
  static let memory = Option(
    name: "memory", value: "SIZE", summary: "end the work at this much memory, such as 512M or 2G")
  static let map = Option(
    name: "map", value: "FILE",
    summary: "what the app, or its log, calls screens, taps and events")
  static let router = Option(
    name: "router", value: "COMMAND",
    summary: "a program that answers links as the app's router does, compared with the route files")
  static let linkCount = Option(
    name: "links", value: "N", summary: "ask the router for at most N links; 2,000 by default")
  static let seed = Option(
    name: "seed", value: "N", summary: "which links are asked for if there are more; 1 by default")
  static let write = Option(
    name: "write", value: "FILE.csv", summary: "write the links, and what each opens, to a file")
  static let answerTime = Option(
    name: "answer-time", value: "DURATION",
    summary: "how long the router can take for an answer; 10s by default")
  static let noCode = Option(
    name: "no-code", summary: "refuse a source that is code, instead of running it")
  static let export = Option(
    name: "export", value: "NAME", summary: "what a module exports the routes as")
  static let set = Option(
    name: "set", value: "NAME=VALUE",
    summary: "the value of a placeholder of the source; may be given several times")
  static let gate = Option(
    name: "gate", value: "KEY[=VALUE]",
    summary: "a key of the source's routes that is a gate; may be given several times")
  static let noGate = Option(
    name: "no-gate", value: "KEY",
    summary: "a key of the source's routes that is no gate; may be given several times")
  static let allRemarks = Option(name: "all", summary: "print all remarks, also equal ones")
  static let output = Option(
    name: "output", letter: "o", value: "PATH",
    summary: "write to a file ('export', 'import': into a folder), not to standard output")
  static let ios = Option(
    name: "ios",
    summary: "send links to the booted simulator, by simctl ('init': also write a Swift package)")
  static let socket = Option(name: "socket", value: "PATH", summary: "the daemon's socket")
  static let session = Option(
    name: "session", letter: "s", value: "NAME", summary: "the session to use")
  static let port = Option(
    name: "port", value: "N",
    summary: "the port of 127.0.0.1 to listen on; a free one by default and for 0")
  static let noOpen = Option(name: "no-open", summary: "print the link, and open no browser")
  static let readOnly = Option(name: "read-only", summary: "let pages change nothing")
  static let data = Option(
    name: "data", value: "DIR", summary: "the folder of the daemon's journal")
  static let durability = Option(
    name: "durability", value: "MODE", choices: Durability.allCases.map(\.rawValue),
    summary: "when answers are sent: always (when on disk), interval or none")
  static let isPrivate = Option(
    name: "private",
    summary: """
      serve the program that started it: print the path of a socket in a temporary folder, keep \
      sessions in memory, and end with standard input
      """)
  static let watch = Option(
    name: "watch", summary: "reload the route files, or run again, when files change")
  static let logFormat = Option(
    name: "log-format", value: "FORMAT", choices: LogFormat.allCases.map(\.rawValue),
    summary: "the format of the log: text or json")
  static let logFile = Option(
    name: "log-file", value: "FILE", summary: "write the log to a file, not to standard error")
  static let metrics = Option(
    name: "metrics", value: "FILE", summary: "write metrics to a file, for Prometheus")
  static let large = Option(
    name: "large", summary: "also measure a million routes and sessions, which takes minutes")
  static let color = Option(
    name: "color", value: "WHEN", choices: SettingsFile.Color.allCases.map(\.rawValue),
    summary: "when to use colours: auto (on a terminal), always or never")
  static let help = Option(name: "help", letter: "h", summary: "print help and exit")
  static let version = Option(
    name: "version", letter: "V", summary: "print the version and exit")

  static let common = [color, help, version]

  /// Every option, in the order of help.
  static let all: [Option] = {
    var names: Set<String> = []
    return Subcommand.all.flatMap(\.options).filter { names.insert($0.name).inserted } + common
  }()
}
