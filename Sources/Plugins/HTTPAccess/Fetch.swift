public import Observation

/// A value that can be fetched repeatedly: part of a view model, observed with it.
@MainActor
@Observable
public final class Fetch<Value: Sendable> {
  /// The state of a fetch.
  public enum State {
    /// Not fetched yet, or being fetched.
    case loading
    /// The fetched value.
    case ready(Value)
    /// The fetch failed.
    case failed(HTTPError)
  }

  /// The current state; `loading` before `start`, too.
  public private(set) var state = State.loading
  @ObservationIgnored private var task: Task<Void, Never>?

  /// Creates a value that is not fetched yet.
  public init() {}

  /// Starts a fetch, and cancels the one that is still running.
  public func start(_ fetch: @escaping @Sendable () async throws(HTTPError) -> Value) {
    task?.cancel()
    if case .loading = state {} else { state = .loading }
    task = Task { [weak self] in
      let state: State
      do throws(HTTPError) {
        state = .ready(try await fetch())
      } catch {
        state = .failed(error)
      }
      // `cancel` and `start` run on this actor, too, so a cancellation is visible here.
      if !Task.isCancelled { self?.state = state }
    }
  }

  /// Cancels the running fetch; its result is ignored.
  public func cancel() {
    task?.cancel()
    task = nil
  }
}
