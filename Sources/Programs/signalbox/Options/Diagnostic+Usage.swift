import Commands
import Diagnostics
import PlatformLinks
import ProgramSupport

/// Why a command line or standard input was rejected.
extension Diagnostic {
  /// The first operand is no command; `line` has all operands.
  static func unknownCommand(_ name: String, line: [String]) -> Diagnostic {
    Diagnostic(.usage, "unknown command '\(name)'", advice: commandAdvice(name, line))
  }

  static func unknownOption(_ text: String) -> Diagnostic {
    Diagnostic(.usage, "unknown option '\(text)'", advice: optionAdvice(text))
  }

  static func missingValue(_ option: Option) -> Diagnostic {
    Diagnostic(
      .usage, "--\(option.name) needs a value: \(option.value ?? "")",
      advice: "\(sentence(option.summary)) See 'signalbox --help'.")
  }

  static func unwantedValue(_ option: Option) -> Diagnostic {
    Diagnostic(
      .usage, "--\(option.name) takes no value",
      advice: "\(sentence(option.summary)) See 'signalbox --help'.")
  }

  static func unknownChoice(_ value: String, _ option: Option, choices: [String]) -> Diagnostic {
    Diagnostic(
      .usage, "--\(option.name) does not take '\(value)'",
      advice: suggestion(value, choices) ?? list(choices))
  }

  static func excluding(_ one: String, _ other: String) -> Diagnostic {
    Diagnostic(.usage, "\(one) and \(other) exclude each other", advice: "Leave one of them out.")
  }

  static var inputNotConnected: Diagnostic {
    Diagnostic(
      .usage, "--\(Option.isPrivate.name) needs a pipe or a socket as standard input",
      advice: "Start it from a program that keeps the other end open, or leave the option out.")
  }

  static func needs(_ option: Option, _ other: Option) -> Diagnostic {
    Diagnostic(
      .usage, "--\(option.name) needs --\(other.name)",
      advice: "Add --\(other.name)\(other.value.map { " \($0)" } ?? ""): \(other.summary).")
  }

  static func needsOneOf(_ options: [Option], command: String) -> Diagnostic {
    Diagnostic(
      .usage, "'\(command)' needs " + options.map { "--\($0.name)" }.joined(separator: " or "),
      advice: "See 'signalbox help \(command)'.")
  }

  static func severalApps(_ option: Option, _ names: [String], file: String) -> Diagnostic {
    Diagnostic(
      .usage,
      "'\(file)' has \(names.count) \(noun(option))s with different rules: \(start(of: names))",
      advice: "Choose one with --\(option.name)\(option.value.map { " \($0)" } ?? "").")
  }

  static func unknownApp(_ name: String, _ option: Option, _ names: [String], file: String)
    -> Diagnostic
  {
    Diagnostic(
      .usage, "'\(file)' has no \(noun(option)) '\(shortened(name))'",
      advice: suggestion(name, names)
        ?? (names.isEmpty ? "It names none." : "Use one of \(start(of: names))."))
  }

  static var noHost: Diagnostic {
    Diagnostic(
      .usage, "the route files have no base with a host of http or https",
      advice: "Add one to 'links', or name a host that a base with '*' covers by --host.")
  }

  static var noScheme: Diagnostic {
    Diagnostic(
      .usage, "the route files have no base with a custom scheme",
      advice: "Add one to 'links', such as shop://.")
  }

  static func unknownHost(_ name: String, hosts: [String]) -> Diagnostic {
    Diagnostic(
      .usage, "no base covers the host '\(shortened(name))'",
      advice: hosts.isEmpty ? "Add one to 'links'." : suggestion(name, hosts) ?? list(hosts))
  }

  static func notTaken(option: Option, command: String) -> Diagnostic {
    Diagnostic(.usage, "'\(command)' does not take --\(option.name)", advice: takersAdvice(option))
  }

  static func missingOption(_ option: Option, command: String) -> Diagnostic {
    Diagnostic(
      .usage, "'\(command)' needs --\(option.name) \(option.value ?? "")",
      advice: "It is \(option.summary).")
  }

  static func ofOtherFile(_ option: Option, kind: String, owners: [String]) -> Diagnostic {
    Diagnostic(
      .usage, "'\(kind)' does not take --\(option.name)",
      advice: "Use it with \(owners.map { "'\($0)'" }.joined(separator: " or ")).")
  }

