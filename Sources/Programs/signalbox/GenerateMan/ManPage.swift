import Commands
import Diagnostics
import ProgramSupport

/// `signalbox generate-man`.
@MainActor func runGenerateMan(
  _ arguments: Arguments, _ streams: Streams
) throws(ExitError) -> ExitStatus {
  try streams.write(manPage)
  return .done
}

/// The man page `signalbox.1` in roff's man macros, generated from `Subcommand.shown`, `Option.all`
/// and `CommandTable.standard`.
var manPage: String {
  var page = ".TH SIGNALBOX 1 \"\" \"signalbox \(programVersion)\" \"User Commands\"\n"
  page += section("NAME") + roff("signalbox - run an app's navigation without the app")
  page += section("SYNOPSIS") + ".B signalbox\n" + roff("[COMMAND] [OPTION…] [OPERAND…]")
  page += section("DESCRIPTION")
  page += roff(
    """
    The routes, screens, coordinators and login gates of an app are read from route files into one \
    deterministic engine. A person drives it from a prompt, or a script replays it in CI.
    """)
  page += section("COMMANDS")
  for subcommand in Subcommand.shown { page += paragraph(subcommand) }
  page += section("PROMPT COMMANDS")
  for command in CommandTable.standard.all { page += paragraph(command) }
  page += section("OPTIONS")
  for option in Option.all {
    let names = option.subcommands.map(\.name).joined(separator: ", ")
    page += entry(
      option.usage.drop { $0 == " " },
      sentence(option.summary) + (names.isEmpty ? "" : " Option of \(names)."))
  }
  page += section("EXIT STATUS")
  for (status, meaning) in ExitStatus.table {
    page += entry(String(status.rawValue), sentence(meaning))
  }
  page += section("ENVIRONMENT")
  for (name, meaning) in environmentTable { page += entry(name, sentence(meaning)) }
  page += section("FILES")
  for (place, meaning) in RoutesSearch.places { page += entry(place, sentence(meaning)) }
  page += entry("PREFIX/share/doc/signalbox", "The pages that this one names.")
  page += section("EXAMPLES")
  for example in Subcommand.shown.flatMap(\.examples) {
    page += entry(example.line, sentence(example.meaning))
  }
  return page
}

private func section(_ name: String) -> String { ".SH \(name)\n" }

private func paragraph(_ subcommand: Subcommand) -> String {
  entry(subcommand.invocation, sentence(subcommand.summary) + " " + subcommand.details)
}

/// A command of the prompt and of scripts. Each line of its details begins a new line.
private func paragraph(_ command: Command) -> String {
  let lines = command.details.split(separator: "\n").map(String.init)
  return entry(command.usage, sentence(command.summary))
    + (lines + ["Example: \(command.example)"]).map { ".br\n" + roff($0) }.joined()
}

private func entry(_ term: some StringProtocol, _ text: String) -> String {
  ".TP\n.B " + roff(String(term)) + roff(text)
}

/// Escapes a line of text for roff: `\` and `-` are escaped, a leading `.` or `'` is guarded, and
/// non-ASCII scalars are written by number.
private func roff(_ text: String) -> String {
  var line = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\\": line += "\\e"
    case "-": line += "\\-"
    case "\n": line += " "
    case "\"": line += "\\(dq"
    case _ where scalar.isASCII: line.unicodeScalars.append(scalar)
    default:
      line += "\\[u" + zeroPadded(scalar.value, 4, radix: 16).uppercased() + "]"
    }
  }
  let isCommand = line.first == "." || line.first == "'"
  return (isCommand ? "\\&" : "") + line + "\n"
}
