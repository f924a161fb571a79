import Commands
import Diagnostics
import JSONCodec

/// `signalbox help [COMMAND|codes]`.
@MainActor func runHelp(_ arguments: Arguments, _ streams: Streams) throws(Stop) -> ExitStatus {
  let (text, json) = try help(on: arguments.operands.first)
  try streams.write(arguments.has(.json) ? json.text + "\n" : text)
  return .done
}

/// The help on a topic, or on the program, for people and for programs.
private func help(on topic: String?) throws(Stop) -> (text: String, json: JSON) {
  guard let topic else {
    return (programHelp, ["commands": .array(Subcommand.shown.map(\.json))])
  }
  if topic.utf8.elementsEqual("codes".utf8) {
    let codes = DiagnosticCode.allCases.map { ($0.rawValue, $0.summary) }
    return (columns(codes), DiagnosticCode.json)
  }
  if let subcommand = Subcommand.named(topic) { return (help(of: subcommand), subcommand.json) }
  if let command = CommandTable.command(named: topic) { return (help(of: command), command.json) }
  throw .usage([UsageError.unknownTopic(topic)])
}

/// A command of the REPL and of scripts.
private func help(of command: Command) -> String {
  """
  In the REPL and in scripts: \(command.usage)

  \(sentence(command.summary)) \(command.details)
  Example: \(command.example)

  """
}
