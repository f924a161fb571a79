public import HTTPAccess
public import Screens

/// The root of GitHub's API, shown by a view model with inputs and outputs.
///
///     /github      GitHubRoot
///
/// Its routes are in `Routes/github.yaml`, which also describes its other screens.
public struct GitHub: Plugin {
  /// The default base address of the API.
  public static let usualBase = "https://api.github.com"

  /// The name of its route file.
  public let name = "github"
  private let api: GitHubAPI

  /// - Parameters:
  ///   - client: Performs the requests.
  ///   - base: The base address of the API.
  public init(client: any HTTPClient, base: String = Self.usualBase) {
    api = GitHubAPI(client: client, base: base)
  }

  /// Registers the screen.
  public func register(in registry: inout PluginRegistry) {
    registry.screen("GitHubRoot") { [api] _ in RootScreen(FetchingRootViewModel(api)) }
  }
}
