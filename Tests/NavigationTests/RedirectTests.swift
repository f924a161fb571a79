import Links
import Navigation
import Testing

struct RedirectTests {
  /// Two plugins with the same paths under different bases.
  private func twoBases() throws -> AppDefinition {
    var cinema = PluginDraft("cinema")
    cinema.links("cinema://")
    cinema.stack("home", start: "cinema://start")
    cinema.route("/start", screen: "Start")
    cinema.route("/new/:id", screen: "Film") { $0.coordinator = "home" }
    cinema.redirect("/old/:id", to: "/new/:id")
    var music = PluginDraft("music")
    music.links("music://")
    music.route("/new/:id", screen: "Song") { $0.coordinator = "home" }
    music.redirect("/old/:id", to: "/new/:id")
    return try AppDefinition(plugins: [cinema, music])
  }

  @Test(arguments: [
    ("cinema://old/1", "home: Start > Film(id=1)"), ("music://old/1", "home: Start > Song(id=1)"),
  ])
  func `a redirect stays under the base of its link`(link: String, stack: String) throws {
    var walk = Walk(try twoBases())
    walk.apply(.open(link, from: .outside))
    #expect(walk.outcome == "moved")
    #expect(walk.stack == stack)
  }

  @Test func `a path that routes under two bases match is refused`() throws {
    var walk = Walk(try twoBases())
    walk.apply(.open("/new/1", from: .outside))
    #expect(walk.outcome == "refused(ambiguous)")
  }

  @Test func `a redirect keeps the query unless it has its own`() throws {
    var app = CinemaApp.draft
    app.redirect("/mail/:id", to: "/films/:id?from=mail")
    let definition = try AppDefinition(plugins: [app])
    let kept = try definition.resolve("/old/3?a=1&a=2")
    #expect(kept.hops.map(\.link) == ["/film/3?a=1&a=2", "/films/3?a=1&a=2"])
    #expect(kept.query.map(\.value) == ["1", "2"])
    let own = try definition.resolve("/mail/3?a=1")
    #expect(own.query.map(\.name) == ["from"])
  }
}
