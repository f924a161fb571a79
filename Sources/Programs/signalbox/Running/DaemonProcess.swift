import Commands
import Daemon
import Diagnostics
import EventLoops
import Journal
import PluginProcesses
import Service

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

  init(
    _ app: ServedApp, _ options: DaemonOptions, processes: PluginProcesses, log: ServiceLog
  ) throws(LoopFault) {
    loop = try EventLoop()
    self.processes = processes
    self.log = log
    daemon = try Daemon(app, options: options, loop: loop)
  }

  /// Serves clients until a signal ends the loop.
  func run(
    _ sockets: [ListeningSocket], watching paths: [String], metricsPath: String?
  ) throws(LoopFault) {
    defer { for socket in sockets { socket.end(isDescriptorOurs: false) } }
    for socket in sockets { try daemon.listen(on: socket.descriptor) }
    signals = try ServiceSignals(
      loop: loop,
      onEnd: { [weak self] in self?.end($0) }, onReload: { [weak self] in self?.reload() })
    try watch(paths)
    if let metricsPath { try writeMetrics(metricsPath) }
    try followProcesses()
    try log.watch(in: loop)
    watchdog = try supervisor.watch(in: loop)
    let names = sockets.map { $0.path ?? $0.name ?? "a socket" }
    log.write(.notice, "daemon/ready", "listening on \(names.joined(separator: ", "))")
    notifySupervisor { supervisor throws(ServiceError) in try supervisor.ready() }
    loop.run()
    metrics?.end()
  }

  /// Frees all resources.
  func close() {
    daemon.close()
    loop.close()
    log.finish()
  }

  private func end(_ ending: ServiceSignals.Ending) {
    guard ending == .gentle else { return loop.stop() }
    log.write(.notice, "daemon/ending", "finishing pending calls")
    notifySupervisor { supervisor throws(ServiceError) in try supervisor.stopping() }
    daemon.end()
  }

  private func reload() {
    notifySupervisor { supervisor throws(ServiceError) in try supervisor.reloading() }
    let findings = daemon.reload()
    for finding in findings { log.write(finding) }
    if findings.isEmpty { log.write(.notice, "daemon/reloaded", "the route files were read again") }
    notifySupervisor { supervisor throws(ServiceError) in try supervisor.ready() }
  }

  private func watch(_ paths: [String]) throws(LoopFault) {
    guard !paths.isEmpty else { return }
    let watch = try FileWatch(loop: loop) { [weak self] _ in self?.reload() }
    for path in paths { try watch.add(path, loop: loop) }
    self.watch = watch
  }

  private func writeMetrics(_ path: String) throws(LoopFault) {
    metrics = try MetricsFile(
      path: path, loop: loop, families: { [daemon] in daemon.metrics },
      onFault: { [log] in log.write($0) })
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
  private func notifySupervisor(_ notify: (Supervisor) throws(ServiceError) -> Void) {
    do throws(ServiceError) { try notify(supervisor) } catch { log.write(error) }
  }
}

/// The operating system does not provide an event loop, a timer or a file watch.
struct LoopUnavailable: Diagnostic {
  let reason: String

  var code: DiagnosticCode { .usage }
  var message: String { "cannot wait for clients: \(reason)" }
}
