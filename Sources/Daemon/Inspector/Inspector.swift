public import Diagnostics
public import EventLoops
import HTTPServing

/// Serves a page that shows and drives the sessions of a daemon, as a client of its socket.
public final class Inspector {
  /// What an inspector serves.
  public struct Options {
    /// The program's version.
    public var version: String
    /// The daemon's socket.
    public var socketPath: String
    /// The port; 0 for a free one.
    public var port: UInt16 = 0
    /// Whether pages can change nothing.
    public var isReadOnly = false
    /// The limits.
    public var limits = InspectorLimits()
    /// Whether the server uses epoll.
    public var usesEpoll = HTTPServer.hasEpoll
    /// Computes reports about the daemon's route files.
    public var report: ReportSource?

    /// Options with defaults for all others.
    public init(version: String, socketPath: String) {
      (self.version, self.socketPath) = (version, socketPath)
    }
  }

  /// Called with each new link, after the one before was used.
  public var onLink: ((String) -> Void)?

  let options: Options
  let loop: EventLoop
  let calls: DaemonCalls
  let cookie = Secret()
  var token = Secret()
  var viewers: [ObjectIdentifier: Viewer] = [:]
  var reportsRunning = 0
  private var server: HTTPServer?
  private var ticking: LoopTimer?

  /// Listens and serves while the loop runs.
  public init(_ options: Options, loop: EventLoop) throws(Diagnostic) {
    (self.options, self.loop) = (options, loop)
    calls = DaemonCalls(path: options.socketPath, loop: loop, limits: options.limits)
    server = try HTTPServer(
      port: options.port, handler: self, loop: loop, limits: options.limits.http,
      usesEpoll: options.usesEpoll)
    do throws(LoopFault) {
      ticking = try loop.timer { [weak self] in self?.tick() }
    } catch {
      throw .unusablePort(options.port, reason: error.text)
    }
  }

  /// The port that it listens on.
  public var port: UInt16 { server?.port ?? 0 }

  /// The link that lets one browser in. It changes when it was used.
  public var link: String { "http://127.0.0.1:\(port)/?token=\(token.text)" }

  /// Continues with another daemon, after the one before has ended.
  public func follow(_ socketPath: String) {
    calls.path = socketPath
    for viewer in viewers.values { viewer.follow(socketPath) }
  }

  /// Closes all connections. To be called once, before the loop is closed.
  public func close() {
    server?.close()
    for viewer in viewers.values { viewer.close() }
    viewers = [:]
    calls.close()
    ticking?.stop()
  }

  /// The values of `Host` that are served.
  var hosts: [String] {
    ["127.0.0.1", "localhost"].flatMap { port == 80 ? [$0, "\($0):80"] : ["\($0):\(port)"] }
  }

  /// The name of the cookie: browsers send cookies to all ports of a host.
  var cookieName: String { "signalbox_\(port)" }

  /// Checks times while there is something to wait for.
  func startTicking() {
    guard ticking?.isRunning == false else { return }
    ticking?.start(afterMilliseconds: tickMilliseconds, everyMilliseconds: tickMilliseconds)
  }

  private func tick() {
    let now = EventLoop.nowMilliseconds
    for viewer in viewers.values { viewer.tick(now) }
    calls.endLate()
    if viewers.isEmpty, !calls.isBusy { ticking?.stop() }
  }
}
