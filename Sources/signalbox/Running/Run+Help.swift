import Commands
import Diagnostics

/// `signalbox help [COMMAND|codes]`.
@MainActor func runHelp(_ arguments: Arguments, _ streams: Streams) throws(Stop) -> ExitStatus {
  guard let topic = arguments.operands.first else {
    try streams.write(programHelp)
    return .done
  }
  if topic.utf8.elementsEqual("codes".utf8) {
    try streams.write(columns(DiagnosticCode.allCases.map { ($0.rawValue, $0.summary) }))
    return .done
  }
  if let subcommand = Subcommand.named(topic) {
    try streams.write(help(of: subcommand))
    return .done
  }
  if let command = CommandTable.command(named: topic) {
    try streams.write(help(of: command))
    return .done
  }
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
