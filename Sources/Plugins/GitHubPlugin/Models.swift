import HTTPAccess
import JSONCodec

/// The model: the root of GitHub's API, which lists the addresses of everything else.
struct APIRoot: Hashable, Sendable {
  /// A named address, which may be a template.
  struct Endpoint: Hashable, Sendable {
    let name: String
    let address: String
  }

  /// The address of the current user.
  let currentUserURL: String
  /// All addresses, in the order of the answer.
  let endpoints: [Endpoint]
}

extension APIRoot {
  /// Reads an answer; members that are not strings are ignored.
  /// - Parameter address: The address that errors name.
  init(_ answer: JSON, from address: String) throws(HTTPError) {
    guard let members = answer.objectValue else {
      throw .unreadable(address: address, reason: "it is not an object")
    }
    guard let user = answer["current_user_url"]?.stringValue else {
      throw .unreadable(address: address, reason: "'current_user_url' is not a string")
    }
    currentUserURL = user
    endpoints = members.compactMap { member in
      member.value.stringValue.map { Endpoint(name: member.key, address: $0) }
    }
  }
}

/// The source of the model; the view model knows only this protocol.
protocol APIRootSource: Sendable {
  func root() async throws(HTTPError) -> APIRoot
}

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
