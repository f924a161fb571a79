public import Screens

/// Many views times many kinds of data: posters and thumbnails of films, films being watched,
/// bookmarked films, hobbies and TV dramas.
///
///     /cinema    Cinema: every kind in every view that can show it
///
/// A view model combines a view and a model: a view requires facets, a model provides them, and
/// neither knows the other. So a view is one file (in `Views`), and a kind of data is two: the
/// model itself (in `Models`) and the facets it provides (in `Facets`). Only the shelf names both,
/// since it lists the combinations; the compiler rejects one that lacks a facet.
///
/// Its routes and its other screens are in `Routes/cinema.yaml`.
public struct Cinema: Plugin {
  /// The name of its route file.
  public let name = "cinema"

  /// Creates the plugin.
  public init() {}

  /// Registers the screen.
  public func register(in registry: inout PluginRegistry) {
    registry.screen("Cinema") { _ in CinemaScreen(shelves: Shelf.all) }
  }
}
