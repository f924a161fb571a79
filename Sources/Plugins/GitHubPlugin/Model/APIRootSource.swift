import HTTPAccess

/// The source of the model; the view model knows only this protocol.
protocol APIRootSource: Sendable {
  func root() async throws(HTTPError) -> APIRoot
}
