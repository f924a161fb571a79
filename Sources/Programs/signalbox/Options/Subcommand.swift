/// A command of the command line, such as `replay`.
///
/// One table, many readers: dispatch, help, the man page and the completions of the shells.
struct Subcommand: Sendable {
  /// A command line as one would type it, and what it does.
  struct Example: Sendable {
    let line: String
    let meaning: String

    init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  /// What the shells complete behind a command.
  enum Completion: Sendable {
    /// Nothing is known.
    case nothing
    /// Files whose names end so.
    case files(ending: String)
    /// One of these words.
    case words([String])
  }

  /// The word that is typed.
  let name: String
  /// What follows it, as in `SCRIPT…`; empty if nothing does.
  let operands: String
  /// How many operands it takes.
  let operandCount: ClosedRange<Int>
  /// What it does: one clause.
  let summary: String
  /// What else there is to say: sentences.
  let details: String
  /// At least two.
  let examples: [Example]
  /// What the shells complete as its operands.
  var completion = Completion.nothing
  /// Whether its operands may be bytes of any kind, as links are; others are UTF-8.
  var takesBytes = false
  /// Whether help and completion leave it out.
  var isHidden = false
  /// Does it.
  let run: @MainActor @Sendable (Arguments, Streams) throws(Stop) -> ExitStatus

  /// The options that it takes, in the order of help.
  var options: [Option] { Option.all.filter { $0.isTaken(by: self) } }
}

extension Subcommand {
  /// Every command, in the order of help; the first is what runs if none is named.
  static let all = [
    repl, replay, resolve, check, diff, serve, attach, send, status, journal, bench, help,
    generateMan,
    generateCompletion,
  ]

  /// The commands that help shows.
  static let shown = all.filter { !$0.isHidden }

  /// The command of that name, compared as bytes.
  static func named(_ name: String) -> Subcommand? {
    all.first { $0.name.utf8.elementsEqual(name.utf8) }
  }
}

/// More operands than any system lets one type.
let operandsMax = 1_000_000
