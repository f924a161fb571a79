import Diagnostics

/// The syntax and help of a command: the source of parsing, completion, validation and help.
public struct CommandSyntax: Sendable {
  /// The first word.
  public let word: String
  /// The parameters, in the order they are typed.
  public let parameters: [CommandParameter]
  /// Whether the command takes exactly one of its parameters.
  public let takesOneParameter: Bool
  /// What the command does, in one line.
  public let summary: String
  /// The sentences that `help WORD` prints after the summary.
  public let details: String
  /// An example line.
  public let example: String

  /// Creates a syntax, by default without parameters.
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

  /// The usage of the parameters, as in `[N] [FILE]`.
  public var usageOfParameters: String {
    if takesOneParameter { return parameters.map { $0.label }.joined(separator: "|") }
    return parameters.map { $0.isRequired ? $0.label : "[\($0.label)]" }.joined(separator: " ")
  }

  /// The usage line: the first word and the parameters.
  public var usage: String { parameters.isEmpty ? word : "\(word) \(usageOfParameters)" }

  /// Parses the words after the first.
  /// - Parameter rest: The same words as typed, for a parameter of kind `line`.
  /// - Returns: One argument per parameter; `nil` if the words do not match.
  public func arguments(of words: ArraySlice<String>, rest: String = "") -> CommandArguments? {
    if takesOneParameter { return onlyArgument(of: words) }
    var arguments = CommandArguments()
    var left = words
    for parameter in parameters {
      switch parameter.kind {
      case .option:
        let argument = left.first.flatMap(parameter.argument)
        if argument != nil { left.removeFirst() }
        arguments.append(argument ?? .absent)
      case .source: arguments.append(Self.source(from: &left).map { .text($0) } ?? .absent)
      case .signature:
        arguments.append(Self.signature(from: &left).map { .text($0.rawValue) } ?? .absent)
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

  /// Removes `inside` or `from NAME`, and returns the name; `nil` if neither comes next.
  private static func source(from words: inout ArraySlice<String>) -> String? {
    if sameBytes(words.first, LinkSource.insideName) { return words.removeFirst() }
    guard sameBytes(words.first, "from"), words.count > 1 else { return nil }
    words.removeFirst()
    return words.removeFirst()
  }

  /// Removes `signed` or `signature RESULT`, and returns the result; `nil` if neither comes next.
  private static func signature(
    from words: inout ArraySlice<String>
  ) -> LinkSource.Signature? {
    if sameBytes(words.first, "signed") {
      words.removeFirst()
      return .valid
    }
    guard sameBytes(words.first, "signature"),
      let result = words.dropFirst().first.flatMap(LinkSource.Signature.init)
    else { return nil }
    words.removeFirst(2)
    return result
  }

  /// Returns the only word as the argument of the first parameter whose type accepts it.
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

/// A named, typed parameter of a command: users type its value as a word, clients pass it by name.
public struct CommandParameter: Sendable, Hashable {
  /// The type of a parameter, which determines validation, completion and the JSON schema.
  public enum Kind: Sendable, Hashable {
    /// Any UTF-8 text.
    case text
    /// A complete URL, or a path within the app.
    case link
    /// The name of a tap, a tab, a gate, a screen, a screen below the visible one, a route or a
    /// command.
    case tap, tab, gate, screen, screenBelow, routeName, command
    /// An operand of `expect`: a stack, an outcome or kinds of transitions.
    case stack, outcome, transitions
    /// An operand of `expect`: a link that waits, or `none`.
    case waitingLink
    /// The number of accepted events ahead of a state of the session.
    case eventCount
    /// An integer of at least this value.
    case integer(min: Int64)
    /// A number of screens; the engine refuses a count that cannot be popped.
    case screenCount
    /// A number and a unit, such as `10m`.
    case duration
    /// The source of a link, typed as `inside` or `from NAME`.
    case source
    /// A `LinkSource.Signature`, typed as `signed` or `signature invalid`.
    case signature
    /// A Boolean, typed as one of two words.
    case flag(on: String, off: String)
    /// A Boolean, true if its word is typed; such parameters come first.
    case option(String)
    /// Named texts, typed as `name=value`.
    case values
    /// The rest of the line, as typed.
    case line
    /// A script: users type a file path, clients send the text.
    case script
    /// The path of a file to write; clients receive the text instead.
    case savedFile
  }

  /// The name that clients pass it under.
  public let name: String
  /// The type.
  public let kind: Kind
  /// The purpose, as one clause.
  public let summary: String
  /// Whether the parameter is required.
  public let isRequired: Bool

  /// - Parameter summary: The purpose, as one clause.
  public init(_ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = true) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.isRequired = isRequired
  }

  /// Whether clients pass it as a JSON string of any text.
  public var isText: Bool {
    switch kind {
    case .integer, .screenCount, .eventCount, .flag, .option, .values, .signature: false
    default: true
    }
  }

  /// Whether users type it as a file path.
  public var isFile: Bool { kind == .script || kind == .savedFile }

  /// The parameter as the usage line shows it.
  fileprivate var label: String {
    switch kind {
    case .integer, .screenCount, .eventCount: "N"
    case .source: "from NAME"
    case .signature: "signed"
    case .flag(let on, let off): "\(on)|\(off)"
    case .option(let word): word
    case .values: "key=value…"
    case .line: "KIND …"
    case .script, .savedFile: "FILE"
    default: name.uppercased()
    }
  }

  /// Parses a word; `nil` if it does not have the parameter's type.
  fileprivate func argument(_ word: String) -> CommandArgument? {
    switch kind {
    case .integer(let min):
      guard let number = Int(word), number >= min else { return nil }
      return .integer(number)
    case .screenCount: return Int(word).map { .integer($0) }
    case .eventCount: return Int(word).flatMap { $0 >= 0 ? .integer($0) : nil }
    case .duration: return milliseconds(of: word).map { _ in .text(word) }
    case .flag(let on, let off):
      guard sameBytes(word, on) || sameBytes(word, off) else { return nil }
      return .flag(sameBytes(word, on))
    case .option(let on): return sameBytes(word, on) ? .flag(true) : nil
    default: return .text(word)
    }
  }
}

/// The argument of one parameter.
public enum CommandArgument: Sendable {
  case absent
  /// A text, as for links, names and durations.
  case text(String)
  case integer(Int)
  case flag(Bool)
  case values([(name: String, value: String)])
  /// The bytes of a script sent as text instead of a file path.
  case script([UInt8])
}

/// The arguments of a command, one per parameter.
public struct CommandArguments: Sendable {
  /// The arguments, in the order of the parameters.
  public private(set) var all: [CommandArgument] = []

  /// Creates an empty list with room for a number of arguments.
  public init(capacity: Int = 0) { all.reserveCapacity(capacity) }

  /// Appends the argument of the next parameter.
  public mutating func append(_ argument: CommandArgument) { all.append(argument) }

  fileprivate var isLastAbsent: Bool {
    if case .absent = all.last { true } else { false }
  }

  /// Returns the text at an index; `nil` if there is none.
  public func text(_ place: Int) -> String? {
    if case .text(let text) = self[place] { text } else { nil }
  }

  /// Returns the number at an index; `nil` if there is none.
  public func integer(_ place: Int) -> Int? {
    if case .integer(let number) = self[place] { number } else { nil }
  }

  /// Returns the flag at an index; `nil` if there is none.
  public func flag(_ place: Int) -> Bool? {
    if case .flag(let isOn) = self[place] { isOn } else { nil }
  }

  /// Returns the named texts at an index; empty if there are none.
  public func values(_ place: Int) -> [(name: String, value: String)] {
    if case .values(let values) = self[place] { values } else { [] }
  }

  /// The argument at an index; `absent` if it is out of range.
  public subscript(place: Int) -> CommandArgument {
    all.indices.contains(place) ? all[place] : .absent
  }
}

/// Splits `key=value` at the first `=`; `nil` if there is no `=` or the key is empty.
public func keyAndValue(_ word: String) -> (name: String, value: String)? {
  let bytes = word.utf8
  guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > bytes.startIndex else {
    return nil
  }
  return (String(word[..<equals]), String(word[bytes.index(after: equals)...]))
}
