import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fetches with Foundation's URLSession: no cookies, no cache, redirects are followed.
public struct URLSessionClient: HTTPClient {
  /// The longest accepted answer: 4 MiB.
  public static let answerBytesMax = 4_194_304
  /// The default time limit of a whole transfer.
  public static let usualMilliseconds: Int64 = 10_000

  private let timeOutMilliseconds: Int64

  /// - Parameter timeOutMilliseconds: The time limit of a transfer, from the request to the last
  ///   byte; at least 1.
  public init(timeOutMilliseconds: Int64 = usualMilliseconds) {
    self.timeOutMilliseconds = max(1, timeOutMilliseconds)
  }

  /// See `HTTPClient.get`.
  public func get(_ address: String) async throws(HTTPError) -> [UInt8] {
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host?.isEmpty == false
    else { throw .badAddress(address) }
    let transfer = Transfer(address)
    // One session per transfer: on Linux, the delegate of a single task is not called.
    let session = URLSession(
      configuration: Self.configuration, delegate: transfer, delegateQueue: nil)
    let task = session.dataTask(with: url)
    session.finishTasksAndInvalidate()
    // URLSession's own time-out restarts with every byte, so that a slow answer might never end.
    let deadline = Task { [timeOutMilliseconds] in
      guard (try? await Task.sleep(for: .milliseconds(timeOutMilliseconds))) != nil else { return }
      transfer.end(.failure(.timedOut(address: address, milliseconds: timeOutMilliseconds)))
      task.cancel()
    }
    defer { deadline.cancel() }
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        transfer.begin(continuation)
        task.resume()
      }
    } onCancel: {
      transfer.end(.failure(.cancelled(address: address)))
      task.cancel()
    }.get()
  }

  private static var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    // GitHub rejects requests without a user agent.
    configuration.httpAdditionalHeaders = [
      "User-Agent": "signalbox", "Accept": "application/json, */*;q=0.1",
    ]
    return configuration
  }
}
