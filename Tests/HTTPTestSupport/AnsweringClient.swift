public import HTTPAccess
import Synchronization

/// An HTTP client without a network, which returns a test's answers and records the requests.
public final class AnsweringClient: HTTPClient {
  /// The answer to a request.
  public enum Answer: Sendable {
    /// A body.
    case body(String)
    /// An error.
    case error(HTTPError)
    /// No answer until the request is cancelled.
    case never
  }

  private struct State {
    var answer: @Sendable (String) -> Answer
    var asked: [String] = []
    var cancelled: [String] = []
  }

  private let state: Mutex<State>

  /// - Parameter answer: Returns the answer for an address.
  public init(_ answer: @escaping @Sendable (String) -> Answer) {
    state = Mutex(State(answer: answer))
  }

  /// The requested addresses, in order.
  public var asked: [String] { state.withLock(\.asked) }
  /// The addresses whose requests were cancelled.
  public var cancelled: [String] { state.withLock(\.cancelled) }

  /// Replaces the answers to later requests.
  public func answer(_ answer: @escaping @Sendable (String) -> Answer) {
    state.withLock { $0.answer = answer }
  }

  /// Records the address and returns its answer.
  public func get(_ address: String) async throws(HTTPError) -> [UInt8] {
    let answer = state.withLock { state in
      state.asked.append(address)
      return state.answer(address)
    }
    switch answer {
    case .body(let text): return Array(text.utf8)
    case .error(let error): throw error
    case .never:
      while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
      state.withLock { $0.cancelled.append(address) }
      throw .cancelled(address: address)
    }
  }
}
