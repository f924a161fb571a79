import Diagnostics
import CLibrary
import FileAccess

extension Benchmark {
  static let crowd = Benchmark(
    summary: "p99 of an active client among idle ones, and while another runs scripts without end; "
      + "memory of 'signalbox serve' for 10,000 idle clients and for 100,000 sessions, "
      + "a million with --large, "
      + "and the time to restore these after a restart; each measured once",
    target:
      "12 KB per client; p99 among idle ones 1 ms, beside scripts 10 ms; 1,200 bytes per session, "
      + "a million restored in 20 s"
  ) { subject, report throws(Diagnostic) in
    let program = try subject.program()
    let routes = subject.routes.flatMap { ["--routes", $0] }
    try silentClients(program, routes).forEach(report)
    report(try busyClient(program, routes))
    let count = subject.isLarge ? 1_000_000 : 100_000
    try manySessions(count, program, routes).forEach(report)
  }

  private static func silentClients(
    _ program: String, _ routes: [String]
  ) throws(Diagnostic) -> [Figure] {
    let count = min(silentMax, raisedDescriptorsMax() - descriptorsKept)
    guard count > 0 else {
      throw .noRun(program: program, reason: "this process can open too few files")
    }
    let folder = try scratchFolder()
    let server = try ServerProcess(
      program, ["serve", "--socket", folder.path + "/daemon", "--durability", "none"] + routes,
      socket: folder.path + "/daemon")
    let line = [request("resolve", #""link":"/""#)]
    var working = try LineTraffic(to: server.socketPath, lines: [line], greets: true)
    _ = try working.run(linesPerRun)
    let before = try server.residentBytes()
    let silent = try LineTraffic(
      to: server.socketPath, lines: Array(repeating: [], count: count), greets: true)
    let bytes = Double(try server.residentBytes() - before) / Double(count)
    let latencies = try p99Milliseconds(of: &working)
    _ = silent.clientCount
    let name = "\(grouped(Double(count))) idle clients"
    return [
      Figure(of: name, metric: "memory", unit: "bytes/client", samples: Samples(once: bytes)),
      Figure(of: name, metric: "p99", unit: "ms", samples: latencies),
    ]
  }

  /// The 99th percentile of the time to an answer.
  private static func p99Milliseconds(
    of client: inout LineTraffic
  ) throws(Diagnostic) -> Samples {
    try Samples { () throws(Diagnostic) in
      var taken: [Double] = []
      _ = try client.run(linesPerRun) { taken.append($0) }
      taken.sort()
      return taken[taken.count * 99 / 100] * 1e3
    }
  }

  /// Measures a client next to another one that runs scripts without end.
  private static func busyClient(
    _ program: String, _ routes: [String]
  ) throws(Diagnostic) -> Figure {
    let folder = try scratchFolder()
    let (socket, script) = (folder.path + "/daemon", folder.path + "/busy.nav")
    do {
      try writeFile(script, Array(String(repeating: "open /\ntree\n", count: 2_000).utf8))
    } catch {
      throw .noRun(program: program, reason: error.diagnostic.message)
    }
    let server = try ServerProcess(
      program, ["serve", "--socket", socket, "--durability", "none"] + routes, socket: socket)
    let busy = try started(
      "/bin/sh",
      [
        "-c",
        "while echo \"source $2\" | \"$0\" attach busy --socket \"$1\"; do :; done "
          + "> /dev/null",
        program, socket, script,
      ])
    let line = [request("resolve", #""link":"/""#)]
    var client = try LineTraffic(to: server.socketPath, lines: [line], greets: true)
    let latencies = try p99Milliseconds(of: &client)
    guard busy.end == nil else { throw .noRun(program: "attach", reason: "it ended too early") }
    return Figure(of: "beside endless scripts", metric: "p99", unit: "ms", samples: latencies)
  }

  private static func manySessions(
    _ sessionCount: Int, _ program: String, _ routes: [String]
  ) throws(Diagnostic) -> [Figure] {
    let folder = try scratchFolder()
    let arguments =
      ["serve", "--socket", folder.path + "/daemon", "--data", folder.path + "/data"] + routes
    let server = try ServerProcess(program, arguments, socket: folder.path + "/daemon")
    let before = try server.residentBytes()
    let seconds = try createSessions(sessionCount, on: server)
    let bytes = Double(try server.residentBytes() - before) / Double(sessionCount)
    server.stop()
    let start = monotonicSeconds()
    let again = try ServerProcess(program, arguments, socket: folder.path + "/daemon")
    let restart = monotonicSeconds() - start
    let restored = Double(try again.residentBytes() - before) / Double(sessionCount)
    let name = "\(grouped(Double(sessionCount))) sessions"
    func figure(_ metric: String, _ unit: String, _ value: Double) -> Figure {
      Figure(of: name, metric: metric, unit: unit, samples: Samples(once: value))
    }
    return [
      figure("created", "sessions/s", Double(sessionCount) / seconds),
      figure("memory", "bytes/session", bytes), figure("restart", "s", restart),
      figure("restored", "bytes/session", restored),
    ]
  }

  /// Creates all sessions, with many requests in flight. Returns the seconds it took.
  private static func createSessions(
    _ sessionCount: Int, on server: ServerProcess
  ) throws(Diagnostic) -> Double {
    let lines = (0..<sessionCount).map { request("session.create", #""name":"s\#($0)""#) }
    var client = try LineTraffic(
      to: server.socketPath, lines: [lines], depth: sessionsInFlight, greets: true)
    return try client.run(sessionCount)
  }

  /// Raises the limit on open files to what the benchmark needs, or as far as the system allows,
  /// for this process and the server that it starts. Returns the limit.
  private static func raisedDescriptorsMax() -> Int {
    var limit = rlimit()
    guard getrlimit(descriptorsLimit, &limit) == 0 else { return 0 }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(silentMax + descriptorsKept))
    _ = setrlimit(descriptorsLimit, &limit)
    return Int(clamping: limit.rlim_cur)
  }
}

private let silentMax = 10_000
/// Open files other than the silent clients.
private let descriptorsKept = 256
private let linesPerRun = 5_000
private let sessionsInFlight = 500
