/// The facets of a film.
extension Film: Item, Portrayed, Pictured, Badged, Captioned {
  var key: String { "film-\(id)" }
  var title: String { name }
  var link: String { "/movies/\(id)" }
  var portrait: String { "posters/\(id).png" }
  var landscape: String { "stills/\(id).png" }
  var badge: String { "\(ageMin)+" }
  var caption: String { "\(year)" }
}
