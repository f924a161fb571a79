import Commands
import Diagnostics
import FileAccess
import JSONCodec
import Navigation
import PluginProcesses
import ProgramSupport

/// `signalbox replay SCRIPT…`.
@MainActor func runReplay(_ arguments: Arguments, _ streams: Streams) throws(ExitError)
  -> ExitStatus
{
  let processes = try pluginProcesses()
  defer { processes.close() }
  let app = try App(arguments, processes: processes)
  let log = try MoveLog(arguments)
  let isJSON = arguments.has(.json)
  var fault: ExitError?
  let paths = app.paths
  var runner = ScriptRunner(
    app.loaded, appSource: { App.load(paths, processes: processes) })
  for script in arguments.operands {
    runner.run(
      script,
      onStep: { step in
        guard isJSON, fault == nil else { return }
        do throws(ExitError) { try streams.write(step.json.text + "\n") } catch { fault = error }
      },
      onMove: { move in
        guard fault == nil else { return }
        do throws(ExitError) { try log?.append([move]) } catch { fault = error }
      })
    if let fault { throw fault }
  }
  let report = runner.report
  if let path = arguments.value(of: .junit) { try write(report.junit, to: path) }
  try streams.write(isJSON ? report.json.text + "\n" : report.text)
  if report.isUnreadable { return .usage }
  return report.failures > 0 ? .no : .done
}

private func write(_ text: String, to path: String) throws(ExitError) {
  do { try writeFile(path, Array(text.utf8)) } catch { throw .file(error) }
}
