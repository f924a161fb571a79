public import Observation

/// A value that is fetched, and may be fetched again: part of a view model, observed with it.
@MainActor
@Observable
public final class Fetch<Value: Sendable> {
  /// How far it is.
  public enum State {
    /// Asked for; not there yet.
    case loading
    /// There.
    case ready(Value)
    /// Not to be had.
    case failed(HTTPError)
  }

  /// How far it is; before `start` too it is loading.
  public private(set) var state = State.loading
  @ObservationIgnored private var task: Task<Void, Never>?

  /// Asks for nothing yet.
  public init() {}

  /// Fetches. If the last fetch is still under way it is cancelled, and its end changes nothing.
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
      // Cancelled on this actor: whoever cancelled has been here before.
      if !Task.isCancelled { self?.state = state }
    }
  }

  /// Ends the fetch that is under way; nothing changes any more.
  public func cancel() {
    task?.cancel()
    task = nil
  }
}

extension HTTPError {
  /// Message and advice, for a screen.
  public var text: String { message + "." + (advice.map { " " + $0 } ?? "") }
}
