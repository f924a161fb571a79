import Foundation
import Synchronization

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

/// One transfer: collects the answer up to its limit, and ends once.
private final class Transfer: NSObject, URLSessionDataDelegate {
  typealias Outcome = Result<[UInt8], HTTPError>

  private struct State {
    var bytes: [UInt8] = []
    /// The caller of `begin`; `nil` before that and after the end.
    var waiting: CheckedContinuation<Outcome, Never>?
    var outcome: Outcome?
  }

  private let address: String
  private let state = Mutex(State())

  init(_ address: String) {
    self.address = address
  }

  /// Resumes the continuation when the transfer ends, at once if it has ended.
  func begin(_ continuation: CheckedContinuation<Outcome, Never>) {
    let outcome = state.withLock { state in
      if state.outcome == nil { state.waiting = continuation }
      return state.outcome
    }
    if let outcome { continuation.resume(returning: outcome) }
  }

  /// Ends the transfer; later calls have no effect.
  func end(_ outcome: Outcome) {
    let waiting = state.withLock { state in
      guard state.outcome == nil else { return nil as CheckedContinuation<Outcome, Never>? }
      state.outcome = outcome
      state.bytes = []
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: outcome)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    guard let status = (response as? HTTPURLResponse)?.statusCode, (200..<300).contains(status)
    else {
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      end(.failure(.badStatus(address: address, status: status)))
      return completionHandler(.cancel)
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = state.withLock { state in
      guard state.outcome == nil else { return false }
      guard state.bytes.count + data.count <= URLSessionClient.answerBytesMax else { return true }
      state.bytes += data
      return false
    }
    guard isTooLarge else { return }
    let error = HTTPError.tooLarge(address: address, bytesMax: URLSessionClient.answerBytesMax)
    end(.failure(error))
    dataTask.cancel()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let error else { return end(.success(state.withLock(\.bytes))) }
    end(.failure(.unreachable(address: address, reason: error.localizedDescription)))
  }
}