  /// A value that an option does not take.
  static func badValue(_ text: String, of option: Option) -> Diagnostic {
    let expected =
      switch option {
      case .team: "ten letters and digits, such as ABCDE12345"
      case .fingerprint: "32 pairs of hexadecimal digits, such as 14:6D:E9:…, from 'keytool -list'"
      case .bundle: "an identifier such as example.cinema"
      case .package: "a package name such as example.cinema"
      case .host: "a host without scheme and path, such as cinema.example"
      case .jobs: "a number from 1 to \(jobsMax), or 'all'"
      case .api: "a number from 1 to \(AndroidLevel.newest), the newest known"
      case .port: "a number from 1 to 65535, or 0 for any free port"
      case .depth: "a number from 0 to \(depthMax)"
      case .linkCount: "a number from 1 to \(probesMax)"
      case .connect: "a host and a port, such as 127.0.0.1:8443 or [::1]:8443"
      case .output: "a path, or leave the option out for standard output"
      case .write: "the name of a file, such as links.csv"
      case .seed: "a number from 0 on"
      case .result: "the name of a file that no other option writes, such as part-3.jsonl"
      case .shard: "a part and the number of parts, at most 1,000, such as 3/8"
      case .router: "a program and its arguments, such as 'node router.mjs'"
      case .time, .answerTime: "a duration such as 500ms, 30s or 5m"
      case .memory: "a size such as 512M or 2G"
      case .coverageMin: "a number from 0 to 100, with at most three decimals, such as 92.5"
      default: "a name such as .MainActivity"
      }
    return Diagnostic(
      .usage, "--\(option.name) does not take '\(text)'", advice: "Write \(expected).")
  }

  static func missingOperand(_ subcommand: Subcommand) -> Diagnostic {
    Diagnostic(
      .usage, "an operand is missing: '\(subcommand.invocation)'",
      advice: "See 'signalbox help \(subcommand.name)'.")
  }

  static func extraOperand(_ text: String, _ subcommand: Subcommand) -> Diagnostic {
    Diagnostic(
      .usage, "'\(subcommand.name)' does not take '\(text)'",
      advice: "See 'signalbox help \(subcommand.name)'.")
  }

  static func unknownTopic(_ topic: String) -> Diagnostic {
    Diagnostic(
      .usage, "no help on '\(topic)'",
      advice: suggestion(
        topic, Subcommand.shown.map(\.name) + CommandTable.standard.all.map(\.word) + [codesTopic])
        ?? "See 'signalbox help'.")
  }

  static func unknownBenchmark(_ name: String) -> Diagnostic {
    Diagnostic(
      .usage, "unknown benchmark '\(name)'",
      advice: suggestion(name, BenchmarkName.words) ?? list(BenchmarkName.words))
  }

  /// A word that a subcommand does not take; `words` are those that it takes.
  static func unknownTask(_ word: String, _ command: Subcommand, words: [String]) -> Diagnostic {
    Diagnostic(
      .usage, "'\(command.name)' does not take '\(word)'",
      advice: suggestion(word, words) ?? "See 'signalbox help \(command.name)'.")
  }

  static func unknownSession(_ name: String) -> Diagnostic {
    Diagnostic(
      .usage, "the journal has no session '\(name)'",
      advice: "Run 'signalbox journal export' without --session to list them.")
  }

  static func notUTF8(_ text: String) -> Diagnostic {
    Diagnostic(
      .usage, "the argument '\(text)' is not UTF-8",
      advice: "Rename the file: only the links of 'resolve' can be arbitrary bytes.")
  }

  static func overlongLine(bytesMax: Int) -> Diagnostic {
    Diagnostic(
      .inputTooLong, "a line of standard input has more than \(bytesMax) bytes",
      advice: "Correct the line: it was not sent, but the lines after it are.")
  }

  static var lineNotUTF8: Diagnostic {
    Diagnostic(
      .inputEncoding, "a line of standard input is not UTF-8",
      advice: "Correct the line: it was not sent, but the lines after it are.")
  }

  private static func commandAdvice(_ name: String, _ line: [String]) -> String {
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

  private static func optionAdvice(_ text: String) -> String {
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

  private static func takersAdvice(_ option: Option) -> String {
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

private func start(of names: [String]) -> String {
  listed(names.map { shortened($0) }, max: 8)
}

private func suggestion(_ word: String, _ candidates: [String]) -> String? {
  nearest(to: word, in: candidates).map { "Did you mean '\($0)'?" }
}
