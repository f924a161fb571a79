public import HTTPAccess
import Synchronization

/// A client without a network: answers what a test says, and keeps what it was asked.
public final class AnsweringClient: HTTPClient {
  /// What an address gets.
  public enum Answer: Sendable {
    /// A body.
    case body(String)
    /// An error.
    case error(HTTPError)
    /// Nothing, until whoever waits is cancelled.
    case never
  }

  private struct State {
    var answer: @Sendable (String) -> Answer
    var asked: [String] = []
    var cancelled: [String] = []
  }

  private let state: Mutex<State>

  /// - Parameter answer: Gets the address.
  public init(_ answer: @escaping @Sendable (String) -> Answer) {
    state = Mutex(State(answer: answer))
  }

  /// Every address that was asked for, in order.
  public var asked: [String] { state.withLock(\.asked) }
  /// The addresses whose answers were cancelled.
  public var cancelled: [String] { state.withLock(\.cancelled) }

  /// Answers otherwise from now on.
  public func answer(_ answer: @escaping @Sendable (String) -> Answer) {
    state.withLock { $0.answer = answer }
  }

  /// Answers, and keeps the address.
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
