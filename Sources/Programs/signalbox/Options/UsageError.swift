import Commands
import Diagnostics
import ProgramSupport

/// Why a command line or standard input was rejected.
enum UsageError: Diagnostic {
  /// The first operand is no command; `line` has all operands.
  case unknownCommand(String, line: [String])
  case unknownOption(String)
  case missingValue(Option)
  case unwantedValue(Option)
  case unknownChoice(String, Option, choices: [String])
  /// Two options that both decide what standard output is.
  case excluding(String, String)
  /// Standard input of `serve --private` is not a pipe or socket that ends with another program.
  case inputNotConnected
  /// An option without another that it is about.
  case needs(Option, Option)
  /// A subcommand without any of the options that it is about.
  case needsOneOf([Option], command: String)
  /// A file has several apps with different rules, and the option that chooses one is absent.
  case severalApps(Option, [String], file: String)
  /// The option names an app that a file does not have.
  case unknownApp(String, Option, [String], file: String)
  /// No base of the app has a host of http or https.
  case noHost
  /// No base covers the host of an option.
  case unknownHost(String, hosts: [String])
  case notTaken(option: Option, command: String)
  case missingOption(Option, command: String)
  /// An option for another kind of file than the one that a command writes; both with the command.
  case ofOtherFile(Option, kind: String, owners: [String])
  case badIdentifier(String, Option)
  case missingOperand(Subcommand)
  case extraOperand(String, Subcommand)
  case unknownTopic(String)
  case unknownBenchmark(String)
  case unknownShell(String)
  /// A word that a subcommand does not take; `words` are those that it takes.
  case unknownTask(String, Subcommand, words: [String])
  case unknownSession(String)
  case badJobs(String)
  case badPort(String)
  case badDepth(String)
  case badTime(String)
  case badMemory(String)
  case badPercentage(String)
  case notUTF8(String)
  case overlongLine(bytesMax: Int)
  case lineNotUTF8

  var code: DiagnosticCode {
    switch self {
    case .overlongLine: .inputTooLong
    case .lineNotUTF8: .inputEncoding
    default: .usage
    }
  }

  var message: String {
    switch self {
    case .unknownCommand(let name, _): "unknown command '\(name)'"
    case .unknownOption(let text): "unknown option '\(text)'"
    case .missingValue(let option): "--\(option.name) needs a value: \(option.value ?? "")"
    case .unwantedValue(let option): "--\(option.name) takes no value"
    case .unknownChoice(let value, let option, _): "unknown \(option.name) '\(value)'"
    case .excluding(let one, let other): "\(one) and \(other) exclude each other"
    case .inputNotConnected:
      "--\(Option.isPrivate.name) needs a pipe or a socket as standard input"
    case .needs(let option, let other): "--\(option.name) needs --\(other.name)"
    case .needsOneOf(let options, let command):
      "'\(command)' needs " + options.map { "--\($0.name)" }.joined(separator: " or ")
    case .severalApps(let option, let names, let file):
      "'\(file)' has \(names.count) \(noun(option))s with different rules: \(start(of: names))"
    case .unknownApp(let name, let option, _, let file):
      "'\(file)' has no \(noun(option)) '\(shortened(name))'"
    case .noHost: "the route files have no base with a host of http or https"
    case .unknownHost(let name, _): "no base covers the host '\(shortened(name))'"
    case .notTaken(let option, let command): "'\(command)' does not take --\(option.name)"
    case .missingOption(let option, let command):
      "'\(command)' needs --\(option.name) \(option.value ?? "")"
    case .ofOtherFile(let option, let kind, _): "'\(kind)' does not take --\(option.name)"
    case .badIdentifier(let text, let option): "--\(option.name) does not take '\(text)'"
    case .missingOperand(let subcommand): "an operand is missing: '\(subcommand.invocation)'"
    case .extraOperand(let text, let subcommand):
      "'\(subcommand.name)' does not take '\(text)'"
    case .unknownTopic(let topic): "no help on '\(topic)'"
    case .unknownBenchmark(let name): "unknown benchmark '\(name)'"
    case .unknownShell(let name): "unknown shell '\(name)'"
    case .unknownTask(let word, let command, _): "'\(command.name)' does not take '\(word)'"
    case .unknownSession(let name): "the journal has no session '\(name)'"
    case .badPort(let text): "--port does not take '\(text)'"
    case .badJobs(let text): "--jobs does not take '\(text)'"
    case .badDepth(let text): "--depth does not take '\(text)'"
    case .badTime(let text): "--time does not take '\(text)'"
    case .badMemory(let text): "--memory does not take '\(text)'"
    case .badPercentage(let text): "--coverage-min does not take '\(text)'"
    case .notUTF8(let text): "the argument '\(text)' is not UTF-8"
    case .overlongLine(let max): "a line of standard input has more than \(max) bytes"
    case .lineNotUTF8: "a line of standard input is not UTF-8"
    }
  }

