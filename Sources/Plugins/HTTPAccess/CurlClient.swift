import CCurl

/// Fetches with libcurl: no cookies, no cache, redirects are followed. One thread runs all of a
/// process's transfers.
public struct CurlClient: HTTPClient {
  /// The longest accepted answer: 4 MiB.
  public static let answerBytesMax = 4_194_304
  /// The default time limit of a whole transfer.
  public static let usualMilliseconds: Int64 = 10_000
  /// The maximum number of transfers in progress in a process.
  public static let transfersMax = 256

  private let timeOutMilliseconds: Int64

  /// - Parameter timeOutMilliseconds: The time limit of a transfer, from the request to the last
  ///   byte; at least 1.
  public init(timeOutMilliseconds: Int64 = usualMilliseconds) {
    self.timeOutMilliseconds = min(max(1, timeOutMilliseconds), Int64(Int32.max))
  }

  /// See `HTTPClient.get`.
  public func get(_ address: String) async throws(HTTPError) -> [UInt8] {
    guard !address.utf8.contains(0), ccurl_is_address(address) else { throw .badAddress(address) }
    guard let loop = TransferLoop.shared else {
      throw .unreachable(address: address, reason: "libcurl cannot be started")
    }
    let transfer = Transfer(address, milliseconds: timeOutMilliseconds)
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        transfer.begin(continuation)
        loop.add(transfer)
      }
    } onCancel: {
      transfer.end(.failure(.cancelled(address: address)))
      loop.wake()
    }.get()
  }
}
