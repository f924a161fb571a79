public import Screens

/// Many views times many kinds of data: posters and thumbnails of films, films being watched,
/// bookmarked films, hobbies and TV dramas.
///
///     /cinema    Cinema: every kind in every view that makes sense
///
/// A view model is a function of a view and a model: a view asks for facets, a model has them, and
/// neither knows the other. So a view is one file (in `Views`) and a kind of data is two: what it
/// is (in `Models`) and what is shown of it (in `Facets`). Only the shelf names both, since it
/// lists the combinations; the compiler refuses one that lacks a facet.
///
/// Its routes and its other screens stand in `Routes/cinema.yaml`.
public struct Cinema: Plugin {
  /// The name of its route file.
  public let name = "cinema"

  /// Makes the plugin.
  public init() {}

  /// Adds the screen.
  public func register(in registry: inout PluginRegistry) {
    registry.screen("Cinema") { _ in CinemaScreen(shelves: Shelf.all) }
  }
}
