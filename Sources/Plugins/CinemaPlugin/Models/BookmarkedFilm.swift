/// A film that the user has bookmarked.
struct BookmarkedFilm: Hashable, Sendable {
  let film: Film
  /// The day it was bookmarked, for example `2026-11-02`.
  let day: String

  static let sample = BookmarkedFilm(
    film: Film(id: 8, name: "밤의 신호등", year: 2025, ageMin: 15), day: "2026-11-02")
}
