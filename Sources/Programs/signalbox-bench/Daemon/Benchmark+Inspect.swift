import Diagnostics
import CLibrary
import CSystem
import FileAccess

extension Benchmark {
  static let inspect = Benchmark(
    summary: "the time from the start of 'signalbox inspect' until all that its page first needs "
      + "has arrived, from the answer to a page's call until each of 50 pages has received the "
      + "change, and the memory for each of them",
    target: "first paint 300 ms; p99 50 ms; 20 KB per page"
  ) { subject, report throws(Diagnostic) in
    let program = try subject.program()
    let routes = subject.routes.flatMap { ["--routes", $0] }
    let folder = try scratchFolder()
    let socket = folder.path + "/daemon"
    let server = try ServerProcess(
      program, ["serve", "--socket", socket, "--durability", "none"] + routes, socket: socket)
    let arguments = ["--socket", server.socketPath] + routes
    let inspector = try InspectorProcess(program, arguments)
    let caller = try inspector.connect()
    try inspector.call("session.create", #""name":"bench""#, over: caller)
    func page() throws(Diagnostic) -> HTTPConnection {
      let page = try inspector.connect()
      try page.send(inspector.head("GET", "/events?session=bench&from=0") + "\r\n")
      try page.read(until: "event: session")
      return page
    }
    var pages = [try page()]  // What only the first page needs is not counted.
    let before = try inspector.residentBytes()
    for _ in 1...pageCount { pages.append(try page()) }
    let bytes = Double(try inspector.residentBytes() - before) / Double(pageCount)
    let delays = try Samples { () throws(Diagnostic) in
      try p99Milliseconds(of: pages, inspector, caller)
    }
    let paints = try Samples { () throws(Diagnostic) in
      try millisecondsToFirstPaint(program, arguments)
    }
    report(Figure(of: "first paint", metric: "time", unit: "ms", samples: paints))
    let name = "\(pageCount) pages"
    report(Figure(of: name, metric: "p99", unit: "ms", samples: delays))
    report(Figure(of: name, metric: "memory", unit: "bytes/page", samples: Samples(once: bytes)))
  }

  /// The time from the start of an inspector until the files of its page and the state of a session
  /// have arrived: all that a browser needs for the first paint, without the browser's own work.
  private static func millisecondsToFirstPaint(
    _ program: String, _ arguments: [String]
  ) throws(Diagnostic) -> Double {
    let start = monotonicSeconds()
    let inspector = try InspectorProcess(program, arguments)
    try inspector.loadPage(session: "bench")
    let seconds = monotonicSeconds() - start
    inspector.stop()
    return seconds * 1e3
  }

  /// The 99th percentile of the time until a page has a change; 0 if it arrives ahead of the
  /// answer.
  private static func p99Milliseconds(
    of pages: [HTTPConnection], _ inspector: InspectorProcess, _ caller: HTTPConnection
  ) throws(Diagnostic) -> Double {
    var delays: [Double] = []
    for _ in 0..<callsPerRun {
      try inspector.call("open", #""session":"bench","link":"/""#, over: caller)
      let answered = monotonicSeconds()
      for page in pages {
        try page.read(until: "event: change\ndata: ")
        try page.read(until: "\n\n")
        delays.append(monotonicSeconds() - answered)
      }
    }
    delays.sort()
    return delays[delays.count * 99 / 100] * 1e3
  }
}

/// The pages that are measured, in addition to the first one.
private let pageCount = 50
private let callsPerRun = 50
