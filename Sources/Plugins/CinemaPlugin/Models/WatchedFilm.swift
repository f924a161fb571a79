/// A film that the user has begun to watch.
struct WatchedFilm: Hashable, Sendable {
  let film: Film
  let minutesSeen: Int
  let minutes: Int

  static let sample = WatchedFilm(
    film: Film(id: 7, name: "Platform 9", year: 2021, ageMin: 6), minutesSeen: 45,
    minutes: 120)
}
