import CSystem
import CUV
import Commands
import Daemon
import Diagnostics
import EventLoops
import FileAccess
import PluginProcesses
import RouteFiles

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `signalbox serve`.
@MainActor func runServe(_ arguments: Arguments, _ streams: Streams) throws(Stop) -> ExitStatus {
  let processes = try pluginProcesses()
  defer { processes.close() }
  let paths = try App.paths(arguments)
  func served() -> Result<ServedApp, DefinitionFaults> {
    let (plugins, errors, files) = RouteFolder.read(paths)
    guard errors.isEmpty else { return .failure(DefinitionFaults(errors)) }
    return App.made(of: plugins, processes: processes).map { app in
      ServedApp(app, files: files.map { ServedApp.File(path: $0.path, bytes: $0.bytes) })
    }
  }
  let first: ServedApp
  do { first = try served().get() } catch { throw .usage(error.diagnostics) }
  let options = DaemonOptions(version: programVersion, appSource: served)
  let path = arguments.value(of: .socket) ?? "/tmp/signalbox.socket"
  guard let descriptor = listening(path) else {
    throw .usage([ServeError.socket(path: path)])
  }
  do {
    let loop = try EventLoop()
    let daemon = try Daemon(first, options: options, loop: loop)
    serving = daemon
    try daemon.listen(on: descriptor)
    for signal in [SIGTERM, SIGINT] { try loop.onSignal(signal) { _, _ in serving?.end() } }
    try loop.onSignal(SIGHUP) { _, _ in serving?.reload() }
    loop.run()
    loop.close()
    serving = nil
    _ = unlink(path)
  } catch {
    throw .usage([ServeError.loop(reason: error.text)])
  }
  return .done
}

@MainActor private var serving: Daemon?

enum ServeError: Diagnostic {
  case socket(path: String)
  case loop(reason: String)
  var code: DiagnosticCode { .daemonSocket }
  var message: String {
    switch self {
    case .socket(let path): "cannot listen on '\(path)'"
    case .loop(let reason): "cannot wait for clients: \(reason)"
    }
  }
}

private func listening(_ path: String) -> Int32? {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  let bytes = Array(path.utf8)
  guard bytes.count < 108 else { return nil }
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  _ = unlink(path)
  let status = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  guard status == 0, listen(descriptor, 511) == 0 else { return nil }
  _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  return descriptor
}
