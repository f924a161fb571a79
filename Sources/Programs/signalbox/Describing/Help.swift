import Commands
import Diagnostics

/// What `signalbox --help` prints.
var programHelp: String {
  """
  signalbox \(programVersion): run an app's navigation without the app

  usage: signalbox [COMMAND] [OPTION…] [OPERAND…]

  commands:
  \(columns(Subcommand.shown.map { (invocation($0), $0.summary) }))
  options:
  \(columns(Option.all.map { ($0.usage, optionSummary($0)) }))
  exit codes:
  \(columns(ExitStatus.table.map { (String($0.status.rawValue), $0.meaning) }))
  environment:
  \(columns(environmentTable))
  'signalbox help COMMAND' explains a command and gives examples.

  """
}

/// What `signalbox COMMAND --help` prints.
func help(of subcommand: Subcommand) -> String {
  """
  signalbox \(subcommand.name): \(subcommand.summary)

  usage: signalbox \(invocation(subcommand)) [OPTION…]

  \(wrapped(subcommand.details, columns: 80).joined(separator: "\n"))

  options:
  \(columns(subcommand.options.map { ($0.usage, $0.summary) }))
  examples:
  \(subcommand.examples.map { "  # \($0.meaning)\n  \($0.line)\n" }.joined())
  """
}

/// The variables that help tells of.
let environmentTable: [(left: String, right: String)] = [
  ("SIGNALBOX_ROUTES", "a folder of route files, or one, if --routes is not given"),
  ("NO_COLOR", "if set, nothing is coloured"),
]

/// The command with its operands.
func invocation(_ subcommand: Subcommand) -> String {
  subcommand.operands.isEmpty ? subcommand.name : subcommand.name + " " + subcommand.operands
}

private func optionSummary(_ option: Option) -> String {
  option.summary + (option.commands.map { " (\($0.joined(separator: ", ")))" } ?? "")
}
