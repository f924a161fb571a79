/// An option of the command line.
///
/// One table, many readers: parsing, help, the man page and the completions of the shells.
struct Option: Sendable {
  /// The long name, without its dashes.
  let name: String
  /// The letter of the short form; the same for every command.
  let letter: Character?
  /// What its value is called; `nil` if it takes none.
  let value: String?
  /// What it does: one clause.
  let summary: String
  /// The commands for which it means something; `nil`: every command.
  let commands: [String]?

  /// Whether a command takes it.
  func isTaken(by subcommand: Subcommand) -> Bool {
    commands?.contains(subcommand.name) ?? true
  }

  /// How help writes it, such as `-r, --routes PATH`.
  var usage: String {
    let short = letter.map { "-\($0), " } ?? "    "
    return short + "--" + name + (value.map { " \($0)" } ?? "")
  }
}

extension Option {
  static let routes = Option(
    name: "routes", letter: "r", value: "PATH",
    summary: "a folder of route files, or one route file; may be given several times",
    commands: ["repl", "replay", "resolve", "check", "diff", "serve", "bench"])
  static let json = Option(
    name: "json", letter: "j", value: nil,
    summary: "print one JSON object a line",
    commands: [
      "repl", "replay", "resolve", "check", "diff", "attach", "send", "status", "journal", "bench",
      "help",
    ])
  static let log = Option(
    name: "log", letter: "l", value: "FILE",
    summary: "append every transition to a file, one JSON object a line",
    commands: ["repl", "replay"])
  static let noHistory = Option(
    name: "no-history", letter: nil, value: nil,
    summary: "neither read nor keep the history of typed lines", commands: ["repl", "attach"])
  static let junit = Option(
    name: "junit", letter: nil, value: "FILE",
    summary: "write a report in JUnit's XML to a file", commands: ["replay"])
  static let strict = Option(
    name: "strict", letter: nil, value: nil,
    summary: "count warnings as errors for the exit code", commands: ["check"])
  static let socket = Option(
    name: "socket", letter: nil, value: "PATH",
    summary: "the daemon's socket", commands: ["serve", "attach", "send", "status"])
  static let session = Option(
    name: "session", letter: "s", value: "NAME",
    summary: "the session that is meant", commands: ["send", "journal"])
  static let data = Option(
    name: "data", letter: nil, value: "DIR",
    summary: "the folder of the daemon's journal", commands: ["serve", "journal"])
  static let durability = Option(
    name: "durability", letter: nil, value: "MODE",
    summary: "when an answer may leave: always, interval or none", commands: ["serve"])
  static let watch = Option(
    name: "watch", letter: nil, value: nil,
    summary: "read the route files again when they change", commands: ["serve"])
  static let logFormat = Option(
    name: "log-format", letter: nil, value: "FORMAT",
    summary: "how the log is written: text or json", commands: ["serve"])
  static let metrics = Option(
    name: "metrics", letter: nil, value: "FILE",
    summary: "write metrics to a file, for Prometheus", commands: ["serve"])
  static let help = Option(
    name: "help", letter: "h", value: nil, summary: "print help and end", commands: nil)
  static let version = Option(
    name: "version", letter: "V", value: nil, summary: "print the version and end",
    commands: nil)

  /// Every option, in the order of help.
  static let all = [
    routes, json, log, noHistory, junit, strict, socket, session, data, durability, watch,
    logFormat, metrics, help, version,
  ]
}
