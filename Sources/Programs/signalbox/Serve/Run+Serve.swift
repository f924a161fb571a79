import CLibrary
import Commands
import Daemon
import Diagnostics
import EventLoops
import FileAccess
import JSONCodec
import Journal
import Navigation
import PluginProcesses
import ProgramSupport
import RouteFiles
import Service

/// `signalbox serve`.
@MainActor func runServe(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus
{
  ServiceSignals.prepare()
  let sockets: [ListeningSocket]
  do { sockets = try ActivatedSockets.take() } catch { throw .usage(error) }
  let isPrivate = try isPrivate(arguments)
  let durability = arguments.durability
  let log = try serviceLog(arguments)
  let processes = try pluginProcesses { log.write(.notice, "plugin/log", $0) }
  defer { processes.close() }
  processes.waitMillisecondsMax = screenWaitMilliseconds
  let paths = try App.paths(arguments)
  let (first, findings) = try firstServed(paths, arguments, processes)
  // Before the options are created: their limits read the bound on descriptors.
  Descriptors.raise(to: DaemonLimits().clients.max + otherDescriptorsMax)
  var options = DaemonOptions(
    version: programVersion, appSource: { served(paths, processes) })
  options.routeFindings = findings
  options.appOfFiles = { stored($0) }
  options.durability = durability
  options.log = { log.write($0) }
  var lock: ServiceLock?
  if durability != .none {
    let folder = try dataFolder(arguments)
    lock = try locked(folder)
    options.journalFolder = folder
    do { options.journalIdentity = try ServiceFolder.identity(of: folder) } catch {
      throw .usage(error)
    }
  }
  defer { withExtendedLifetime(lock) {} }
  let process = try daemonProcess(first, options, processes, log)
  defer { process.close() }
  do throws(JournalError) { try process.daemon.open() } catch { throw .usage(error) }
  let folder = isPrivate ? try temporaryFolder() : nil
  defer { withExtendedLifetime(folder) {} }
  let all = sockets.isEmpty || isPrivate ? [try listeningSocket(arguments, folder)] : sockets
  if let path = folder?("socket") { try announce(path, streams) }
  process.watchesAlways = arguments.has(.watch)
  process.isPrivate = isPrivate
  do throws(LoopFault) {
    try process.run(
      all, watching: process.watchesAlways || !findings.isEmpty ? paths : [],
      metricsPath: arguments.value(of: .metrics),
      announcement: isPrivate
        ? nil
        : announcement(
          first, all, dataFolder: options.journalFolder, findings.isEmpty ? paths : []))
  } catch {
    throw .usage([.loopUnavailable(error.text)])
  }
  return .done
}

/// How long the daemon waits for a screen from a plugin's process; all clients wait meanwhile.
private let screenWaitMilliseconds: UInt64 = 20

/// Descriptors other than those of clients: the journal, files, sockets, processes of plugins.
private let otherDescriptorsMax = 1_024

enum LogFormat: String, CaseIterable {
  case text
  case json
}

@MainActor private func serviceLog(_ arguments: Arguments) throws(ExitError) -> ServiceLog {
  let isJSON = arguments.value(of: .logFormat).flatMap(LogFormat.init) == .json
  guard let path = arguments.value(of: .logFile) else {
    return ServiceLog(style: isJSON ? .json : .fitting(2))
  }
  do { return try ServiceLog(style: isJSON ? .json : .timed, appendingTo: path) } catch {
    throw .file(error)
  }
}

/// Creates the data folder, and locks it against other daemons.
private func locked(_ folder: String) throws(ExitError) -> ServiceLock {
  do {
    try ServiceFolder.prepareData(folder)
    return try ServiceLock(path: folder + "/lock")
  } catch {
    throw .usage(error)
  }
}

@MainActor private func daemonProcess(
  _ app: ServedApp, _ options: DaemonOptions, _ processes: PluginProcesses, _ log: ServiceLog
) throws(ExitError) -> DaemonProcess {
  do throws(LoopFault) {
    return try DaemonProcess(app, options, processes: processes, log: log)
  } catch {
    throw .usage([.loopUnavailable(error.text)])
  }
}

extension Arguments {
  fileprivate var durability: Durability {
    has(.isPrivate) ? .none : value(of: .durability).flatMap(Durability.init) ?? .always
  }
}

/// - Parameter folder: The folder of `--private`.
private func listeningSocket(
  _ arguments: Arguments, _ folder: TemporaryFolder?
) throws(ExitError) -> ListeningSocket {
  let named = folder?("socket") ?? arguments.value(of: .socket)
  do {
    return try ListeningSocket(path: named ?? ServicePlaces().socketPath, isStandard: named == nil)
  } catch {
    throw .usage(error)
  }
}

/// Whether this is a private daemon, whose options fit that and whose standard input can end.
private func isPrivate(_ arguments: Arguments) throws(ExitError) -> Bool {
  guard arguments.has(.isPrivate) else { return false }
  for option in [Option.socket, .data, .durability] where arguments.has(option) {
    throw .usage([.excluding("--" + Option.isPrivate.name, "--" + option.name)])
  }
  var status = stat()
  guard fstat(STDIN_FILENO, &status) == 0,
    [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
  else { throw .usage([.inputNotConnected]) }
  // Ctrl-C is for the program that started it, which ends it in its own time.
  setpgid(0, 0)
  return true
}

private func temporaryFolder() throws(ExitError) -> TemporaryFolder {
  do { return try TemporaryFolder() } catch { throw .file(error) }
}

/// Prints the path of the socket of `--private`.
private func announce(_ path: String, _ streams: Streams) throws(ExitError) {
  try streams.write(path + "\n")
  try streams.finish()
}

/// The first line of the log: where it listens, its data, its app, and how to attach.
/// - Parameter paths: The route files; empty if the app is from the journal.
@MainActor private func announcement(
  _ served: ServedApp, _ sockets: [ListeningSocket], dataFolder: String?, _ paths: [String]
) -> LogEntry {
  let names = sockets.map { $0.path ?? $0.name ?? "a socket" }
  let definition = served.app.definition
  var parts = [
    "listening on \(names.joined(separator: ", "))",
    dataFolder.map { "data in \($0)" } ?? "nothing is kept",
    "\(counted(definition.plugins.count, "plugin")), \(counted(definition.routes.count, "route"))"
      + " from \(paths.isEmpty ? "the journal" : paths.joined(separator: ", "))",
  ]
  // The path of a socket that a supervisor passed is in its configuration.
  if let path = sockets.first?.path {
    let isStandard = sameBytes(path, ServicePlaces().socketPath)
    parts.append("attach with: signalbox attach" + (isStandard ? "" : " --socket \(path)"))
  }
  let fields: [JSON.Member] = [
    .init("sockets", .texts(names)),
    .init("data", .optional(dataFolder)),
    .init("routes", .texts(paths)),
  ]
  return LogEntry(.notice, "daemon/ready", parts.joined(separator: "; "), fields)
}

/// Reads the route files and builds the app.
@MainActor private func served(
  _ paths: [String], _ processes: PluginProcesses
) -> Result<ServedApp, DiagnosticList> {
  let (plugins, errors, files) = RouteFolder.read(paths)
  guard errors.isEmpty else { return .failure(DiagnosticList(errors)) }
  return App.made(of: plugins, processes: processes).map { app in
    ServedApp(app, files: files.map { DefinitionFile(path: $0.path, bytes: $0.bytes) })
  }
}

/// The app to begin with: that of the route files, or if they have errors the last one of the
/// journal, with these errors.
@MainActor private func firstServed(
  _ paths: [String], _ arguments: Arguments, _ processes: PluginProcesses
) throws(ExitError) -> (app: ServedApp, errors: [Diagnostic]) {
  switch served(paths, processes) {
  case .success(let app): return (app, [])
  case .failure(let faults):
    // A mistyped path is not an error in a file: the journal can have another app.
    guard arguments.durability != .none, paths.allSatisfy(RouteFolder.hasFiles),
      let app = lastServed(try dataFolder(arguments), processes)
    else { throw .usage(faults.diagnostics) }
    return (app, faults.diagnostics)
  }
}

/// The last app that the journal has; `nil` if it cannot be read or built.
@MainActor private func lastServed(_ folder: String, _ processes: PluginProcesses) -> ServedApp? {
  let found = try? Journal.lastDefinition(folder: folder)
  guard let files = found?.files else { return nil }
  return stored(files, processes)
}

/// The app of stored route files.
/// - Parameter processes: Start what the files run.
@MainActor private func stored(
  _ files: [DefinitionFile], _ processes: PluginProcesses? = nil
) -> ServedApp? {
  var plugins: [PluginDraft] = []
  for file in files {
    let (plugin, errors) = RouteFolder.parse(file.bytes, file: file.path)
    guard let plugin, errors.isEmpty else { return nil }
    plugins.append(plugin)
  }
  return (try? App.made(of: plugins, processes: processes).get()).map {
    ServedApp($0, files: files)
  }
}

/// A daemon with its event loop and what a service needs: signals, the supervisor, watched files
/// and a metrics file.
@MainActor final class DaemonProcess {
  let daemon: Daemon
  private let loop: EventLoop
  private let log: ServiceLog
  private let processes: PluginProcesses
  private let supervisor = Supervisor()
  private var signals: ServiceSignals?
  private var watch: FileWatch?
  private var metrics: MetricsFile?
  private var watchdog: LoopTimer?
  private var input: LoopReader?
  /// The errors in the route files at the start, while an earlier app is served.
  private var staleFindings: [Diagnostic]
  /// Whether the route files are loaded whenever they change; otherwise only until they are fixed.
  var watchesAlways = false
  /// Whether the end of standard input ends the daemon.
  var isPrivate = false

  init(
    _ app: ServedApp, _ options: DaemonOptions, processes: PluginProcesses, log: ServiceLog
  ) throws(LoopFault) {
    loop = try EventLoop()
    staleFindings = options.routeFindings
    self.processes = processes
    self.log = log
    daemon = try Daemon(app, options: options, loop: loop)
    // Before the journal is read, so that a signal ends a slow start in order, too.
    signals = try ServiceSignals(
      loop: loop,
      onEnd: { [weak self] in self?.end($0) }, onReload: { [weak self] in self?.reload() },
      onReopen: { [log] in
        do throws(FileError) { try log.reopen() } catch { log.write(error.diagnostic) }
      })
  }

  /// Serves clients until a signal ends the loop.
  func run(
    _ sockets: [ListeningSocket], watching paths: [String], metricsPath: String?,
    announcement: LogEntry?
  ) throws(LoopFault) {
    defer { for socket in sockets { socket.end(isDescriptorOurs: false) } }
    for socket in sockets { try daemon.listen(on: socket.descriptor) }
    try watch(paths)
    if let metricsPath { try writeMetrics(metricsPath) }
    try followProcesses()
    try log.watch(in: loop)
    watchdog = try supervisor.watch(in: loop)
    if isPrivate {
      input = try LoopReader(STDIN_FILENO, loop: loop) { [weak self] in self?.readInput() }
    }
    if let announcement { log.write(announcement) }
    for finding in staleFindings { log.write(finding) }
    if !staleFindings.isEmpty {
      log.write(.warning, "daemon/stale-routes", "\(Self.stale); they are loaded once fixed")
    }
    notifyReady()
    loop.run()
    input?.end()
    metrics?.end()
  }

  func close() {
    daemon.close()
    loop.close()
    log.finish()
  }

  private func end(_ ending: ServiceSignals.Ending) {
    guard ending == .gentle else { return loop.stop() }
    log.write(.notice, "daemon/ending", "finishing pending calls")
    notifySupervisor { supervisor throws(Diagnostic) in try supervisor.stopping() }
    daemon.end()
  }

  /// Skips standard input; ends the daemon at its end.
  private func readInput() {
    var bytes = [UInt8](repeating: 0, count: inputBytes)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count > 0 || count < 0 && [EAGAIN, EINTR].contains(errno) { return }
    input?.end()
    daemon.end()
  }

  private func reload() {
    notifySupervisor { supervisor throws(Diagnostic) in try supervisor.reloading() }
    let findings = daemon.reload()
    for finding in findings { log.write(finding) }
    if findings.isEmpty {
      log.write(.notice, "daemon/reloaded", "the route files were read again")
      if !staleFindings.isEmpty { notifyReady(status: "") }
      staleFindings = []
    }
    notifyReady()
  }

  private func notifyReady(status: String? = nil) {
    let status = staleFindings.isEmpty ? nil : status ?? Self.stale
    notifySupervisor { supervisor throws(Diagnostic) in try supervisor.ready(status) }
  }

  private static let stale =
    "the route files have errors, and the last ones without errors are served from the journal"

  private func filesChanged() {
    if watchesAlways || !staleFindings.isEmpty { reload() }
  }

  private func watch(_ paths: [String]) throws(LoopFault) {
    guard !paths.isEmpty else { return }
    let watch = try FileWatch(loop: loop) { [weak self] _ in self?.filesChanged() }
    for path in paths { try watch.add(path, loop: loop) }
    self.watch = watch
  }

  private func writeMetrics(_ path: String) throws(LoopFault) {
    metrics = try MetricsFile(
      path: path, loop: loop, families: { [daemon] in daemon.metrics },
      onFault: { [log] in log.write($0.diagnostic) })
  }

  /// Runs the event loop of the plugins' processes within this one.
  private func followProcesses() throws(LoopFault) {
    try loop.onReadable(processes.descriptor) { [processes] in processes.turn() }
    let timer = try loop.timer { [processes] in processes.turn() }
    try loop.onWaiting { [processes] in
      let milliseconds = processes.timeoutMilliseconds
      if milliseconds < 0 {
        timer.stop()
      } else {
        timer.start(afterMilliseconds: UInt64(milliseconds))
      }
    }
  }

  /// Notifies the supervisor, if there is one; a failure is logged.
  private func notifySupervisor(_ notify: (Supervisor) throws(Diagnostic) -> Void) {
    do throws(Diagnostic) { try notify(supervisor) } catch { log.write(error) }
  }
}

/// The bytes of standard input that are skipped at once.
private let inputBytes = 4_096

extension Diagnostic {
  static func loopUnavailable(_ reason: String) -> Diagnostic {
    Diagnostic(.usage, "cannot wait for events: \(reason)")
  }
}
