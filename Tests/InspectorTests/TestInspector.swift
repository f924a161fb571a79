import CLibrary
import Commands
import Daemon
import EventLoops
import FileAccess
import HTTPServing
import JSONCodec
import Journal
import Navigation
import Service
import TestSupport
import Testing

@testable import Inspector

/// An inspector and a daemon in one loop, which has its turns while a client waits.
@MainActor final class TestInspector {
  let folder: TemporaryFolder
  let loop: EventLoop
  let inspector: Inspector
  private var daemon: Daemon?
  private var socket: ListeningSocket?
  private let daemonLimits: DaemonLimits
  private let durability: Durability
  /// The links that were announced.
  private(set) var links: [String] = []

  init(
    startsDaemon: Bool = true, durability: Durability = .always,
    daemonLimits: DaemonLimits = DaemonLimits(),
    _ change: (inout Inspector.Options) -> Void = { _ in }
  ) throws {
    (self.durability, self.daemonLimits) = (durability, daemonLimits)
    folder = try TemporaryFolder()
    loop = try EventLoop()
    var options = Inspector.Options(version: "1", socketPath: folder("socket"))
    change(&options)
    inspector = try Inspector(options, loop: loop)
    inspector.onLink = { [weak self] in self?.links.append($0) }
    if startsDaemon { try startDaemon() }
  }

  isolated deinit {
    inspector.close()
    stopDaemon()
    loop.close()
  }

  /// Starts a daemon, or the next one on the same journal.
  func startDaemon() throws {
    let app = Self.app
    var options = DaemonOptions(version: "1", appSource: { .success(app) })
    options.limits = daemonLimits
    options.durability = durability
    if durability != .none {
      options.journalFolder = folder("data")
      options.journalIdentity = "journal"
    }
    options.appOfFiles = { _ in app }
    let daemon = try Daemon(app, options: options, loop: loop)
    try daemon.open()
    let socket = try ListeningSocket(path: folder("socket"), isStandard: false)
    try daemon.listen(on: socket.descriptor)
    (self.daemon, self.socket) = (daemon, socket)
  }

  /// Closes all connections of the daemon without a word.
  func stopDaemon() {
    daemon?.close()
    daemon = nil
    socket?.end(isDescriptorOurs: false)
    socket = nil
  }

  /// A small app.
  private static var app: ServedApp {
    var app = PluginDraft("cinema")
    app.links("cinema://")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.route("/movies/:id", screen: "Movie") {
      $0.coordinator = "home"
      $0.params = [("id", .int)]
    }
    do {
      return ServedApp(
        LoadedApp(try AppDefinition(plugins: [app])),
        files: [DefinitionFile(path: "app", bytes: [])])
    } catch {
      preconditionFailure("\(error)")
    }
  }

  var host: String { "127.0.0.1:\(inspector.port)" }
  var cookie: String { "\(inspector.cookieName)=\(inspector.cookie.text)" }

  func client() throws -> RawClient { try RawClient(port: inspector.port, loop: loop) }

  /// The lines of a request from a page.
  func head(_ method: String, _ path: String, _ more: [String] = []) -> String {
    let lines =
      ["\(method) \(path) HTTP/1.1", "Host: \(host)", "Cookie: \(cookie)"] + more
    return lines.map { $0 + "\r\n" }.joined() + "\r\n"
  }

  /// A call as a page makes it.
  func post(_ body: String) -> String {
    head(
      "POST", "/call",
      [
        "Origin: http://\(host)", "Content-Type: application/json",
        "Content-Length: \(body.utf8.count)",
      ]) + body
  }

  /// The answer to a request on a new connection.
  func answer(to request: String) throws -> RawClient.Answer {
    let client = try client()
    client.send(request)
    return try client.answer()
  }

  /// The JSON of the answer to a call.
  @discardableResult func call(_ method: String, _ params: JSON = [:]) throws -> JSON {
    let body: JSON = ["method": .string(method), "params": params]
    return try JSON(parsing: answer(to: post(body.text)).text, bytesMax: 1 << 26)
  }

  /// A client that reads the events of a session.
  func viewer(_ query: String, _ more: [String] = []) throws -> RawClient {
    let client = try client()
    client.send(head("GET", "/events?" + query, more))
    try client.beginStream()
    return client
  }
}

/// An event of a stream.
struct StreamEvent {
  let kind: String
  let id: Int?
  let data: JSON
}

extension RawClient {
  /// The next event. Comments do not prolong the wait.
  @MainActor func nextEvent() throws -> StreamEvent {
    let deadline = EventLoop.nowMilliseconds + UInt64(hangSeconds) * 1_000
    while true {
      let text = try read(until: "\n\n")
      guard EventLoop.nowMilliseconds < deadline else { throw Silence(received: text) }
      var (id, kind, data): (Int?, String?, JSON) = (nil, nil, .null)
      for line in text.split(whereSeparator: \.isNewline) {
        if line.hasPrefix("id: ") { id = Int(line.dropFirst(4)) }
        if line.hasPrefix("event: ") { kind = String(line.dropFirst(7)) }
        if line.hasPrefix("data: ") {
          data = try JSON(parsing: String(line.dropFirst(6)), bytesMax: 1 << 26)
        }
      }
      if let kind { return StreamEvent(kind: kind, id: id, data: data) }
    }
  }

  /// The next event; `nil` if the stream has ended.
  @MainActor func nextEventOrEnd() throws -> StreamEvent? {
    do { return try nextEvent() } catch {
      if isClosedNow { return nil }
      throw error
    }
  }

  /// The next event of a kind. Others are skipped.
  @MainActor func event(_ kind: String) throws -> StreamEvent {
    while true {
      let event = try nextEvent()
      if event.kind == kind { return event }
    }
  }
}
