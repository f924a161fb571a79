import Diagnostics
import CSystem
import Commands
import EventLoops
import FileAccess
import JSONCodec
import Journal
import Links
import Navigation
import Service
import TestSupport

@testable import Daemon

/// A daemon at a socket in a temporary folder. It has its turns while a client waits for a line, so
/// that tests need no other thread.
@MainActor final class TestDaemon {
  let folder: TemporaryFolder
  let loop: EventLoop
  let daemon: Daemon
  let socket: ListeningSocket
  let app: AppBox
  private(set) var log: LogBox
  private var isClosed = false

  /// What `reload` reads; tests put another app or an error into it.
  final class AppBox {
    var app: Result<ServedApp, DiagnosticList>

    init(_ app: ServedApp) {
      self.app = .success(app)
    }
  }

  /// What was logged.
  final class LogBox {
    var entries: [LogEntry] = []
  }

  init(
    _ app: ServedApp = TestApp.served, folder: TemporaryFolder? = nil,
    durability: Durability = .none, change: (inout DaemonOptions) -> Void = { _ in }
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    let box = AppBox(app)
    let log = LogBox()
    self.folder = folder
    self.app = box
    self.log = log
    var options = DaemonOptions(version: "1", appSource: { box.app })
    options.durability = durability
    options.journalFolder = folder("data")
    options.appOfFiles = { TestApp.stored($0) }
    options.log = { log.entries.append($0) }
    // What a call can take depends on the machine.
    options.limits.callMilliseconds.max = hangSeconds * 1_000
    change(&options)
    loop = try EventLoop()
    daemon = try Daemon(app, options: options, loop: loop)
    try daemon.open()
    socket = try ListeningSocket(path: folder("socket"), isStandard: false)
    try daemon.listen(on: socket.descriptor)
  }

  isolated deinit { close() }

  /// A client that has been greeted.
  func client() throws -> TestClient {
    let client = try TestClient(folder("socket"), of: self)
    client.greeting = try client.read()
    return client
  }

  /// Gives the loop a turn.
  func turn() { loop.turn() }

  /// Gives the loop turns until output waits for a client that does not read it.
  func holdsOutput() -> Bool {
    waits {
      turn()
      return daemon.connections.all.contains { $0.waitingBytes > 0 }
    }
  }

  /// Ends as SIGTERM does it.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    daemon.end()
    daemon.close()
    loop.close()
    socket.end(isDescriptorOurs: false)
  }
}

/// The app of these tests: a film's page, a library that requires a login.
enum TestApp {
  @MainActor static var served: ServedApp { made() }

  /// The app, or one with another set of routes.
  @MainActor static func made(_ change: (inout PluginDraft) -> Void = { _ in }) -> ServedApp {
    var app = PluginDraft("cinema")
    app.links("cinema://")
    app.gate("login", challenge: "/login")
    app.tabs("main", ["home", "library"])
    app.stack("home", start: "/")
    app.stack("library", start: "/library", gates: ["login"])
    app.route("/", screen: "Home")
    app.route("/movies", screen: "Movies") { $0.coordinator = "home" }
    app.route("/movies/:id", screen: "Movie") {
      $0.coordinator = "home"
      $0.parents = ["/movies"]
      $0.params = [("id", .int)]
    }
    app.route("/library", screen: "Library") { $0.coordinator = "library" }
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.screen("Movie") {
      $0.title = "Movie :id"
      $0.taps = [("close", "back")]
    }
    change(&app)
    do {
      let definition = try AppDefinition(plugins: [app])
      let names = definition.routes.map(\.pattern).joined(separator: " ")
      return ServedApp(
        LoadedApp(definition), files: [DefinitionFile(path: "app", bytes: Array(names.utf8))])
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The app of stored files, as `made` writes them.
  @MainActor static func stored(_ files: [DefinitionFile]) -> ServedApp? {
    [made(), withMore].first { $0.files == files }
  }

  /// The app with one more route.
  @MainActor static var withMore: ServedApp {
    made { $0.route("/extras", screen: "Extras") { $0.coordinator = "home" } }
  }
}
