/// A film that somebody has put aside for later.
struct BookmarkedFilm: Hashable, Sendable {
  let film: Film
  /// The day on which it was put aside, as in `2026-11-02`.
  let day: String

  static let sample = BookmarkedFilm(
    film: Film(id: 8, name: "밤의 신호등", year: 2025, ageMin: 15), day: "2026-11-02")
}

extension BookmarkedFilm: Item, Portrayed, Pictured, Badged, Captioned {
  var key: String { "saved-\(film.id)" }
  var title: String { film.title }
  var link: String { film.link }
  var portrait: String { film.portrait }
  var landscape: String { film.landscape }
  var badge: String { "★" }
  var caption: String { "★ \(day)" }
}
