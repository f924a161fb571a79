import Commands
import Console
import Navigation
import PluginProcesses
import ProgramSupport
import Service

/// `signalbox [repl]`.
@MainActor func runRepl(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus
{
  let processes = try pluginProcesses()
  defer { processes.close() }
  let app = try App(arguments, processes: processes)
  let conversation = ReplConversation(
    app: app, processes: processes, log: try MoveLog(arguments), isJSON: arguments.has(.json))
  let options = ConsoleOptions(
    programName: "signalbox", historyPath: historyPath(arguments),
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

/// Where typed lines are remembered; `nil` if they are not.
func historyPath(_ arguments: Arguments) -> String? {
  arguments.has(.noHistory) ? nil : ServicePlaces().stateFolder.map { $0 + "/history" }
}
