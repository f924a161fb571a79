import Commands
import Daemon
import Diagnostics
import EventLoops
import FileAccess
import Journal
import Navigation
import PluginProcesses
import ProgramSupport
import RouteFiles
import Service

/// `signalbox serve`.
@MainActor func runServe(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus
{
  let sockets: [ListeningSocket]
  do { sockets = try ActivatedSockets.take() } catch { throw .usage([error]) }
  let durability = arguments.value(of: .durability).flatMap(Durability.init) ?? .always
  let log = serviceLog(arguments)
  let processes = try pluginProcesses { log.write(.notice, "plugin/log", $0) }
  defer { processes.close() }
  processes.waitMillisecondsMax = screenWaitMilliseconds
  let paths = try App.paths(arguments)
  let first: ServedApp
  do { first = try served(paths, processes).get() } catch { throw .usage(error.diagnostics) }
  // Before the options are created: their limits read the bound on descriptors.
  Descriptors.raise(to: DaemonLimits().clients.max + otherDescriptorsMax)
  var options = DaemonOptions(
    version: programVersion, appSource: { served(paths, processes) })
  options.appOfFiles = { stored($0) }
  options.durability = durability
  options.log = { log.write($0) }
  var lock: ServiceLock?
  if durability != .none {
    let folder = try dataFolder(arguments)
    lock = try locked(folder)
    options.journalFolder = folder
    do { options.journalIdentity = try ServiceFolder.identity(of: folder) } catch {
      throw .usage([error])
    }
  }
  defer { withExtendedLifetime(lock) {} }
  let process: DaemonProcess
  do throws(LoopFault) {
    process = try DaemonProcess(first, options, processes: processes, log: log)
  } catch {
    throw .usage([LoopUnavailable(reason: error.text)])
  }
  defer { process.close() }
  do throws(JournalError) { try process.daemon.open() } catch { throw .usage([error]) }
  let own = sockets.isEmpty ? [try listeningSocket(arguments)] : []
  do throws(LoopFault) {
    try process.run(
      sockets + own, watching: arguments.has(.watch) ? paths : [],
      metricsPath: arguments.value(of: .metrics))
  } catch {
    throw .usage([LoopUnavailable(reason: error.text)])
  }
  return .done
}

/// How long the daemon waits for a screen from a plugin's process; all clients wait meanwhile.
private let screenWaitMilliseconds: UInt64 = 20

/// Descriptors other than those of clients: the journal, files, sockets, processes of plugins.
private let otherDescriptorsMax = 1_024

/// The formats of the log.
enum LogFormat: String, CaseIterable {
  case text
  case json
}

@MainActor private func serviceLog(_ arguments: Arguments) -> ServiceLog {
  switch arguments.value(of: .logFormat).flatMap(LogFormat.init) ?? .text {
  case .text: ServiceLog(style: .fitting(2))
  case .json: ServiceLog(style: .json)
  }
}

/// The folder of the daemon's data: `--data`, systemd's folder, or the user's.
func dataFolder(_ arguments: Arguments) throws(ExitError) -> String {
  if let named = arguments.value(of: .data) { return named }
  do { return try ServicePlaces().dataFolder } catch { throw .usage([error]) }
}

/// Creates the data folder, and locks it against other daemons.
private func locked(_ folder: String) throws(ExitError) -> ServiceLock {
  do { try createFolder(folder, mode: 0o700) } catch { throw .file(error) }
  do { return try ServiceLock(path: folder + "/lock") } catch { throw .usage([error]) }
}

private func listeningSocket(_ arguments: Arguments) throws(ExitError) -> ListeningSocket {
  let named = arguments.value(of: .socket)
  do {
    return try ListeningSocket(path: named ?? ServicePlaces().socketPath, isStandard: named == nil)
  } catch {
    throw .usage([error])
  }
}

/// Reads the route files and builds the app.
@MainActor private func served(
  _ paths: [String], _ processes: PluginProcesses
) -> Result<ServedApp, DefinitionFaults> {
  let (plugins, errors, files) = RouteFolder.read(paths)
  guard errors.isEmpty else { return .failure(DefinitionFaults(errors)) }
  return App.made(of: plugins, processes: processes).map { app in
    ServedApp(app, files: files.map { ServedApp.File(path: $0.path, bytes: $0.bytes) })
  }
}

/// The app of stored route files, without starting processes.
@MainActor private func stored(_ files: [ServedApp.File]) -> ServedApp? {
  var plugins: [PluginDraft] = []
  for file in files {
    let (plugin, errors) = RouteFolder.parse(file.bytes, file: file.path)
    guard let plugin, errors.isEmpty else { return nil }
    plugins.append(plugin)
  }
  return (try? App.made(of: plugins).get()).map { ServedApp($0, files: files) }
}
