import HTTPAccess

/// Where the view model has its model from; it knows this alone.
protocol APIRootSource: Sendable {
  func root() async throws(HTTPError) -> APIRoot
}
