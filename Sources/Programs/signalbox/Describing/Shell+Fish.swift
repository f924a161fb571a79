extension Shell {
  var fishCompletion: String {
    let names = Subcommand.shown.map(\.name).joined(separator: " ")
    var text = """
      # fish completion of signalbox, made by 'signalbox generate-completion fish'.
      complete -c signalbox -f

      """
    for subcommand in Subcommand.shown {
      text += """
        complete -c signalbox -n 'not __fish_seen_subcommand_from \(names)' \
        -a \(subcommand.name) -d \(fishQuoted(subcommand.summary))

        """
      text += operands(subcommand)
    }
    for option in Option.all { text += line(option, allCommands: names) }
    return text
  }

  private func operands(_ subcommand: Subcommand) -> String {
    let condition = "-n '__fish_seen_subcommand_from \(subcommand.name)'"
    switch subcommand.completion {
    case .nothing: return ""
    case .files(let ending):
      return "complete -c signalbox \(condition) -a '(__fish_complete_suffix \(ending))'\n"
    case .words(let words):
      return "complete -c signalbox \(condition) -a '\(words.joined(separator: " "))'\n"
    }
  }

  /// Options of the default command are offered also where no command stands yet.
  private func line(_ option: Option, allCommands: String) -> String {
    var text = "complete -c signalbox"
    if let commands = option.commands {
      var condition = "__fish_seen_subcommand_from \(commands.joined(separator: " "))"
      if option.isTaken(by: .repl) {
        condition += "; or not __fish_seen_subcommand_from \(allCommands)"
      }
      text += " -n '\(condition)'"
    }
    if let letter = option.letter { text += " -s \(letter)" }
    text += " -l \(option.name)" + (option.value == nil ? "" : " -r -F")
    return text + " -d \(fishQuoted(option.summary))\n"
  }

  /// fish escapes a quote between single quotes by a backslash.
  private func fishQuoted(_ text: String) -> String {
    "'" + text.map { "'\\".contains($0) ? "\\" + String($0) : String($0) }.joined() + "'"
  }
}
