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
  // An incomplete log is an error, so that it is not taken for complete.
  if let fault = conversation.logFault { throw fault }
  return ExitStatus(ofConversation: code, hasFailed: conversation.hasFailed)
}

private func banner(_ definition: AppDefinition) -> String {
  "signalbox \(programVersion): \(counted(definition.plugins.count, "plugin")), "
    + "\(counted(definition.routes.count, "route")). 'help' lists the commands, Ctrl-D leaves.\n"
}

/// The file of the line history; `nil` if there is none.
func historyPath(_ arguments: Arguments) -> String? {
  arguments.has(.noHistory) ? nil : ServicePlaces().stateFolder.map { $0 + "/history" }
}
