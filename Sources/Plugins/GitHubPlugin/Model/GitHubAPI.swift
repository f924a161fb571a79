import HTTPAccess

/// GitHub's API over HTTP.
struct GitHubAPI: APIRootSource {
  let client: any HTTPClient
  /// The base address, for example `https://api.github.com`.
  let base: String

  func root() async throws(HTTPError) -> APIRoot {
    let address = httpAddress(base: base, path: "/")
    return try APIRoot(try await client.json(at: address), from: address)
  }
}
