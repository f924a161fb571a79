import HTTPAccess

/// The source of tracks: the search API of iTunes.
struct ITunesCatalog: Sendable {
  let client: any HTTPClient
  /// The base address, for example `https://itunes.apple.com`.
  let base: String

  /// Returns one page of the songs found for a term.
  func search(_ term: String, _ page: SearchPage) async throws(HTTPError) -> [Track] {
    try await tracks(
      "/search",
      [
        ("term", term), ("media", "music"), ("entity", "song"), ("offset", "\(page.offset)"),
        ("limit", "\(page.limit)"),
      ])
  }

  /// Returns the track of this number; `nil` if there is none.
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
