import Commands
import PluginTestSupport
import Screens
import Testing

@testable import CinemaPlugin

@MainActor
struct CinemaTests {
  static let posters = [
    Row("Night Train", image: "posters/42.png", badge: "12+", tap: "poster-film-42"),
    Row("Platform 9", image: "posters/7.png", badge: "▶", tap: "poster-seen-7"),
    Row("밤의 신호등", image: "posters/8.png", badge: "★", tap: "poster-saved-8"),
    Row("Branch Line", image: "posters/drama-3.png", badge: "S2", tap: "poster-drama-3"),
  ]

  static let thumbnails = [
    Row("Night Train", subtitle: "2024", image: "stills/42.png", tap: "thumb-film-42"),
    Row(
      "Platform 9", subtitle: "45 of 120 min", image: "stills/7.png", progress: 0.375,
      tap: "thumb-seen-7"),
    Row(
      "밤의 신호등", subtitle: "★ 2026-11-02", image: "stills/8.png",
      tap: "thumb-saved-8"),
    Row(
      "Pottery", subtitle: "2 of 8 lessons", image: "stills/pottery.png", progress: 0.25,
      tap: "thumb-pottery"),
    Row(
      "Branch Line", subtitle: "S2, 6 of 8", image: "stills/drama-3.png",
      progress: 0.75, tap: "thumb-drama-3"),
  ]

  @Test func `every kind appears in every view that it has the facets for`() throws {
    let app = try BundledApp([Cinema()])
    try app.run("open /cinema")
    let sections = try #require(app.content?.sections)
    #expect(sections.map(\.heading) == ["Posters", "Thumbnails", "Not shown: a hobby as a poster"])
    #expect(sections[0].rows == Self.posters)
    #expect(sections[1].rows == Self.thumbnails)
    #expect(sections[2].rows == [Row("Hobby", subtitle: "no portrait")])
    // Two views times five kinds: the one combination not shown is listed too.
    #expect(sections.map(\.rows.count).reduce(0, +) == 2 * 5)
  }

  /// The compiler rejects the combination not shown, because a facet is missing. All others have
  /// their facets.
  @Test func `a combination without its facets cannot be constructed`() {
    let items: [any Item] = [
      Film.sample, WatchedFilm.sample, BookmarkedFilm.sample, Hobby.sample, Drama.sample,
    ]
    let posters = items.filter { $0 is any Item & Portrayed & Badged }
    #expect(posters.map(\.key) == ["film-42", "seen-7", "saved-8", "drama-3"])
    #expect(items.allSatisfy { $0 is any Item & Pictured & Captioned })
  }

  nonisolated static let details = [
    ("poster-film-42", "MovieDetail", "Film 42"), ("poster-seen-7", "MovieDetail", "Film 7"),
    ("poster-saved-8", "MovieDetail", "Film 8"),
    ("poster-drama-3", "DramaDetail", "TV drama 3"),
    ("thumb-film-42", "MovieDetail", "Film 42"),
    ("thumb-seen-7", "MovieDetail", "Film 7"),
    ("thumb-saved-8", "MovieDetail", "Film 8"),
    ("thumb-pottery", "HobbyDetail", "Hobby pottery"),
    ("thumb-drama-3", "DramaDetail", "TV drama 3"),
  ]

  @Test(arguments: details)
  func `selecting an item marks only that item and opens its detail`(
    tap: String, screen: String, title: String
  ) throws {
    let app = try BundledApp([Cinema()])
    try app.run("tap cinema")
    try app.run("tap thumb-pottery")
    try app.run("back")
    try app.run("tap \(tap)")
    #expect(app.screen == screen)
    #expect(app.content?.title == title)
    try app.run("back")
    #expect(app.content?.rows.filter(\.isSelected).map(\.tap) == [tap])
  }

  @Test func `the plugin's script passes`() throws {
    let report = try BundledApp.replayed(["cinema.nav"], with: [Cinema()])
    #expect(report.failures == 0, "\(report.text)")
    #expect(report.counts.expectations > 10)
  }

  /// A view draws any data that conforms to its protocol.
  @Test func `views depend only on protocols`() {
    final class Picture: PictureViewData {
      let image = "none"
      var isSelected = true
    }
    final class Data: PosterViewData {
      let picture: any PictureViewData = Picture()
      let title = "Anything"
      let badge = "?"
    }
    let row = PosterView(data: Data()).row
    #expect(row == Row("Anything", image: "none", badge: "?", isSelected: true))
  }
}
