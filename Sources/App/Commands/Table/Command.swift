package import Diagnostics
public import Navigation

/// One row of the command table: all that dispatch, help, completion, the daemon's methods and the
/// docs know of a command.
public struct Command: Sendable {
  /// What kind of command it is; help lists them in this order.
  public enum Group: String, Sendable, CaseIterable {
    case movement = "Movement"
    case looking = "Looking"
    case time = "Time"
    case expecting = "Expecting"
    case rest = "Rest"
  }

  /// What a command needs and may do.
  public struct Traits: OptionSet, Sendable {
    /// The traits as bits.
    public let rawValue: UInt8

    /// Traits from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// It can change the session: `cold` cannot follow it.
    public static let changesSession = Traits(rawValue: 1)
    /// It looks at what screens show, so that they have to be made first.
    public static let looksAtScreens = Traits(rawValue: 2)
    /// It is about the app: a program names no session for it.
    public static let isAboutApp = Traits(rawValue: 4)
  }

  /// Answers a command.
  package typealias Answer =
    @MainActor @Sendable (inout Interpreter, inout Workspace, Invocation) throws(CommandError)
    -> Response

  /// How a command is done.
  package enum Action: Sendable {
    /// It becomes an event.
    case event(EventSyntax)
    /// It is answered by a function.
    case answer(Answer)
    /// It checks an expectation.
    case expect
    /// It runs the lines of a script.
    case source
    /// It reads the app again.
    case reload
  }

  /// A command with its arguments, one a parameter, of the parameters' types.
  package struct Invocation {
    package let command: Command
    package let arguments: CommandArguments
    /// Where the line is, if in a script.
    let position: SourcePosition?

    /// - Parameter arguments: One for each parameter, in their order.
    package init(_ command: Command, _ arguments: CommandArguments, at position: SourcePosition?) {
      (self.command, self.arguments, self.position) = (command, arguments, position)
    }
  }

  /// Its words, parameters and help.
  package let syntax: CommandSyntax
  /// What kind of command it is.
  public let group: Group
  /// What it needs and may do.
  public let traits: Traits
  package let action: Action

  /// A command that becomes an event.
  init(_ event: EventSyntax) {
    syntax = event.command
    group = .movement
    // Only the visible screen knows its taps.
    let taps = syntax.parameters.contains { $0.kind == .tap }
    traits = taps ? [.changesSession, .looksAtScreens] : .changesSession
    action = .event(event)
  }

  /// A command of its own.
  package init(_ syntax: CommandSyntax, _ group: Group, _ traits: Traits = [], _ action: Action) {
    (self.syntax, self.group, self.traits, self.action) = (syntax, group, traits, action)
  }

  /// The first word.
  public var word: String { syntax.word }
  /// The named parameters, in the order of the words that a person types.
  public var parameters: [CommandParameter] { syntax.parameters }
  /// The whole usage: first word and parameters.
  public var usage: String { syntax.usage }
  /// What it does, in one line.
  public var summary: String { syntax.summary }
  /// What `help WORD` adds to the summary: whole sentences.
  public var details: String { syntax.details }
  /// A line that uses it.
  public var example: String { syntax.example }
  /// Whether it can change the session.
  public var changesSession: Bool { traits.contains(.changesSession) }
  /// Whether it reads or writes a file that its line names.
  public var usesFiles: Bool { parameters.contains(where: \.isFile) }
}

extension Command.Invocation {
  /// The command as a person would type it.
  var text: String {
    let words = arguments.all.flatMap { argument -> [String] in
      switch argument {
      case .absent: []
      case .text(let text): [text]
      case .integer(let number): [String(number)]
      case .flag(let isOn): [String(isOn)]
      case .values(let values): values.map { "\($0.name)=\($0.value)" }
      case .script: [sentScriptName]
      }
    }
    return ([command.word] + words.map(quoted)).joined(separator: " ")
  }
}

/// What positions call a script that was sent.
let sentScriptName = "<script>"
