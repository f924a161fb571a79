import Commands
import Diagnostics
import JSONCodec
import ProgramSupport

/// The topic of `help` that lists the codes of errors.
let codesTopic = "codes"

/// `signalbox help [COMMAND|codes]`.
@MainActor func runHelp(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus
{
  let (text, json) = try help(on: arguments.operands.first)
  try streams.write(arguments.has(.json) ? json.text + "\n" : text)
  return .done
}

/// The help on a topic or on the program, as text and as JSON.
private func help(on topic: String?) throws(ExitError) -> (text: String, json: JSON) {
  guard let topic else {
    return (programHelp, ["commands": .array(Subcommand.shown.map(\.json))])
  }
  if sameBytes(topic, codesTopic) {
    let codes = DiagnosticCode.allCases.map { ($0.rawValue, $0.summary) }
    return (columns(codes), DiagnosticCode.json)
  }
  if let subcommand = Subcommand.named(topic) { return (help(of: subcommand), subcommand.json) }
  if let command = CommandTable.standard.command(named: topic) {
    return (help(of: command), command.json)
  }
  throw .usage([UsageError.unknownTopic(topic)])
}

/// The help on a command of the REPL.
private func help(of command: Command) -> String {
  """
  In the REPL and in scripts: \(command.usage)

  \(sentence(command.summary)) \(command.details)
  Example: \(command.example)

  """
}

/// `signalbox generate-man`.
@MainActor func runGenerateMan(
  _ arguments: Arguments, _ streams: Streams
) throws(ExitError) -> ExitStatus {
  try streams.write(manPage)
  return .done
}

/// `signalbox generate-completion SHELL`.
@MainActor func runGenerateCompletion(
  _ arguments: Arguments, _ streams: Streams
) throws(ExitError) -> ExitStatus {
  let name = arguments.operands.first ?? ""
  let shell = Shell.allCases.first { sameBytes($0.rawValue, name) }
  guard let shell else { throw .usage([UsageError.unknownShell(name)]) }
  try streams.write(shell.completion)
  return .done
}
