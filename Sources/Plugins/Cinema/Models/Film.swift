/// A film.
struct Film: Hashable, Sendable {
  let id: Int
  let name: String
  let year: Int
  /// In years.
  let ageMin: Int

  static let sample = Film(id: 42, name: "Night Train", year: 2024, ageMin: 12)
}

extension Film: Item, Portrayed, Pictured, Badged, Captioned {
  var key: String { "film-\(id)" }
  var title: String { name }
  var link: String { "/movies/\(id)" }
  var portrait: String { "posters/\(id).png" }
  var landscape: String { "stills/\(id).png" }
  var badge: String { "\(ageMin)+" }
  var caption: String { "\(year)" }
}
