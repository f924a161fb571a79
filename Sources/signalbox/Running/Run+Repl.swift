import Commands
import Console
import FileAccess
import Navigation
import PluginProcesses

/// `signalbox [repl]`.
@MainActor func runRepl(_ arguments: Arguments, _ streams: Streams) throws(Stop) -> ExitStatus {
  let processes = try pluginProcesses()
  defer { processes.close() }
  let app = try App(arguments, processes: processes)
  let conversation = ReplConversation(
    app: app, processes: processes, log: try MoveLog(arguments), isJSON: arguments.has(.json))
  let options = ConsoleOptions(
    programName: "signalbox", historyPath: arguments.has(.noHistory) ? nil : historyPath,
    watchedPaths: app.paths, banner: banner(app.definition))
  defer { conversation.end() }
  let code = converse(conversation, options: options)
  // Whoever asked for a log must not take what is left of it for all of it.
  if let fault = conversation.logFault { throw fault }
  return ExitStatus(ofConversation: code, hasFailed: conversation.hasFailed)
}

private func banner(_ definition: AppDefinition) -> String {
  "signalbox \(programVersion): \(counted(definition.plugins.count, "plugin")), "
    + "\(counted(definition.routes.count, "route")). 'help' lists the commands, Ctrl-D leaves.\n"
}

/// Where typed lines are remembered (XDG Base Directory Specification, state); `nil` without a
/// home.
var historyPath: String? {
  if let folder = environment("XDG_STATE_HOME"), folder.utf8.first == UInt8(ascii: "/") {
    return folder + "/signalbox/history"
  }
  guard let home = environment("HOME"), home.utf8.first == UInt8(ascii: "/") else { return nil }
  return home + "/.local/state/signalbox/history"
}
