import HTTPAccess

/// Where tracks come from: the search API of iTunes.
struct ITunesCatalog: Sendable {
  let client: any HTTPClient
  /// Such as `https://itunes.apple.com`.
  let base: String

  /// One page of the songs that a term finds.
  func search(_ term: String, _ page: SearchPage) async throws(HTTPError) -> [Track] {
    try await tracks(
      "/search",
      [
        ("term", term), ("media", "music"), ("entity", "song"), ("offset", "\(page.offset)"),
        ("limit", "\(page.limit)"),
      ])
  }

  /// The track of that number; `nil` if there is none.
  func track(_ id: UInt64) async throws(HTTPError) -> Track? {
    try await tracks("/lookup", [("id", "\(id)"), ("entity", "song")]).first { $0.id == id }
  }

  private func tracks(
    _ path: String, _ query: [(name: String, value: String)]
  ) async throws(HTTPError) -> [Track] {
    let address = httpAddress(base: base, path: path, query: query)
    return try Track.all(in: try await client.json(at: address), from: address)
  }
}
