// The kinds of data, and the facets that views can show of them. A kind is described by a struct;
// an extension adds its facets, so that the model is independent of views.

/// What every kind of data provides. The facets (`Portrayed`, `Pictured`, `Badged`, `Captioned`)
/// are provided by some kinds only; no facet knows a view.
protocol Item: Sendable {
  /// Its name, unique among all items.
  var key: String { get }
  var title: String { get }
  /// The link of its detail screen.
  var link: String { get }
}

/// Has a portrait picture, such as a poster.
protocol Portrayed {
  /// The picture's address.
  var portrait: String { get }
}

/// Has a landscape picture, such as a still.
protocol Pictured {
  /// The picture's address.
  var landscape: String { get }
}

/// Has a badge small enough for a corner.
protocol Badged {
  var badge: String { get }
}

/// Has a caption and, where it applies, a progress.
protocol Captioned {
  var caption: String { get }
  /// From 0 to 1; `nil` if the item has no progress.
  var progress: Double? { get }
}

extension Captioned {
  var progress: Double? { nil }
}

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

/// A film that the user has begun to watch.
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

/// A film that the user has bookmarked.
struct BookmarkedFilm: Hashable, Sendable {
  let film: Film
  /// The day it was bookmarked, for example `2026-11-02`.
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

/// A hobby that is learned in lessons.
struct Hobby: Hashable, Sendable {
  let name: String
  /// Its name in links.
  let slug: String
  let lessonsSeen: Int
  let lessons: Int

  static let sample = Hobby(name: "Pottery", slug: "pottery", lessonsSeen: 2, lessons: 8)
}

/// A hobby has no portrait, so a view that requires one does not compile with it.
extension Hobby: Item, Pictured, Badged, Captioned {
  var key: String { slug }
  var title: String { name }
  var link: String { "/hobbies/\(slug)" }
  var landscape: String { "stills/\(slug).png" }
  var badge: String { "✎" }
  var caption: String { "\(lessonsSeen) of \(lessons) lessons" }
  var progress: Double? { Double(lessonsSeen) / Double(lessons) }
}

/// A TV drama, in seasons of episodes.
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