  var advice: String? {
    switch self {
    case .unknownCommand(let name, let line): commandAdvice(name, line)
    case .unknownOption(let text): optionAdvice(text)
    case .missingValue(let option), .unwantedValue(let option):
      "\(sentence(option.summary)) See 'signalbox --help'."
    case .excluding: "Leave one of them out."
    case .inputNotConnected:
      "Start it from a program that keeps the other end open, or leave the option out."
    case .needs(_, let option):
      "Add --\(option.name)\(option.value.map { " \($0)" } ?? ""): \(option.summary)."
    case .needsOneOf(_, let command): "See 'signalbox help \(command)'."
    case .severalApps(let option, _, _):
      "Choose one with --\(option.name)\(option.value.map { " \($0)" } ?? "")."
    case .unknownApp(let name, _, let names, _):
      suggestion(name, names)
        ?? (names.isEmpty ? "It names none." : "Use one of \(start(of: names)).")
    case .noHost: "Add one to 'links', or name a host that a base with '*' covers by --host."
    case .unknownHost(_, let hosts) where hosts.isEmpty: "Add one to 'links'."
    case .unknownHost(let name, let hosts): suggestion(name, hosts) ?? list(hosts)
    case .notTaken(let option, _): takersAdvice(option)
    case .missingOption(let option, _): "It is \(option.summary)."
    case .ofOtherFile(_, _, let owners):
      "Use it with \(owners.map { "'\($0)'" }.joined(separator: " or "))."
    case .badIdentifier(_, let option): Self.identifierAdvice(option)
    case .missingOperand(let subcommand), .extraOperand(_, let subcommand):
      "See 'signalbox help \(subcommand.name)'."
    case .unknownTopic(let topic):
      suggestion(
        topic, Subcommand.shown.map(\.name) + CommandTable.standard.all.map(\.word) + [codesTopic])
        ?? "See 'signalbox help'."
    case .unknownBenchmark(let name):
      suggestion(name, BenchmarkName.words) ?? list(BenchmarkName.words)
    case .unknownChoice(let value, _, let choices): suggestion(value, choices) ?? list(choices)
    case .unknownTask(let word, let command, let words):
      suggestion(word, words) ?? "See 'signalbox help \(command.name)'."
    case .unknownSession: "Run 'signalbox journal export' without --session to list them."
    case .badTime: "Write a duration such as 500ms, 30s or 5m."
    case .badMemory: "Write a size such as 512M or 2G."
    case .badPercentage: "Write a number from 0 to 100, with at most three decimals, such as 92.5."
    case .badDepth: "Write a number from 0 to \(depthMax)."
    case .badPort: "Write a number from 1 to 65535."
    case .badJobs: "Write a number from 1 to \(jobsMax), or 'all'."
    case .notUTF8: "Rename the file: only the links of 'resolve' can be arbitrary bytes."
    case .overlongLine, .lineNotUTF8:
      "Correct the line: it was not sent, but the lines after it are."
    case .unknownShell: list(Shell.names)
    }
  }

  private static func identifierAdvice(_ option: Option) -> String {
    switch option {
    case .team: "Write ten letters and digits, such as ABCDE12345."
    case .fingerprint:
      "Write 32 pairs of hexadecimal digits, such as 14:6D:E9:…, from 'keytool -list'."
    case .bundle: "Write an identifier such as example.cinema."
    case .package: "Write a package name such as example.cinema."
    case .host: "Write a host without scheme and path, such as cinema.example."
    default: "Write a name such as .MainActivity."
    }
  }

  private func commandAdvice(_ name: String, _ line: [String]) -> String {
    let bytes = Array(name.utf8)
    if bytes.first == UInt8(ascii: "/") || bytes.contains(UInt8(ascii: ":")) {
      return "Run 'signalbox resolve LINK' to see what a link opens, or 'signalbox -c LINK' to "
        + "open it."
    }
    if CommandTable.standard.command(named: name) != nil {
      let typed = singleQuoted(line.joined(separator: " "))
      return "It is a command of the prompt: run signalbox -c \(typed)."
    }
    return suggestion(name, Subcommand.shown.map(\.name)) ?? "Run 'signalbox --help' to list them."
  }

  private func optionAdvice(_ text: String) -> String {
    let name = String(
      decoding: text.utf8.drop { $0 == UInt8(ascii: "-") }
        .prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    let begun = Option.all.map(\.name).filter { $0.utf8.starts(with: name.utf8) }
    if begun.count > 1, !name.isEmpty {
      return "Write \(begun.map { "--" + $0 }.joined(separator: " or "))."
    }
    return nearest(to: name, in: Option.all.map(\.name)).map { "Did you mean --\($0)?" }
      ?? "Run 'signalbox --help' to list them."
  }

  private func takersAdvice(_ option: Option) -> String {
    let names = option.subcommands.map { "'\($0.name)'" }
    let start = names.dropLast().joined(separator: ", ")
    return "Use it with \(start)\(start.isEmpty ? "" : " or ")\(names.last ?? "")."
  }
}

private func list(_ words: [String]) -> String {
  "Use one of \(words.joined(separator: ", "))."
}

/// What an option chooses: an app, or a package of Android.
private func noun(_ option: Option) -> String { option == .package ? "package" : "app" }

/// The first names of a list that can be long, and the number of the others.
private func start(of names: [String]) -> String {
  let shown = names.prefix(namesShownMax).map { shortened($0) }.joined(separator: ", ")
  return names.count > namesShownMax ? "\(shown) and \(names.count - namesShownMax) more" : shown
}

private let namesShownMax = 8

private func suggestion(_ word: String, _ candidates: [String]) -> String? {
  nearest(to: word, in: candidates).map { "Did you mean '\($0)'?" }
}
