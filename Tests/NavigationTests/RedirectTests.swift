import Diagnostics
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

  /// The target of a redirect, a link to it, and what opens.
  @Test(arguments: [
    ("/films/:id?from=mail&*", "/mail/3?a=1&from=x&b=%20", "/films/3?from=mail&a=1&b=%20"),
    ("/films/:id?from=mail&*", "/mail/3", "/films/3?from=mail"),
    ("/films/:id?from=mail&*", "/mail/3?from=x", "/films/3?from=mail"),
    ("/films/:id?*", "/mail/3?a=1&a=2", "/films/3?a=1&a=2"),
    ("/films/:id?*", "/mail/3", "/films/3"),
    ("/films/:id?from=:id&*", "/mail/&*?a=*", "/films/&*?from=%26*&a=*"),
    ("/films/:id?&*", "/mail/3?a=1", "/films/3?a=1"),
    // A fragment follows the query, unless a base has its routes there.
    ("/films/:id#top", "/mail/3?a=1", "/films/3?a=1#top"),
    ("/films/:id#top?b=2", "/mail/3?a=1", "/films/3?a=1#top?b=2"),
    ("/films/:id?b=2#top", "/mail/3?a=1", "/films/3?b=2#top"),
    ("https://a.example/films/3#/top", "/mail/3?a=1", "https://a.example/films/3?a=1#/top"),
    ("https://a.example/app#/films/3", "/mail/3?a=1", "https://a.example/app#/films/3?a=1"),
    (
      "https://a.example/app/#/films/:id?b=2&*", "/mail/3?b=1&a=1",
      "https://a.example/app/#/films/3?b=2&a=1"
    ),
  ])
  func `a redirect keeps the items that its target does not set`(
    target: String, link: String, opened: String
  ) throws {
    var app = CinemaApp.draft
    app.links("https://a.example")
    app.links("https://a.example/app/#/")
    app.redirect("/mail/:id", to: target)
    let definition = try AppDefinition(plugins: [app])
    let resolved = try definition.resolve(link).hops.last?.link
    #expect(resolved == opened)
  }

  /// The target of a redirect or `else`, and whether a link that brings `token` can open it.
  static let targets = [
    ("/magic", true), ("/magic?*", true), ("/magic?from=mail&*", true), ("/magic#top", true),
    ("https://a.example/magic", true), ("https://a.example/app/#/magic", true),
    ("/magic?from=mail", false), ("/magic?token=a&*", false), ("/nowhere?from=mail&*", false),
    ("https://a.example/app/#/nowhere", false),
  ]

  @Test(arguments: targets)
  func `a target that needs an item of the link is accepted`(target: String, opens: Bool) throws {
    for code in [DiagnosticCode.redirectNothing, .routeGuests, .routeSource] {
      var app = CinemaApp.draft
      app.links("https://a.example")
      app.links("https://a.example/app/#/")
      app.source("own", .signed(items: nil))
      app.route("/magic", screen: "Magic") { $0.query = [("token", .int, false)] }
      if code == .redirectNothing {
        app.redirect("/mail", to: target)
      } else {
        app.route("/mail", screen: "Mail") {
          if code == .routeGuests { $0.guests = "login" } else { $0.sources = ["own"] }
          $0.otherwise = Located(target, at: nil)
        }
      }
      var codes: [DiagnosticCode] = []
      do throws(DiagnosticList) {
        _ = try AppDefinition(plugins: [app])
      } catch {
        codes = error.diagnostics.map(\.code)
      }
      #expect(codes == (opens ? [] : [code]), "\(target)")
    }
  }

  // A value may contain what separates items.
  @Test func `a value adds no item to the query of a target`() throws {
    var app = CinemaApp.draft
    app.redirect("/mail/:id", to: "/films/1?from=:id")
    let found = try AppDefinition(plugins: [app]).resolve("/mail/a%26admin=1+2")
    #expect(found.query == [QueryItem(name: "from", value: "a&admin=1+2")])
  }
}
