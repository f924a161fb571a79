/// A drama on television, in seasons of episodes.
struct Drama: Hashable, Sendable {
  let id: Int
  let name: String
  let season: Int
  let episodesSeen: Int
  let episodes: Int

  static let sample = Drama(id: 3, name: "Branch Line", season: 2, episodesSeen: 6, episodes: 8)
}

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
