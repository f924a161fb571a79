internal import DaemonClient
internal import JSONCodec

/// The daemon of the tools: its connection is renewed, and it is started again if it was started
/// for this program.
@MainActor final class AgentDaemon {
  private var daemon: RenewedConnection
  private let restart: (() -> String?)?
  private var requestIds = RequestIds(client: "mcp")

  /// - Parameters:
  ///   - path: The daemon's socket.
  ///   - restart: Starts the daemon again and returns its socket; `nil` if it runs on its own.
  init(path: String, restart: (() -> String?)?) {
    daemon = RenewedConnection(path: path, loop: nil)
    self.restart = restart
  }

  /// Calls a method that changes nothing; once more if the connection is lost meanwhile.
  func look(_ method: String, _ params: [JSON.Member] = []) throws(ClientError) -> JSON {
    let first = try connection()
    do throws(ClientError) {
      return try first.call(method, .object(params))
    } catch {
      guard error.isOfConnection else { throw error }
      return try connection().call(method, .object(params))
    }
  }

  /// Calls a method that can change a session, and never repeats it.
  /// - Parameter line: What was called, for the message of `unknownFate`.
  func change(
    _ method: String, _ params: [JSON.Member], line: String
  ) throws(ClientError) -> JSON {
    let connection = try connection()
    let requestId = JSON.Member("requestId", .string(requestIds.next()))
    do throws(ClientError) {
      return try connection.call(method, .object(params + [requestId]))
    } catch {
      throw error.isOfConnection ? .unknownFate(line: line) : error
    }
  }

  /// The connection, or a new one if the daemon has closed it. A daemon that was started again is
  /// an error once, since its sessions are gone.
  private func connection() throws(ClientError) -> Connection {
    do throws(ClientError) {
      return try daemon.connected(milliseconds: restart == nil ? reconnectMillisecondsMax : 0)
    } catch {
      guard case .unreachable = error, let path = restart?() else { throw error }
      daemon = RenewedConnection(path: path, loop: nil)
      throw .restarted
    }
  }
}
