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
