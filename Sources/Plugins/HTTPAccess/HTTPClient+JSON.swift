public import JSONCodec

extension HTTPClient {
  /// Fetches strict JSON by GET. The content type of the answer is ignored, since that of iTunes is
  /// `text/javascript`.
  public func json(at address: String) async throws(HTTPError) -> JSON {
    let bytes = try await get(address)
    do throws(JSONError) {
      return try JSON(parsing: bytes, bytesMax: max(jsonBytesMax, bytes.count))
    } catch {
      throw .unreadable(address: address, reason: error.message)
    }
  }
}
