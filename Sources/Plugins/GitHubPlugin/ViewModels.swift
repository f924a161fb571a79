import HTTPAccess

/// The view model as the view knows it: inputs to call, outputs to observe.
@MainActor
protocol RootViewModel {
  var inputs: any RootInputs { get }
  var outputs: any RootOutputs { get }
}

/// The events that the view reports to its view model. Nothing is returned.
@MainActor
protocol RootInputs {
  /// The screen has been opened.
  func opened()
  /// The user wants to try again.
  func retried()
  /// The screen has been closed and will not be opened again.
  func closed()
}

/// The state that the view observes and reads again when it changes.
@MainActor
protocol RootOutputs {
  /// Whether neither data nor a failure has arrived yet.
  var isLoading: Bool { get }
  /// A sentence with the address of the current user; `nil` until the data is there.
  var currentUserText: String? { get }
  /// All named addresses; empty until the data is there.
  var endpoints: [(name: String, address: String)] { get }
  /// What went wrong and what to do; `nil` if nothing went wrong.
  var failure: String? { get }
}

/// Turns inputs into fetches of the model, and the model into outputs. It knows no view.
@MainActor
final class FetchingRootViewModel: RootViewModel, RootInputs, RootOutputs {
  var inputs: any RootInputs { self }
  var outputs: any RootOutputs { self }

  private let source: any APIRootSource
  private let root = Fetch<APIRoot>()

  init(_ source: any APIRootSource) {
    self.source = source
  }

  func opened() { fetch() }
  func retried() { fetch() }
  func closed() { root.cancel() }

  var isLoading: Bool {
    if case .loading = root.state { true } else { false }
  }

  var currentUserText: String? {
    guard case .ready(let root) = root.state else { return nil }
    return "현재 유저의 URL은 \(root.currentUserURL)입니다."
  }

  var endpoints: [(name: String, address: String)] {
    guard case .ready(let root) = root.state else { return [] }
    return root.endpoints.map { (name: $0.name, address: $0.address) }
  }

  var failure: String? {
    guard case .failed(let error) = root.state else { return nil }
    return error.text
  }

  private func fetch() {
    root.start { [source] () async throws(HTTPError) in try await source.root() }
  }
}
