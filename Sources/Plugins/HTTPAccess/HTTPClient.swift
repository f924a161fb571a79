/// Fetches over HTTP. Plugins know only this protocol, so that tests need no network.
public protocol HTTPClient: Sendable {
  /// Fetches an address by GET.
  ///
  /// Returns or throws in bounded time. If the waiting task is cancelled, the transfer ends and
  /// `HTTPError.cancelled` is thrown.
  /// - Parameter address: An `http` or `https` address.
  /// - Returns: The body, of bounded length, of an answer with a status of 200 to 299.
  func get(_ address: String) async throws(HTTPError) -> [UInt8]
}
