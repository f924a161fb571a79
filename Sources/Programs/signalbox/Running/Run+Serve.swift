import Commands
import Daemon
import Diagnostics
import EventLoops
import FileAccess
import Journal
import Navigation
import PluginProcesses
import RouteFiles
import Service

/// `signalbox serve`.
@MainActor func runServe(_ arguments: Arguments, _ streams: Streams) throws(Stop) -> ExitStatus {
  let sockets: [ListeningSocket]
  do { sockets = try ActivatedSockets.take() } catch { throw .usage([error]) }
  let durability = try durability(arguments)
  let log = try serviceLog(arguments)
  let processes = try pluginProcesses { log.write(.notice, "plugin/log", $0) }
  defer { processes.close() }
  processes.waitMillisecondsMax = screenWaitMilliseconds
  let paths = try App.paths(arguments)
  let first: ServedApp
  do { first = try served(paths, processes).get() } catch { throw .usage(error.diagnostics) }
  // Before the options, whose limits read the bound on descriptors.
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
  let serving: Serving
  do throws(LoopFault) {
    serving = try Serving(first, options, processes: processes, log: log)
  } catch {
    throw .usage([ServeError.noLoop(reason: error.text)])
  }
  defer { serving.close() }
  do throws(JournalError) { try serving.daemon.open() } catch { throw .usage([error]) }
  let own = sockets.isEmpty ? [try listeningSocket(arguments)] : []
  do throws(LoopFault) {
    try serving.run(
      sockets + own, watching: arguments.has(.watch) ? paths : [],
      metricsPath: arguments.value(of: .metrics))
  } catch {
    throw .usage([ServeError.noLoop(reason: error.text)])
  }
  return .done
}

/// How long a screen that a process makes is waited for, while everybody else waits, too.
private let screenWaitMilliseconds: UInt64 = 20

/// Descriptors besides those of clients: the journal, files, sockets, processes of plugins.
private let otherDescriptorsMax = 1_024

@MainActor private func serviceLog(_ arguments: Arguments) throws(Stop) -> ServiceLog {
  switch arguments.value(of: .logFormat) {
  case nil, "text": return ServiceLog(style: .fitting(2))
  case "json": return ServiceLog(style: .json)
  case let other?: throw .usage([ServeError.unknown(other, of: "log format", ["text", "json"])])
  }
}

private func durability(_ arguments: Arguments) throws(Stop) -> Durability {
  guard let word = arguments.value(of: .durability) else { return .always }
  guard let found = Durability.allCases.first(where: { $0.rawValue.utf8.elementsEqual(word.utf8) })
  else {
    throw .usage([ServeError.unknown(word, of: "durability", Durability.allCases.map(\.rawValue))])
  }
  return found
}

/// Where the daemon's data lies: what `--data` names, systemd's folder, or the user's.
func dataFolder(_ arguments: Arguments) throws(Stop) -> String {
  if let named = arguments.value(of: .data) { return named }
  do { return try ServicePlaces().dataFolder } catch { throw .usage([error]) }
}

/// Makes the folder of the data, and keeps it from every other daemon.
private func locked(_ folder: String) throws(Stop) -> ServiceLock {
  do { try createFolder(folder, mode: 0o700) } catch { throw .file(error) }
  do { return try ServiceLock(path: folder + "/lock") } catch { throw .usage([error]) }
}

private func listeningSocket(_ arguments: Arguments) throws(Stop) -> ListeningSocket {
  let named = arguments.value(of: .socket)
  do {
    return try ListeningSocket(path: named ?? ServicePlaces().socketPath, isStandard: named == nil)
  } catch {
    throw .usage([error])
  }
}

/// Reads the route files.
@MainActor private func served(
  _ paths: [String], _ processes: PluginProcesses
) -> Result<ServedApp, DefinitionFaults> {
  let (plugins, errors, files) = RouteFolder.read(paths)
  guard errors.isEmpty else { return .failure(DefinitionFaults(errors)) }
  return App.made(of: plugins, processes: processes).map { app in
    ServedApp(app, files: files.map { ServedApp.File(path: $0.path, bytes: $0.bytes) })
  }
}

/// The app that stored route files make; none of their processes is started.
@MainActor private func stored(_ files: [ServedApp.File]) -> ServedApp? {
  var plugins: [PluginDraft] = []
  for file in files {
    let (plugin, errors) = RouteFolder.parse(file.bytes, file: file.path)
    guard let plugin, errors.isEmpty else { return nil }
    plugins.append(plugin)
  }
  return (try? App.made(of: plugins).get()).map { ServedApp($0, files: files) }
}
