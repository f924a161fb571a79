/// A film that somebody has begun to watch.
struct WatchedFilm: Hashable, Sendable {
  let film: Film
  let minutesSeen: Int
  let minutes: Int

  static let sample = WatchedFilm(
    film: Film(id: 7, name: "Platform 9", year: 2021, ageMin: 6), minutesSeen: 45,
    minutes: 120)
}

extension WatchedFilm: Item, Portrayed, Pictured, Badged, Captioned {
  var key: String { "seen-\(film.id)" }
  var title: String { film.title }
  var link: String { film.link }
  var portrait: String { film.portrait }
  var landscape: String { film.landscape }
  var badge: String { "▶" }
  var caption: String { "\(minutesSeen) of \(minutes) min" }
  var progress: Double? { Double(minutesSeen) / Double(minutes) }
}
