import Diagnostics
import JSONCodec
import Links
import Screens

/// The commands that plugins add; they come after the built-in ones.
extension Interpreter {
  /// The first words of all commands, in the order of help.
  var commandNames: [String] { CommandTable.all.map(\.word) + pluginCommands.map(\.name) }

  /// The plugin's command of that name, compared as bytes.
  func pluginCommand(named word: String) -> PluginCommand? {
    pluginCommands.first { sameBytes($0.name, word) }
  }

  /// Runs a plugin's command, and does what its answer leads to, as a tap would.
  mutating func run(
    _ command: PluginCommand, _ words: [String], at position: SourcePosition?
  ) throws(CommandError) -> Response {
    let answer = command.run(words)
    let lines = answer.lines.map(escaped)
    guard let target = answer.target else {
      return Response(lines: lines, json: ["lines": .texts(answer.lines)])
    }
    hasChanged = true
    var response = try follow(target, from: command.name, at: position)
    response.text = lines.map { $0 + "\n" }.joined() + response.text
    response.json = .object(
      [.init("lines", .texts(answer.lines))] + (response.json.objectValue ?? []))
    return response
  }
}

extension PluginCommand {
  /// What `help` tells programs.
  var json: JSON {
    ["command": .string(name), "summary": .string(summary), "plugin": .string(plugin)]
  }
}
