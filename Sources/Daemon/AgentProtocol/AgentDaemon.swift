internal import DaemonClient
internal import JSONCodec

/// A connection to a daemon that is renewed when it is lost.
@MainActor final class AgentDaemon {
  private let path: String
  private var connection: DaemonConnection?
  private var requestIds = RequestIds(client: "mcp")

  init(path: String) {
    self.path = path
  }

  /// Calls a method that changes nothing; once more if the connection is lost meanwhile.
  func look(_ method: String, _ params: [JSON.Member] = []) throws(ClientError) -> JSON {
    do throws(ClientError) {
      return try current().call(method, .object(params))
    } catch {
      guard lose(after: error) else { throw error }
      return try current().call(method, .object(params))
    }
  }

  /// Calls a method that can change a session, and never repeats it.
  /// - Parameter line: What was called, for the message of `unknownFate`.
  func change(
    _ method: String, _ params: [JSON.Member], line: String
  ) throws(ClientError) -> JSON {
    let connection = try current()
    let requestId = JSON.Member("requestId", .string(requestIds.next()))
    do throws(ClientError) {
      return try connection.call(method, .object(params + [requestId]))
    } catch {
      guard lose(after: error) else { throw error }
      throw .unknownFate(line: line)
    }
  }

  /// Drops a connection that an error has ended. Returns whether it has.
  private func lose(after error: ClientError) -> Bool {
    switch error {
    case .refused, .tooLong: return false
    default:
      connection = nil
      return true
    }
  }

  /// The connection, or a new one if the daemon has closed it.
  private func current() throws(ClientError) -> DaemonConnection {
    if let connection, (try? connection.receive()) != nil {
      _ = connection.takeNotices()
      return connection
    }
    let renewed = try DaemonConnection(path: path)
    connection = renewed
    return renewed
  }
}
