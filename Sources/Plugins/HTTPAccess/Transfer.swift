import CCurl
import Synchronization

/// One transfer: collects the answer up to its limit, and ends once.
final class Transfer: Sendable {
  typealias Outcome = Result<[UInt8], HTTPError>

  private struct State {
    var bytes: [UInt8] = []
    /// The caller of `begin`; `nil` before that and after the end.
    var waiting: CheckedContinuation<Outcome, Never>?
    var outcome: Outcome?
  }

  let address: String
  let milliseconds: Int64
  private let state = Mutex(State())

  init(_ address: String, milliseconds: Int64) {
    self.address = address
    self.milliseconds = milliseconds
  }

  /// Whether the transfer has ended; libcurl may not know yet.
  var isOver: Bool { state.withLock { $0.outcome != nil } }

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

  /// Ends the transfer with libcurl's result and the status of the answer.
  func end(_ result: CURLcode, status: Int) {
    switch result {
    case CURLE_OK where (200..<300).contains(status): end(.success(state.withLock(\.bytes)))
    case CURLE_OK, CURLE_HTTP_RETURNED_ERROR:
      end(.failure(.badStatus(address: address, status: status)))
    case CURLE_OPERATION_TIMEDOUT:
      end(.failure(.timedOut(address: address, milliseconds: milliseconds)))
    case CURLE_WRITE_ERROR:  // `take` refused bytes.
      end(.failure(.tooLarge(address: address, bytesMax: CurlClient.answerBytesMax)))
    default: end(unreachable: String(cString: curl_easy_strerror(result)))
    }
  }

  /// Ends the transfer because the host cannot be reached.
  func end(unreachable reason: String) {
    end(.failure(.unreachable(address: address, reason: reason)))
  }

  /// Appends a part of the answer.
  /// - Returns: The number of accepted bytes: none over the limit.
  func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    state.withLock { state in
      guard state.bytes.count + bytes.count <= CurlClient.answerBytesMax else { return 0 }
      state.bytes += bytes
      return bytes.count
    }
  }
}
