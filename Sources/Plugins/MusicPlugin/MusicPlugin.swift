public import HTTPAccess
public import Screens

/// Songs found by the search API of iTunes: a list in pages, and a screen for each track.
///
///     /music/search/:term?offset=20&limit=20      MusicSearch
///     /music/track/:id                            Track
///
/// Its routes are in `Routes/music.yaml`.
public struct Music: Plugin {
  /// The default base address of the API.
  public static let usualBase = "https://itunes.apple.com"

  /// The name of its route file.
  public let name = "music"
  private let catalog: ITunesCatalog

  /// - Parameters:
  ///   - client: Performs the requests.
  ///   - base: The base address of the API.
  public init(client: any HTTPClient, base: String = Self.usualBase) {
    catalog = ITunesCatalog(client: client, base: base)
  }

  /// Registers both screens.
  public func register(in registry: inout PluginRegistry) {
    registry.screen("MusicSearch") { [catalog] request in
      let page = SearchPage(offset: request["offset"], limit: request["limit"])
      return SearchScreen(SearchViewModel(request["term"] ?? "", page, in: catalog))
    }
    registry.screen("Track") { [catalog] request in
      TrackScreen(TrackViewModel(request["id"].flatMap { UInt64($0) } ?? 0, in: catalog))
    }
  }
}
