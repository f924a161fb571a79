import CLibrary
import CSystem
import FileAccess
import PseudoTerminal

extension Benchmark {
  static let inspect = Benchmark(
    summary: "the time from the answer to a page's call until each of 50 pages has received the "
      + "change, and the memory of 'signalbox inspect' for each of them",
    target: "p99 50 ms; 20 KB per page"
  ) { subject, report throws(BenchmarkError) in
    let program = try subject.program()
    let routes = subject.routes.flatMap { ["--routes", $0] }
    let folder = try scratchFolder()
    let socket = folder.path + "/daemon"
    let server = try ServerProcess(
      program, ["serve", "--socket", socket, "--durability", "none"] + routes, socket: socket)
    let inspector = try InspectorProcess(program, ["--socket", server.socketPath] + routes)
    let caller = try inspector.connect()
    _ = try inspector.call("session.create", #""name":"bench""#, over: caller)
    func page() throws(BenchmarkError) -> HTTPConnection {
      let page = try inspector.connect()
      try page.send(inspector.head("GET", "/events?session=bench&from=0") + "\r\n")
      try page.read(until: "event: session")
      return page
    }
    var pages = [try page()]  // What only the first page needs is not counted.
    let before = try inspector.residentBytes()
    for _ in 1...pageCount { pages.append(try page()) }
    let bytes = Double(try inspector.residentBytes() - before) / Double(pageCount)
    let delays = try Samples { () throws(BenchmarkError) in
      try p99Milliseconds(of: pages, inspector, caller)
    }
    let name = "\(pageCount) pages"
    report(
      Figure(bench: "inspect", of: name, metric: "p99", unit: "ms", samples: delays))
    report(
      Figure(
        bench: "inspect", of: name, metric: "memory", unit: "bytes/page",
        samples: Samples(once: bytes)))
  }

  /// The 99th percentile of the time after which a page has a change; 0 if it is there ahead of the
  /// answer.
  private static func p99Milliseconds(
    of pages: [HTTPConnection], _ inspector: InspectorProcess, _ caller: HTTPConnection
  ) throws(BenchmarkError) -> Double {
    var delays: [Double] = []
    for _ in 0..<callsPerRun {
      _ = try inspector.call("open", #""session":"bench","link":"/""#, over: caller)
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

/// A running `signalbox inspect`, and the cookie that it gave.
private final class InspectorProcess {
  private let program: String
  private let run: RunningProgram
  private let port: UInt16
  private let cookie: String

  /// Starts it, and exchanges the link that it prints.
  init(_ program: String, _ arguments: [String]) throws(BenchmarkError) {
    guard let output = Descriptor.pipe() else {
      throw .noRun(program: program, reason: systemMessage(errno))
    }
    self.program = program
    run = try started(
      program, ["inspect", "--no-open"] + arguments, descriptors: [nil, output.writing.number])
    let printed = HTTPConnection(output.reading.number, of: program)
    let line = try withExtendedLifetime(output) { () throws(BenchmarkError) in
      try printed.read(until: "http://127.0.0.1:")
      return try printed.read(until: "\n")
    }
    let parts = line.split(separator: "/", maxSplits: 1)
    guard let port = parts.first.flatMap({ UInt16($0) }), let path = parts.last else {
      throw .noRun(program: program, reason: "it printed no link")
    }
    self.port = port
    let client = try HTTPConnection(port: port, of: program)
    try client.send("GET /\(path.dropLast()) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    try client.read(until: "Set-Cookie: ")
    cookie = String(try client.read(until: ";").dropLast())
  }

  deinit { run.signal(SIGTERM) }

  func connect() throws(BenchmarkError) -> HTTPConnection {
    try HTTPConnection(port: port, of: program)
  }

  func residentBytes() throws(BenchmarkError) -> Int {
    guard let bytes = Machine.residentBytes(of: run.processID) else { throw .memoryUnknown }
    return bytes
  }

  /// The first lines of a request.
  func head(_ method: String, _ path: String) -> String {
    "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nCookie: \(cookie)\r\n"
  }

  /// Makes a call and waits for the answer, which is returned up to the end of its result.
  func call(
    _ method: String, _ params: String, over connection: HTTPConnection
  ) throws(BenchmarkError) -> String {
    let body = #"{"method":"\#(method)","params":{\#(params)}}"#
    try connection.send(
      head("POST", "/call") + "Origin: http://127.0.0.1:\(port)\r\n"
        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
    try connection.read(until: "\r\n\r\n{\"result\":")
    return try connection.read(until: "}}")
  }
}

/// A blocking connection, or a pipe, from which text is read up to a mark.
private final class HTTPConnection {
  private let descriptor: Int32
  private let isOwned: Bool
  private let program: String
  private var received: [UInt8] = []

  init(port: UInt16, of program: String) throws(BenchmarkError) {
    (descriptor, isOwned, self.program) = (csystem_loopback_connect(port), true, program)
    guard descriptor >= 0 else {
      throw .noRun(program: program, reason: systemMessage(errno))
    }
  }

  /// Reads from a descriptor that another object closes.
  init(_ descriptor: Int32, of program: String) {
    (self.descriptor, isOwned, self.program) = (descriptor, false, program)
  }

  deinit { if isOwned, descriptor >= 0 { close(descriptor) } }

  func send(_ text: String) throws(BenchmarkError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else {
        throw .noRun(program: program, reason: systemMessage(errno))
      }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Removes and returns what arrives up to the end of a text.
  @discardableResult func read(until mark: String) throws(BenchmarkError) -> String {
    let mark = Array(mark.utf8)
    var searched = 0
    while true {
      if received.count >= mark.count {
        for place in searched...received.count - mark.count
        where received[place..<place + mark.count].elementsEqual(mark) {
          let end = place + mark.count
          defer { received.removeFirst(end) }
          return String(decoding: received[..<end], as: UTF8.self)
        }
        searched = received.count - mark.count
      }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      var chunk = [UInt8](repeating: 0, count: 65_536)
      guard poll(&request, 1, answerMillisecondsMax) > 0,
        case let count = CLibrary.read(descriptor, &chunk, chunk.count), count > 0
      else { throw .noRun(program: program, reason: "it did not answer") }
      received += chunk[..<count]
    }
  }
}

/// The pages that are measured, in addition to the first one.
private let pageCount = 50
private let callsPerRun = 50
private let answerMillisecondsMax: Int32 = 30_000
