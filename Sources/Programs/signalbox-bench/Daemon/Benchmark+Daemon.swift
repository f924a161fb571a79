import Diagnostics
import CLibrary
import FileAccess
import Journal
import Navigation

extension Benchmark {
  static let daemon = Benchmark(
    summary: "lines per second of 'signalbox serve', of a bare server that only reads, syncs and "
      + "answers as many bytes, and of redis-server, if installed, with the same clients in turn: "
      + "resolve is compared with PING, open with SET. Each server has a processor of its own and "
      + "the clients another; with durability always, which uses two threads, or if the system "
      + "does not allow the choice, the system schedules both",
    target: "as redis: resolve and open 1.0, resolve with 16 in flight 1.2; or as the bare server"
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

/// The daemon and its peers, measured in turns: a bare server, which does nothing but read, sync
/// and answer as many bytes, and redis, each if it is installed.
private final class Duel {
  private struct Peer {
    let name: String
    let server: ServerProcess
    let line: (DaemonWork, _ client: Int, _ link: String) -> String
  }

  /// A server under a workload.
  private final class Contender {
    private var traffic: LineTraffic
    /// Lines per second of each run.
    var rates: [Double] = []

    init(_ traffic: consuming LineTraffic) { self.traffic = traffic }

    func run(_ count: Int) throws(Diagnostic) {
      rates.append(Double(count) / (try traffic.run(count)))
    }
  }

  private let daemon: ServerProcess
  private var peers: [Peer] = []
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
    if let bare = FileAccess.program("BenchServer", nextTo: program) {
      let log = durability == .none ? [] : [path + "/log"]
      let server = try ServerProcess(bare, [path + "/bare"] + log, socket: path + "/bare")
      peers.append(
        Peer(name: "bare", server: server) { work, client, link in
          let start = work.opens ? "400 400 " : "0 210 "
          let length = ownLine(work, client, link).utf8.count
          return start + String(repeating: " ", count: length - start.utf8.count - 1) + "\n"
        })
    }
    if let redis = redisProgram {
      let server = try ServerProcess(
        redis,
        ["--port", "0", "--unixsocket", path + "/redis", "--dir", path, "--save", ""]
          + durability.redisArguments, socket: path + "/redis")
      peers.append(
        Peer(name: "redis", server: server) { work, client, link in
          work.opens ? "SET s\(client) \(link)\r\n" : "PING\r\n"
        })
    }
  }

  func figures(of work: DaemonWork) throws(Diagnostic) -> [Figure] {
    if work.opens { try createSessions(work.clients) }
    let own = Contender(
      try LineTraffic(
        to: daemon.socketPath, lines: lines(of: work, ownLine), depth: work.depth, greets: true))
    var others: [Contender] = []
    for peer in peers {
      others.append(
        Contender(
          try LineTraffic(
            to: peer.server.socketPath, lines: lines(of: work, peer.line), depth: work.depth,
            greets: false)))
    }
    try Samples.repeatedly { (isWarmUp) throws(Diagnostic) in
      for contender in [own] + others {
        try contender.run(work.linesPerRun)
        if isWarmUp { contender.rates = [] }
      }
    }
    func figure(_ metric: String, _ unit: String, _ values: [Double]) -> Figure {
      Figure(of: work.name, metric: metric, unit: unit, samples: Samples(values: values))
    }
    return [figure("rate", "lines/s", own.rates)]
      + zip(peers, others).flatMap { peer, other in
        [
          figure(peer.name, "lines/s", other.rates),
          figure("to \(peer.name)", "times", zip(own.rates, other.rates).map { $0 / $1 }),
        ]
      }
  }

  /// Creates a session for each client; existing ones are left as they are.
  private func createSessions(_ count: Int) throws(Diagnostic) {
    let lines = (0..<count).map { number in
      request("session.create", #""name":"s\#(number)""#)
    }
    var client = try LineTraffic(to: daemon.socketPath, lines: [lines], greets: true)
    _ = try client.run(count)
  }

  private func lines(
    of work: DaemonWork, _ line: (DaemonWork, Int, String) -> String
  ) -> [[String]] {
    (0..<work.clients).map { client in links.map { line(work, client, $0) } }
  }
}

/// A line for the daemon.
private func ownLine(_ work: DaemonWork, _ client: Int, _ link: String) -> String {
  work.opens
    ? request("open", #""session":"s\#(client)","link":"\#(link)""#)
    : request("resolve", #""link":"\#(link)""#)
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
