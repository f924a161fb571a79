import Links

/// The form of a command and its explanation: the one home of what is typed, completed, checked and
/// shown of it.
public struct CommandSyntax: Sendable {
  /// The first word.
  public let word: String
  /// Its parameters, in the order of the words after the first.
  public let parameters: [CommandParameter]
  /// Whether exactly one of the parameters is given, whichever it is.
  public let takesOneParameter: Bool
  /// What it does, in one line.
  public let summary: String
  /// What `help WORD` adds to the summary: whole sentences.
  public let details: String
  /// A line that uses it.
  public let example: String

  /// A command without parameters unless they are given.
  public init(
    _ word: String, _ parameters: [CommandParameter] = [], takesOneParameter: Bool = false,
    summary: String, details: String, example: String
  ) {
    self.word = word
    self.parameters = parameters
    self.takesOneParameter = takesOneParameter
    self.summary = summary
    self.details = details
    self.example = example
  }

  /// The words after the first, as help shows them: `LINK [inside]`.
  public var usageOfParameters: String {
    if takesOneParameter { return parameters.map(\.label).joined(separator: "|") }
    return parameters.map { $0.isRequired ? $0.label : "[\($0.label)]" }.joined(separator: " ")
  }

  /// The whole usage: first word and parameters.
  public var usage: String { parameters.isEmpty ? word : "\(word) \(usageOfParameters)" }

  /// Reads the words after the first.
  /// - Parameter rest: Those words as they were typed, for a parameter that takes the whole line.
  /// - Returns: An argument for each parameter; `nil` if the words do not fit.
  public func arguments(of words: ArraySlice<String>, rest: String = "") -> CommandArguments? {
    if takesOneParameter { return onlyArgument(of: words) }
    var arguments = CommandArguments()
    var left = words
    for parameter in parameters {
      switch parameter.kind {
      case .line:
        arguments.append(.text(rest))
        left = []
      case .values:
        let values = left.compactMap(keyAndValue)
        guard values.count == left.count else { return nil }
        arguments.append(.values(values))
        left = []
      default:
        guard let word = left.popFirst() else {
          guard !parameter.isRequired else { return nil }
          arguments.append(.absent)
          continue
        }
        guard let argument = parameter.argument(word) else { return nil }
        arguments.append(argument)
      }
    }
    return left.isEmpty ? arguments : nil
  }

  /// The argument of the first parameter whose type the only word has.
  private func onlyArgument(of words: ArraySlice<String>) -> CommandArguments? {
    guard let word = words.first, words.count == 1 else { return nil }
    var arguments = CommandArguments()
    for parameter in parameters {
      arguments.append(parameter.argument(word) ?? .absent)
      if !arguments.isLastAbsent { return arguments }
    }
    return nil
  }
}

/// A named, typed parameter of a command: a person types it as a word, a program gives it by name.
public struct CommandParameter: Sendable, Hashable {
  /// The type, which validation, completion and the schema for programs follow.
  public enum Kind: Sendable, Hashable {
    /// Any text of UTF-8.
    case text
    /// A whole URL, or a path of the app.
    case link
    /// The name of a tap, tab, gate, screen, screen below the visible one, route, or command.
    case tap, tab, gate, screen, screenBelow, routeName, command
    /// What `expect` reads: a stack, an outcome, kinds of transitions.
    case stack, outcome, transitions
    /// An integer of at least this value.
    case integer(min: Int64)
    /// A number of screens; the engine refuses one that is not there to be popped.
    case screenCount
    /// A number and a unit, such as `10m`.
    case duration
    /// One of two words; the first holds if the parameter is absent, and is not typed.
    case choice(unsaid: String, said: String)
    /// True or false, typed as one word or the other.
    case flag(on: String, off: String)
    /// Names with texts, typed as `name=value`.
    case values
    /// All that follows the command, as a person types it.
    case line
    /// A script: typed as the path of a file, given by a program as its text.
    case script
    /// The path of a file to write; a program receives the text instead.
    case savedFile
  }

  /// Its name.
  public let name: String
  /// Its type.
  public let kind: Kind
  /// What it is for: one clause.
  public let summary: String
  /// Whether it must be given.
  public let isRequired: Bool

  /// - Parameter summary: One clause.
  public init(_ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = true) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.isRequired = isRequired
  }

  /// Whether a program gives it as any text.
  public var isText: Bool {
    switch kind {
    case .integer, .screenCount, .choice, .flag, .values: false
    default: true
    }
  }

  /// Whether it is the path of a file when it is typed.
  public var isFile: Bool { kind == .script || kind == .savedFile }

  /// How the usage of its command shows it.
  fileprivate var label: String {
    switch kind {
    case .integer, .screenCount: "N"
    case .choice(_, let said): said
    case .flag(let on, let off): "\(on)|\(off)"
    case .values: "key=value…"
    case .line: "KIND …"
    case .script, .savedFile: "FILE"
    default: name.uppercased()
    }
  }

  /// The argument that a word gives; `nil` if the word is not of its type.
  fileprivate func argument(_ word: String) -> CommandArgument? {
    switch kind {
    case .integer(let min):
      guard let number = Int(word), number >= min else { return nil }
      return .integer(number)
    case .screenCount: return Int(word).map { .integer($0) }
    case .duration: return milliseconds(of: word).map { _ in .text(word) }
    case .choice(_, let said): return sameBytes(word, said) ? .text(word) : nil
    case .flag(let on, let off):
      guard sameBytes(word, on) || sameBytes(word, off) else { return nil }
      return .flag(sameBytes(word, on))
    default: return .text(word)
    }
  }
}

/// What is given for one parameter.
public enum CommandArgument: Sendable {
  /// Nothing.
  case absent
  /// A text of any kind.
  case text(String)
  /// A number.
  case integer(Int)
  /// Whether a flag is on.
  case flag(Bool)
  /// Names with texts.
  case values([(name: String, value: String)])
  /// The text of a script that is in no file.
  case script([UInt8])
}

/// What is given for the parameters of a command, one argument a parameter.
public struct CommandArguments: Sendable {
  /// The arguments, in the order of the parameters.
  public private(set) var all: [CommandArgument] = []

  /// No arguments yet.
  public init() {}

  /// Adds the argument of the next parameter.
  public mutating func append(_ argument: CommandArgument) { all.append(argument) }

  fileprivate var isLastAbsent: Bool {
    if case .absent = all.last { true } else { false }
  }

  /// The text of a parameter; `nil` if it is not given.
  public func text(_ place: Int) -> String? {
    if case .text(let text) = self[place] { text } else { nil }
  }

  /// The number of a parameter; `nil` if it is not given.
  public func integer(_ place: Int) -> Int? {
    if case .integer(let number) = self[place] { number } else { nil }
  }

  /// The flag of a parameter; `nil` if it is not given.
  public func flag(_ place: Int) -> Bool? {
    if case .flag(let isOn) = self[place] { isOn } else { nil }
  }

  /// The names and texts of a parameter.
  public func values(_ place: Int) -> [(name: String, value: String)] {
    if case .values(let values) = self[place] { values } else { [] }
  }

  /// The argument at a place; absent if there is none.
  public subscript(place: Int) -> CommandArgument {
    all.indices.contains(place) ? all[place] : .absent
  }
}

/// `key=value` apart at the first `=`; `nil` if there is none or nothing before it.
public func keyAndValue(_ word: String) -> (name: String, value: String)? {
  let bytes = word.utf8
  guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > bytes.startIndex else {
    return nil
  }
  return (String(word[..<equals]), String(word[bytes.index(after: equals)...]))
}
