package import Diagnostics
public import Navigation

/// A row of the command table: everything that dispatch, help, completion, the daemon's methods and
/// the docs need to know about a command.
public struct Command: Sendable {
  /// The section of help that lists a command; help lists the sections in this order.
  public enum Group: String, Sendable, CaseIterable {
    case movement = "Movement"
    case looking = "Inspecting"
    case time = "Time"
    case expecting = "Expecting"
    case rest = "Other"
  }

  /// Properties of a command that its callers depend on.
  public struct Traits: OptionSet, Sendable {
    /// The bit mask.
    public let rawValue: UInt8

    /// Creates traits from a bit mask.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// It can change the session, so `cold` cannot follow it.
    public static let changesSession = Traits(rawValue: 1)
    /// It reads screen content, so the screens are created first.
    public static let looksAtScreens = Traits(rawValue: 2)
    /// It concerns the app as a whole: clients call it without naming a session.
    public static let isAboutApp = Traits(rawValue: 4)
    /// It concerns the prompt that it is typed at, not the session, so the daemon has no method.
    public static let isOfPrompt = Traits(rawValue: 8)
  }

  /// The function that runs a command and returns its answer.
  package typealias Answer =
    @MainActor @Sendable (inout Interpreter, inout Workspace, Invocation) throws(Diagnostic)
    -> Response

  package enum Action: Sendable {
    case event(EventSyntax)
    case answer(Answer)
    case expect
    case log
    case source
    case reload
  }

  /// A command with one argument per parameter, each of the parameter's type.
  package struct Invocation {
    package let command: Command
    package let arguments: CommandArguments
    /// The line's position; `nil` outside scripts.
    let position: SourcePosition?

    /// - Parameter arguments: One per parameter, in order.
    package init(_ command: Command, _ arguments: CommandArguments, at position: SourcePosition?) {
      (self.command, self.arguments, self.position) = (command, arguments, position)
    }
  }

  /// The word, parameters and help texts.
  package let syntax: CommandSyntax
  /// The section of help that lists it.
  public let group: Group
  /// What it requires and what it can change.
  public let traits: Traits
  package let action: Action
  /// Other words for it, which help and completion leave out.
  var aliases: [String] = []

  init(_ event: EventSyntax) {
    syntax = event.command
    group = .movement
    // The taps are known only once the visible screen is created.
    let taps = syntax.parameters.contains { $0.kind == .tap }
    traits = taps ? [.changesSession, .looksAtScreens] : .changesSession
    action = .event(event)
  }

  package init(_ syntax: CommandSyntax, _ group: Group, _ traits: Traits = [], _ action: Action) {
    (self.syntax, self.group, self.traits, self.action) = (syntax, group, traits, action)
  }

  /// The same command, also known by other words.
  func alias(_ words: String...) -> Command {
    var command = self
    command.aliases = words
    return command
  }

  /// The first word.
  public var word: String { syntax.word }
  /// The parameters, in the order they are typed.
  public var parameters: [CommandParameter] { syntax.parameters }
  /// The usage line: the first word and the parameters.
  public var usage: String { syntax.usage }
  /// What it does, in one line.
  public var summary: String { syntax.summary }
  /// The sentences that `help WORD` prints after the summary.
  public var details: String { syntax.details }
  /// An example line.
  public var example: String { syntax.example }
  /// Whether it can change the session.
  public var changesSession: Bool { traits.contains(.changesSession) }
  /// Whether its answer is sentences, which wrap on a narrow terminal, not a table or a drawing.
  var answersInProse: Bool {
    switch group {
    case .movement, .time: true
    case .looking: sameBytes(word, "why") || sameBytes(word, "deferred")
    case .expecting, .rest: false
    }
  }

  /// Whether one of its parameters is a file path.
  public var usesFiles: Bool { parameters.contains(where: \.isFile) }
}

extension Command.Invocation {
  /// The command line, as a user would type it.
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

/// The file name in positions of a script that a client sent as text.
let sentScriptName = "<script>"
