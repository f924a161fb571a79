public import JSONCodec

extension HTTPClient {
  /// What stands at an address, read as strict JSON; the type that the answer declares is not
  /// looked at (that of iTunes is `text/javascript`).
  public func json(at address: String) async throws(HTTPError) -> JSON {
    let bytes = try await get(address)
    do throws(JSONError) {
      return try JSON(parsing: bytes, bytesMax: max(jsonBytesMax, bytes.count))
    } catch {
      throw .unreadable(address: address, reason: error.message)
    }
  }
}
