import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One transfer: collects the answer up to its limit, and ends once.
final class Transfer: NSObject, URLSessionDataDelegate {
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
