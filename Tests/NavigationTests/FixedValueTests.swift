import Links
import Navigation
import SignalboxTesting
import Testing

/// The fixed values that a route gives its screen.
struct FixedValueTests {
  static func gallery() throws -> AppDefinition {
    var app = PluginDraft("gallery")
    app.links("gallery://")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.route("/artist/:id", screen: "Artist") { $0.values = [("tab", "About"), ("year", "")] }
    app.route("/artist/:id/shows{/:year}?", screen: "Artist") {
      $0.values = [("tab", "Shows of :year\\: all")]
    }
    app.route("/*", screen: "Page") { $0.values = [("url", "/:0")] }
    app.screen("Artist") {
      $0.title = ":tab by :id"
      $0.taps = [("map", "/map/:tab/:id")]
    }
    return try AppDefinition(plugins: [app])
  }

  @Test func `a screen receives its route's fixed values`() throws {
    var app = AppWalk(try Self.gallery())
    app.open("gallery://artist/ada")
    #expect(app.stack == "Home > Artist(id=ada, tab=About, year=)")
    app.open("gallery://artist/ada/shows/1843")
    #expect(app.stack == "Home > Artist(id=ada, year=1843, tab=Shows of 1843: all)")
    app.open("gallery://artist/ada/shows")
    #expect(app.stack == "Home > Artist(id=ada, tab=Shows of : all)")
    app.open("gallery://the//rest%2Fof/it/")
    #expect(app.stack == "Home > Page(0=the//rest/of/it/, url=/the//rest/of/it/)")
    #expect(app.violations == [])
  }

  @Test func `titles and taps use fixed values, percent-encoded in links`() throws {
    var app = AppWalk(try Self.gallery())
    app.open("gallery://artist/ada/shows/1843")
    let entry = try #require(app.state.visibleEntry(in: app.definition))
    #expect(app.definition.title(of: entry) == "Shows of 1843: all by ada")
    #expect(try app.run("tap map") == "moved")
    #expect(app.stack.hasSuffix("url=/map/Shows of 1843: all/ada)"))
  }

  @Test func `built links leave fixed values out`() throws {
    let app = try Self.gallery()
    let index = try #require(app.routes.firstIndex { $0.pattern == "/artist/:id" })
    #expect(try app.table.build(route: index, values: [("id", "ada")]) == "/artist/ada")
  }
}
