/// The facets of a drama.
extension Drama: Item, Portrayed, Pictured, Badged, Captioned {
  var key: String { "drama-\(id)" }
  var title: String { name }
  var link: String { "/dramas/\(id)" }
  var portrait: String { "posters/drama-\(id).png" }
  var landscape: String { "stills/drama-\(id).png" }
  var badge: String { "S\(season)" }
  var caption: String { "S\(season), \(episodesSeen) of \(episodes)" }
  var progress: Double? { Double(episodesSeen) / Double(episodes) }
}
