import Commands
import Diagnostics
import JSONCodec
import ProgramSupport

/// The topic of `help` that lists the codes of errors.
let codesTopic = "codes"

/// `signalbox help [COMMAND|codes]`.
@MainActor func runHelp(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus
{
  try writeHelp(on: arguments.operands.first, arguments, streams)
  return .done
}

/// Prints the help on a topic or on the program, as text or with `--json`.
func writeHelp(
  on topic: String?, _ arguments: Arguments, _ streams: Streams
) throws(ExitError) {
  let (text, json) = try help(on: topic)
  try streams.write(arguments.has(.json) ? json.text + "\n" : text)
}

/// The help on a topic or on the program, as text and as JSON.
func help(on topic: String?) throws(ExitError) -> (text: String, json: JSON) {
  guard let topic else {
    return (programHelp, ["commands": .array(Subcommand.shown.map(\.json))])
  }
  if sameBytes(topic, codesTopic) {
    let codes = DiagnosticCode.allCases.map { ($0.rawValue, $0.summary) }
    return (columns(codes), DiagnosticCode.json)
  }
  if let code = DiagnosticCode(rawValue: topic) {
    return (code.explanation.map { $0 + "\n" }.joined(), code.json)
  }
  if let subcommand = Subcommand.named(topic) { return (help(of: subcommand), subcommand.json) }
  if let command = CommandTable.standard.command(named: topic) {
    return (help(of: command), command.json)
  }
  throw .usage([.unknownTopic(topic)])
}

func help(of command: Command) -> String {
  """
  In the REPL and in scripts: \(command.usage)

  \(sentence(command.summary)) \(command.details)
  Example: \(command.example)

  """
}

/// The output of `signalbox --help`.
var programHelp: String {
  """
  signalbox \(programVersion): run an app's navigation without the app

  usage: signalbox [COMMAND] [OPTION…] [OPERAND…]

  commands:
  \(columns(Subcommand.shown.map { ($0.invocation, $0.summary) }))
  options:
  \(columns(Option.all.map { ($0.usage, optionSummary($0)) }))
  exit codes:
  \(columns(ExitStatus.table.map { (String($0.status.rawValue), $0.meaning) }))
  environment:
  \(columns(environmentTable))
  'signalbox help COMMAND' explains a command and gives examples.

  """
}

/// The output of `signalbox COMMAND --help`.
func help(of subcommand: Subcommand) -> String {
  """
  signalbox \(subcommand.name): \(subcommand.summary)

  usage: signalbox \(subcommand.invocation) [OPTION…]

  \(wrapped(subcommand.details, columns: tableColumns).joined(separator: "\n"))

  options:
  \(columns((subcommand.options + Option.common).map { ($0.usage, $0.summary) }))
  examples:
  \(subcommand.examples.map { "  # \($0.meaning)\n  \($0.line)\n" }.joined())
  """
}

/// The environment variables that help and the man page list.
let environmentTable: [(left: String, right: String)] = [
  ("SIGNALBOX_ROUTES", "a folder of route files, or one, used if --routes is not given"),
  ("SIGNALBOX_HISTORY", "the file of the prompt's history; none if it is empty"),
  ("PAGER", "the command that shows long answers of the prompt; none if it is empty"),
  ("NO_COLOR", "if set, output has no colours"),
]

private func optionSummary(_ option: Option) -> String {
  let names = option.subcommands.map(\.name).joined(separator: ", ")
  return option.summary + (names.isEmpty ? "" : " (\(names))")
}

extension Subcommand {
  /// The JSON of `help COMMAND --json`, and a member of that of `help --json`.
  var json: JSON {
    [
      "command": .string(name), "operands": .string(operands), "summary": .string(summary),
      "details": .string(details), "options": .array((options + Option.common).map(\.json)),
      "examples": .array(
        examples.map { ["line": .string($0.line), "meaning": .string($0.meaning)] }),
    ]
  }
}

extension Option {
  fileprivate var json: JSON {
    [
      "name": .string(name), "letter": letter.map { .string(String($0)) } ?? .null,
      "value": .optional(value), "summary": .string(summary),
    ]
  }
}
