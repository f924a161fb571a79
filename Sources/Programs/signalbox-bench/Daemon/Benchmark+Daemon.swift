import Diagnostics
import CLibrary
import FileAccess
import Journal
import Navigation

extension Benchmark {
  static let daemon = Benchmark(
    summary: "lines per second of 'signalbox serve', and of redis-server, if installed, with the "
      + "same clients in turn: resolve is compared with PING, open with SET. Each server has a "
      + "processor of its own and the clients another; with durability always, which uses two "
      + "threads, or if the system does not allow the choice, the system schedules both",
    target: "ratios of 1.0 for resolve, 0.7 for open; always at 500 clients 1.0"
  ) { subject, report throws(Diagnostic) in
    let program = try subject.program()
    let links = openedLinks(of: subject.definition)
    guard links.count == 2 else {
      throw .nothingToMeasure(benchmark: "daemon", wanted: "two links without gates")
    }
    for durability in [Durability.none, .always] {
      let folder = try scratchFolder()
      let place = durability == .always ? Placement.free : .apart
      let duel = try place.on(\.there) { () throws(Diagnostic) in
        try Duel(program, subject.routes, durability, links, in: folder)
      }
      for work in DaemonWork.all where work.durability == durability {
        try place.on(\.here) { () throws(Diagnostic) in try duel.figures(of: work) }
          .forEach(report)
      }
    }
  }

  /// Two links that move a session back and forth.
  private static func openedLinks(of definition: AppDefinition) -> [String] {
    var state = NavigationState(of: definition)
    let moving = sampleLinks(of: definition).filter { link in
      state.apply(.open(link, from: .outside), in: definition).outcome == .moved
    }
    return Array(moving.prefix(2))
  }
}

extension Durability {
  /// The comparable setting of redis.
  fileprivate var redisArguments: [String] {
    switch self {
    case .none: ["--appendonly", "no"]
    case .interval: ["--appendonly", "yes"]
    case .always: ["--appendonly", "yes", "--appendfsync", "always"]
    }
  }
}

/// One measured workload.
struct DaemonWork {
  let name: String
  let durability: Durability
  let clients: Int
  let depth: Int
  let opens: Bool
  let linesPerRun: Int

  static let all = [
    DaemonWork(
      name: "resolve, 1 client", durability: .none, clients: 1, depth: 1, opens: false,
      linesPerRun: 10_000),
    DaemonWork(
      name: "resolve, 1 client, 16 in flight", durability: .none, clients: 1, depth: 16,
      opens: false, linesPerRun: 40_000),
    DaemonWork(
      name: "resolve, 50 clients", durability: .none, clients: 50, depth: 1, opens: false,
      linesPerRun: 30_000),
    DaemonWork(
      name: "open, 50 clients", durability: .none, clients: 50, depth: 1, opens: true,
      linesPerRun: 30_000),
    DaemonWork(
      name: "open, always, 50 clients", durability: .always, clients: 50, depth: 1, opens: true,
      linesPerRun: 10_000),
    DaemonWork(
      name: "open, always, 500 clients", durability: .always, clients: 500, depth: 1, opens: true,
      linesPerRun: 20_000),
  ]
}

/// The daemon and, if it is installed, redis, measured in turns.
private final class Duel {
  private let daemon: ServerProcess
  private let redis: ServerProcess?
  private let links: [String]

  init(
    _ program: String, _ routes: [String], _ durability: Durability, _ links: [String],
    in folder: TemporaryFolder
  ) throws(Diagnostic) {
    self.links = links
    let path = folder.path
    daemon = try ServerProcess(
      program,
      ["serve", "--socket", path + "/daemon", "--data", path + "/data"]
        + ["--durability", durability.rawValue] + routes.flatMap { ["--routes", $0] },
      socket: path + "/daemon")
    redis = try redisProgram.map { (program) throws(Diagnostic) in
      try ServerProcess(
        program,
        ["--port", "0", "--unixsocket", path + "/redis", "--dir", path, "--save", ""]
          + durability.redisArguments, socket: path + "/redis")
    }
  }

  func figures(of work: DaemonWork) throws(Diagnostic) -> [Figure] {
    if work.opens { try createSessions(work.clients) }
    var ours = try LineTraffic(
      to: daemon.socketPath, lines: lines(of: work), depth: work.depth, greets: true)
    guard let redis else {
      let rates = try Samples { () throws(Diagnostic) in
        Double(work.linesPerRun) / (try ours.run(work.linesPerRun))
      }
      return [figure(work, "rate", "lines/s", rates)]
    }
    var theirs = try LineTraffic(
      to: redis.socketPath, lines: redisLines(of: work), depth: work.depth, greets: false)
    var pairs: [(ours: Double, theirs: Double)] = []
    let rates = try Samples { () throws(Diagnostic) in
      let own = Double(work.linesPerRun) / (try ours.run(work.linesPerRun))
      pairs.append((own, Double(work.linesPerRun) / (try theirs.run(work.linesPerRun))))
      return own
    }
    let measured = pairs.dropFirst()  // Without the warm-up.
    return [
      figure(work, "rate", "lines/s", rates),
      figure(work, "redis", "lines/s", Samples(values: measured.map(\.theirs))),
      figure(work, "ratio", "times redis", Samples(values: measured.map { $0.ours / $0.theirs })),
    ]
  }

  private func figure(
    _ work: DaemonWork, _ metric: String, _ unit: String, _ samples: Samples
  ) -> Figure {
    Figure(of: work.name, metric: metric, unit: unit, samples: samples)
  }

  /// Creates a session for each client; existing ones are left as they are.
  private func createSessions(_ count: Int) throws(Diagnostic) {
    let lines = (0..<count).map { number in
      request("session.create", #""name":"s\#(number)""#)
    }
    var client = try LineTraffic(to: daemon.socketPath, lines: [lines], greets: true)
    _ = try client.run(count)
  }

  private func lines(of work: DaemonWork) -> [[String]] {
    (0..<work.clients).map { client in
      links.map { link in
        work.opens
          ? request("open", #""session":"s\#(client)","link":"\#(link)""#)
          : request("resolve", #""link":"\#(link)""#)
      }
    }
  }

  private func redisLines(of work: DaemonWork) -> [[String]] {
    (0..<work.clients).map { client in
      links.map { link in work.opens ? "SET s\(client) \(link)\r\n" : "PING\r\n" }
    }
  }
}

/// A request for the daemon, as a line; sample links need no escapes.
func request(_ method: String, _ params: String) -> String {
  #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(params)}}"# + "\n"
}

/// The path of redis; `nil` if it is not installed.
private var redisProgram: String? {
  let folders = (environment("PATH") ?? "").split(separator: ":")
  return folders.map { $0 + "/redis-server" }.first { access($0, X_OK) == 0 }
}
