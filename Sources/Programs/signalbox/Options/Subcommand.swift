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
    /// Files with the ending of a route file, folders that contain one, and folders of an app. If
    /// operands can be links, those that begin with `/` are links.
    case recognized
    /// The same; the folder of an app is also one of scripts.
    case amongScripts
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
  var completion = Completion.nothing
  /// Whether operands may be arbitrary bytes, as links are; otherwise they must be UTF-8.
  var takesBytes = false
  /// Whether it depends on `.signalbox`.
  var readsSettings = true
  /// Whether help and completion omit it.
  var isHidden = false
  let run: @MainActor @Sendable (Arguments, Streams) throws(ExitError) -> ExitStatus

  func takes(_ option: Option) -> Bool {
    options.contains(option) || Option.common.contains(option)
  }

  /// The values that an option accepts here; any if empty.
  func choices(of option: Option) -> [String] { option == .format ? formats : option.choices }

  var invocation: String { operands.isEmpty ? name : name + " " + operands }
}

extension Subcommand {
  /// Every subcommand, in the order of help.
  static let all = [
    initialize, importRoutes, repl, replay, merge, resolve, why, check, links, compare, hosted,
    conform, explore, diff, graph, generate, export, schema, config, serve, attach, send, inspect,
    sessions, status, mcp, journal, bench, completion, help, replayWorker, generateMan,
  ]

  /// The subcommand that runs if none is named.
  static var standard: Subcommand { repl }

  static let shown = all.filter { !$0.isHidden }

  /// The subcommand with that name, compared as bytes.
  static func named(_ name: String) -> Subcommand? {
    all.first { sameBytes($0.name, name) }
  }
}

/// More operands than any system accepts.
let operandsMax = 1_000_000
