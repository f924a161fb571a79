import Diagnostics
import Navigation

/// One row of the command table: everything that help, completion, dispatch and the docs know.
public struct Command: Sendable {
  /// What kind of command it is; help lists them in this order.
  public enum Group: String, Sendable, CaseIterable {
    case movement = "Movement"
    case looking = "Looking"
    case time = "Time"
    case expecting = "Expecting"
    case rest = "Rest"
  }

  /// What a word after the first is, for completion.
  public enum ArgumentKind: Sendable, Hashable {
    case link, tap, tab, gate, screen, routeName, file, command
    /// A screen that lies beneath the visible one.
    case poppable
    /// `name=value` of the route or screen that was named before.
    case values
    /// One of these words.
    case words([String])
    /// A coordinator with its colon, or a screen.
    case stackWord
    case outcome, transition
    /// What the expectation named before asks for.
    case expectation
    /// Nothing that can be offered.
    case free
  }

  /// One command line, taken apart.
  struct Invocation {
    /// The words after the first, quotation marks resolved.
    let words: [String]
    /// The whole line.
    let line: String
    let position: SourcePosition?
  }

  /// The first word.
  public let word: String
  /// The words after it, as help shows them.
  public let arguments: String
  /// What it does, in one line.
  public let summary: String
  /// What kind of command it is.
  public let group: Group
  /// What `help WORD` tells besides: whole sentences.
  public let details: String
  /// A line that uses it.
  public let example: String
  /// What the words after the first are; values, transitions and screens of a stack go on.
  public let completes: [ArgumentKind]
  /// Whether it can change the session, so that `cold` may not follow it.
  public let changesSession: Bool
  let run: @MainActor @Sendable (inout Interpreter, Invocation) throws(CommandError) -> Response

  /// The whole usage: first word and arguments.
  public var usage: String { arguments.isEmpty ? word : "\(word) \(arguments)" }
}

extension Command {
  /// A command; what is left out is that it takes no words, offers none and changes nothing.
  init(
    _ word: String, _ arguments: String = "", _ summary: String, _ group: Group,
    help: (details: String, example: String), completes: [ArgumentKind] = [],
    changesSession: Bool = false,
    run:
      @escaping @MainActor @Sendable (inout Interpreter, Invocation) throws(CommandError)
      -> Response
  ) {
    self.init(
      word: word, arguments: arguments, summary: summary, group: group, details: help.details,
      example: help.example, completes: completes, changesSession: changesSession, run: run)
  }
}

extension Command.Invocation {
  /// The only word, or an error that shows the usage.
  func only(of command: String) throws(CommandError) -> String {
    guard words.count == 1 else { throw usage(command) }
    return words[0]
  }

  /// The only word if there is one.
  func atMostOne(of command: String) throws(CommandError) -> String? {
    guard words.count <= 1 else { throw usage(command) }
    return words.first
  }

  /// Refuses any word.
  func none(of command: String) throws(CommandError) {
    guard words.isEmpty else { throw usage(command) }
  }

  /// The error for words that do not fit.
  func usage(_ command: String) -> CommandError {
    let row = CommandTable.command(named: command)
    return .usage(
      typed: ([command] + words).joined(separator: " "), usage: row?.usage ?? command,
      example: row?.arguments.isEmpty ?? true ? nil : row?.example, at: position)
  }

  /// What follows the first words of the line, as written.
  func rest(afterWords count: Int) -> String {
    var bytes = Substring(line).utf8
    for _ in 0..<count {
      bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
      bytes = bytes.drop { $0 != 0x20 && $0 != 0x09 }
    }
    return String(Substring(bytes.drop { $0 == 0x20 || $0 == 0x09 }))
  }
}
