public import Screens

/// Many views times many kinds of data: posters and thumbnails of films, films being watched,
/// bookmarked films, hobbies and TV dramas.
///
///     /cinema    Cinema: every kind in every view that can show it
///
/// A view model combines a view and a model: a view requires facets, a model provides them, and
/// neither knows the other. So a new view, with its view model, names no kind of data, and a new
/// kind, with its facets, names no view. Only the shelf names both, since it lists the
/// combinations; the compiler rejects one that lacks a facet.
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

extension Shelf {
  /// Every kind of data in every view whose facets it has.
  static var all: [Shelf] {
    [
      Shelf(
        heading: "Posters",
        cells: [
          .poster(Film.sample), .poster(WatchedFilm.sample), .poster(BookmarkedFilm.sample),
          .poster(Drama.sample),
        ]),
      Shelf(
        heading: "Thumbnails",
        cells: [
          .thumbnail(Film.sample), .thumbnail(WatchedFilm.sample),
          .thumbnail(BookmarkedFilm.sample), .thumbnail(Hobby.sample), .thumbnail(Drama.sample),
        ]),
    ]
  }

  /// The combinations that do not compile: a heading, the kind, and the facet it lacks.
  static let missing = [
    (heading: "Not shown: a hobby as a poster", kind: "Hobby", why: "no portrait")
  ]
}
