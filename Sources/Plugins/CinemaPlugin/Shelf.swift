/// Cells under a heading.
@MainActor
struct Shelf {
  let heading: String
  let cells: [Cell]
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
