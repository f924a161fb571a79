/// The facets of a bookmarked film.
extension BookmarkedFilm: Item, Portrayed, Pictured, Badged, Captioned {
  var key: String { "saved-\(film.id)" }
  var title: String { film.title }
  var link: String { film.link }
  var portrait: String { film.portrait }
  var landscape: String { film.landscape }
  var badge: String { "★" }
  var caption: String { "★ \(day)" }
}
