/// The model: what the root of GitHub's API says, which is the addresses of everything else.
struct APIRoot: Hashable, Sendable {
  /// An address, which may be a template, and what it is of.
  struct Endpoint: Hashable, Sendable {
    let name: String
    let address: String
  }

  /// Where the current user stands.
  let currentUserURL: String
  /// All addresses, in the order of the answer.
  let endpoints: [Endpoint]
}
