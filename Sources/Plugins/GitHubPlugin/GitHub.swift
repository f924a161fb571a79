public import HTTPAccess
public import Screens

/// The root of GitHub's API, by a view model of inputs and outputs.
///
///     /github      GitHubRoot
///
/// Its routes stand in `Routes/github.yaml`, which also describes the other screens there.
public struct GitHub: Plugin {
  /// Where the API stands if nobody says otherwise.
  public static let usualBase = "https://api.github.com"

  /// The name of its route file.
  public let name = "github"
  private let api: GitHubAPI

  /// - Parameters:
  ///   - client: What fetches.
  ///   - base: Where the API stands.
  public init(client: any HTTPClient, base: String = Self.usualBase) {
    api = GitHubAPI(client: client, base: base)
  }

  /// Adds the screen.
  public func register(in registry: inout PluginRegistry) {
    registry.screen("GitHubRoot") { [api] _ in RootScreen(FetchingRootViewModel(api)) }
  }
}
