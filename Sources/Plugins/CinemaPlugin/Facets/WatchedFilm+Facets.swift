/// The facets of a film that is being watched.
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
