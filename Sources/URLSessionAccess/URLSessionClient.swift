import Foundation
public import HTTPAccess

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fetches by Foundation's URLSession: no cookies, no cache, redirections followed.
public final class URLSessionClient: HTTPClient {
  /// The most bytes of an answer that are read: 4 MiB.
  public static let answerBytesMax = 4_194_304
  /// How long a whole transfer may take if nobody says otherwise.
  public static let usualMilliseconds: Int64 = 10_000

  private let session: URLSession
  private let timeOutMilliseconds: Int64

  /// - Parameter timeOutMilliseconds: How long a transfer may take from asking to the last byte;
  ///   at least 1.
  public init(timeOutMilliseconds: Int64 = usualMilliseconds) {
    self.timeOutMilliseconds = max(1, timeOutMilliseconds)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    // GitHub answers nobody who does not say who asks.
    configuration.httpAdditionalHeaders = [
      "User-Agent": "signalbox", "Accept": "application/json, */*;q=0.1",
    ]
    session = URLSession(configuration: configuration)
  }

  deinit {
    session.invalidateAndCancel()
  }

  /// See `HTTPClient.get`.
  public func get(_ address: String) async throws(HTTPError) -> [UInt8] {
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host?.isEmpty == false
    else { throw .badAddress(address) }
    let transfer = Transfer(address)
    let task = session.dataTask(with: url)
    task.delegate = transfer
    // URLSession's own time-out begins anew with every byte, so that a trickle would never end.
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
}
