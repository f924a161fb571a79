import Diagnostics
import EventLoops
import FileAccess
import Inspector
import ProgramSupport
import Service

/// `signalbox inspect`.
@MainActor func runInspect(
  _ arguments: Arguments, _ streams: Streams
) throws(ExitError) -> ExitStatus {
  let port = try port(arguments)
  let daemon = try SessionDaemon(arguments)
  defer { withExtendedLifetime(daemon) {} }
  var options = Inspector.Options(version: programVersion, socketPath: daemon.socket)
  options.port = port
  options.isReadOnly = arguments.has(.readOnly)
  let loop: EventLoop
  let reports: ReportRuns?
  do throws(LoopFault) {
    loop = try EventLoop()
    // Without route files there is nothing to report on; the sessions need none.
    reports = try (try? App.paths(arguments)).map { paths throws(LoopFault) in
      try ReportRuns(paths, loop: loop)
    }
    // SIGHUP: the terminal was closed.
    _ = try ServiceSignals(loop: loop, onEnd: { _ in loop.stop() }, onReload: { loop.stop() })
  } catch {
    throw .usage([.loopUnavailable(error.text)])
  }
  defer { loop.close() }
  options.report = reports.map { reports in { reports.start($0, $1) } }
  let inspector: Inspector
  do throws(Diagnostic) { inspector = try Inspector(options, loop: loop) } catch {
    throw .usage(error)
  }
  defer { inspector.close() }
  let shown =
    daemon.ownRoutes.map { "A private daemon with \($0.joined(separator: ", "))" }
    ?? "The daemon at \(daemon.socket)"
  try streams.write("\(escaped(shown)) is shown at \(inspector.link)\n")
  try streams.finish()
  inspector.onLink = { link in
    try? streams.write("Another browser can use \(link)\n")
    try? streams.finish()
  }
  var isLost = false
  let revival = try? loop.timer {
    guard daemon.hasEnded else { return }
    guard let socket = daemon.restarted() else {
      streams.note("The private daemon has ended and cannot be started again.")
      isLost = true
      return loop.stop()
    }
    streams.note("The private daemon had ended; another was started, and all sessions are new.")
    inspector.follow(socket)
  }
  if daemon.ownRoutes != nil {
    revival?.start(afterMilliseconds: revivalMilliseconds, everyMilliseconds: revivalMilliseconds)
  }
  let browser = arguments.has(.noOpen) ? nil : Browser(opening: inspector.link)
  if browser?.isStarted == false {
    streams.note("No browser was found; open the link in one.")
  }
  loop.run()
  return isLost ? .usage : .done
}

/// How often a private daemon is looked at.
private let revivalMilliseconds: UInt64 = 1_000

private func port(_ arguments: Arguments) throws(ExitError) -> UInt16 {
  guard let text = arguments.value(of: .port) else { return 0 }
  guard let port = UInt16(text) else { throw .usage([.badValue(text, of: .port)]) }
  return port
}

/// The user's browser, opened by a file that refers to a link: the arguments of a program are
/// visible to all users, and the first browser that uses the link is let in.
private struct Browser {
  private let folder: TemporaryFolder?
  private let program: RunningProgram?

  /// Whether there is a program that opens it.
  var isStarted: Bool { program != nil }

  init(opening link: String) {
    #if os(macOS)
      let name = "open"
    #else
      let name = "xdg-open"
    #endif
    folder = try? TemporaryFolder()
    guard let file = folder?("open.html") else {
      program = nil
      return
    }
    let page = "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=\(link)\">\n"
    let isWritten = (try? writeFile(file, Array(page.utf8), isSynced: false)) != nil
    program = isWritten ? try? RunningProgram(name, [file]) : nil
  }
}
