/// What the view binds to: observed, and read again when it has changed.
@MainActor
protocol RootOutputs {
  /// Whether nothing has come of it yet.
  var isLoading: Bool { get }
  /// Where the current user stands, in a sentence; `nil` until the data is there.
  var currentUserText: String? { get }
  /// All addresses, each with what it is of; none until the data is there.
  var endpoints: [(name: String, address: String)] { get }
  /// What went wrong and what to do; `nil` if nothing did.
  var failure: String? { get }
}
