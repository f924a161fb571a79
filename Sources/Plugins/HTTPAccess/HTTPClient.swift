/// Fetches over HTTP. Plugins know this alone, so that tests need no network.
public protocol HTTPClient: Sendable {
  /// What stands at an address, asked for by GET.
  ///
  /// It ends in bounded time: with an answer, or with an error. If the task that waits is
  /// cancelled, the transfer ends and `HTTPError.cancelled` is thrown.
  /// - Parameter address: `http` or `https`.
  /// - Returns: The body of an answer with a status of 200 to 299, of bounded length.
  func get(_ address: String) async throws(HTTPError) -> [UInt8]
}
