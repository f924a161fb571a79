import CLibrary
import Diagnostics
import EventLoops
import Service

/// The other process in the tests of `Service`: does what its arguments say, reports it in lines,
/// and stays until its standard input ends.
@MainActor func runServiceProbe(_ arguments: [String]) {
  let operand = arguments.count > 2 ? arguments[2] : ""
  do {
    switch arguments.count > 1 ? arguments[1] : "" {
    case "lock":
      let lock = try ServiceLock(path: operand)
      say("locked")
      waitForEnd()
      withExtendedLifetime(lock) {}
    case "listen":
      let socket = try ListeningSocket(path: operand, isStandard: arguments.contains("standard"))
      say("listening")
      waitForEnd()
      socket.end()
    case "activated":
      let sockets = try ActivatedSockets.take()
      for socket in sockets { say("\(socket.name ?? "") \(socket.descriptor)") }
      say("\(sockets.count) sockets, \(variables("LISTEN_")) variables")
      waitForEnd()
    case "signals": try serveSignals()
    case "style": say("\(LogStyle.fitting(STDERR_FILENO))")
    case "log": log(count: Int(operand) ?? 0)
    case "notify": try notify()
    default: exit(64)
    }
  } catch let error as Diagnostic {
    say(error.summary)
    exit(2)
  } catch {
    say("\(error)")
    exit(70)
  }
}

@MainActor private func serveSignals() throws {
  let loop = try EventLoop()
  _ = try ServiceSignals(loop: loop) { ending in
    say("\(ending)")
    if ending == .atOnce { exit(3) }
  } onReload: {
    // Writing without a reader must not end the process by SIGPIPE.
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    close(ends[0])
    say("reload \(write(ends[1], "x", 1))")
  } onReopen: {
    say("reopen")
  }
  say("ready")
  loop.run()
}

private func log(count: Int) {
  let log = ServiceLog(style: .leveled)
  for number in 0..<count { log.write(.warning, "probe/flood", "line \(number)") }
  log.write(.notice, "probe/other", "another")
  log.finish()
}

private func notify() throws {
  let supervisor = Supervisor()
  try supervisor.ready()
  try supervisor.reloading()
  try supervisor.ready()
  try supervisor.alive()
  try supervisor.stopping()
  say("\(supervisor.watchdogMilliseconds ?? 0) \(variables("NOTIFY_"))")
}

private func variables(_ start: String) -> Int {
  let names = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "NOTIFY_SOCKET"]
  return names.filter { $0.hasPrefix(start) && getenv($0) != nil }.count
}

private func say(_ line: String) {
  let text = line + "\n"
  _ = write(STDOUT_FILENO, text, text.utf8.count)
}

private func waitForEnd() {
  var byte: UInt8 = 0
  while read(STDIN_FILENO, &byte, 1) > 0 {}
}
