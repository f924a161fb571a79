import Commands
import Diagnostics
import ProgramSupport

/// `signalbox generate-man`.
@MainActor func runGenerateMan(
  _ arguments: Arguments, _ streams: Streams
) throws(ExitError) -> ExitStatus {
  try streams.write(ManPage.text)
  return .done
}

/// The man page `signalbox.1` in roff's man macros.
enum ManPage: Manual {
  static var text: String {
    var page = ".TH SIGNALBOX 1 \"\" \"signalbox \(programVersion)\" \"User Commands\"\n"
    page += section("Name") + roff("signalbox - run an app's navigation without the app")
    page += section("Synopsis") + ".B signalbox\n" + roff("[COMMAND] [OPTION…] [OPERAND…]")
    page += section("Description")
    page += roff(
      """
      The routes, screens, coordinators and login gates of an app are read from route files into \
      one deterministic engine. A person drives it from a prompt, or a script replays it in CI.
      """)
    page += commands + section("Prompt commands")
    for command in CommandTable.standard.all { page += paragraph(command) }
    return page + appendix + entry("PREFIX/share/doc/signalbox", "The pages that this one names.")
  }

  static func section(_ title: String) -> String { ".SH \(title.uppercased())\n" }

  static func entry(_ term: String, _ text: String) -> String {
    ".TP\n.B " + roff(term) + roff(text)
  }

  static func command(_ subcommand: Subcommand, options: String) -> String {
    entry(subcommand.invocation, sentence(subcommand.summary) + " " + subcommand.details)
      + ".RS\n" + options
      + subcommand.examples.map { entry($0.line, sentence($0.meaning)) }.joined() + ".RE\n"
  }

  /// A command of the prompt and of scripts. Each line of its details begins a new line.
  private static func paragraph(_ command: Command) -> String {
    let lines = command.details.split(separator: "\n").map(String.init)
    return entry(command.usage, sentence(command.summary))
      + (lines + ["Example: \(command.example)"]).map { ".br\n" + roff($0) }.joined()
  }
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
