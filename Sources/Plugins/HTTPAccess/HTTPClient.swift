internal import Diagnostics
public import JSONCodec

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

extension HTTPClient {
  /// Fetches strict JSON by GET. The content type of the answer is ignored, since that of iTunes is
  /// `text/javascript`.
  public func json(at address: String) async throws(HTTPError) -> JSON {
    let bytes = try await get(address)
    do {
      return try JSON(parsing: bytes, bytesMax: max(jsonBytesMax, bytes.count))
    } catch {
      throw .unreadable(address: address, reason: error.message)
    }
  }
}

/// Builds an address from a configured base, a path and query items.
///
/// - Parameters:
///   - base: For example `https://api.example` or `http://127.0.0.1:8080/v1/`; a trailing `/` is
///     ignored.
///   - path: Begins with `/`; used as it is.
///   - query: Names and values; all bytes but RFC 3986's unreserved ones are percent-encoded.
public func httpAddress(
  base: String, path: String, query: [(name: String, value: String)] = []
) -> String {
  var address = Array(base.utf8)
  while address.last == UInt8(ascii: "/") { address.removeLast() }
  address += Array(path.utf8)
  for (index, item) in query.enumerated() {
    address.append(UInt8(ascii: index == 0 ? "?" : "&"))
    address += encoded(item.name) + [UInt8(ascii: "=")] + encoded(item.value)
  }
  return String(decoding: address, as: UTF8.self)
}

/// Percent-encodes all bytes but the unreserved ones.
private func encoded(_ text: String) -> [UInt8] {
  text.utf8.flatMap { $0.isUnreserved ? [$0] : $0.percentEncoded() }
}
