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
