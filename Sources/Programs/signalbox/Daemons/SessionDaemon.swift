import Commands
import DaemonClient
import JSONCodec
import ProgramSupport

/// The daemon whose sessions `inspect` and `mcp` use.
///
/// With `--socket` it is the one there. Otherwise it is the one at the default socket, unless none
/// runs there or the command line names route files of another app: then it is a private one.
final class SessionDaemon {
  /// The path of its socket.
  private(set) var socket: String
  /// The route files of a private daemon, which ends with this object; `nil` for a running one.
  let ownRoutes: [String]?
  private var process: PrivateDaemon?

  /// Finds the daemon, or starts one.
  /// - Throws: If there is none and none can be started, or if the route files have errors.
  @MainActor init(_ arguments: Arguments) throws(ExitError) {
    if let running = try Self.running(arguments) {
      (socket, ownRoutes, process) = (running, nil, nil)
    } else {
      let routes = try App.paths(arguments)
      let process = try PrivateDaemon(routes: routes)
      (socket, ownRoutes, self.process) = (process.socket, routes, process)
    }
  }

  /// Whether it is a private daemon that has ended.
  var hasEnded: Bool { process?.hasEnded ?? false }

  /// Starts a private daemon again that has ended.
  /// - Returns: Its new socket; `nil` if it cannot be started.
  func restarted() -> String? {
    guard let ownRoutes, let process = try? PrivateDaemon(routes: ownRoutes) else { return nil }
    (socket, self.process) = (process.socket, process)
    return socket
  }

  /// The socket of a running daemon that has the app; `nil` if there is none.
  @MainActor private static func running(_ arguments: Arguments) throws(ExitError) -> String? {
    let path = socketPath(arguments)
    do throws(ClientError) {
      let connection = try Connection(path: path)
      guard !arguments.has(.socket), arguments.namesRoutes else { return path }
      let status = try connection.call("status", [:])
      let behaviour = try? App(arguments).definition.behaviourDigest
      return status["app"]?["behaviour"] == behaviour.map { .string($0) } ? path : nil
    } catch {
      if case .unreachable = error, !arguments.has(.socket) { return nil }
      throw .usage(error)
    }
  }
}
