import Diagnostics
import Links
import Navigation
import Testing

struct ValueRedirectTests {
  static var draft: PluginDraft {
    var app = PluginDraft("app")
    app.links("app://")
    app.links("https://app.example")
    app.links("https://*.app.example")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.route("/films/:id", screen: "Film") { $0.query = [("from", .string, true)] }
    app.redirect("/open", to: ":url") { $0.query = [("url", .string, false)] }
    app.redirect("/maybe", to: ":url") { $0.query = [("url", .string, true)] }
    app.redirect("/via/:url(.*)", to: ":url")
    app.redirect("/short/:id", to: "/open?url=/films/:id")
    var terms = RouteDraft(path: "/terms")
    terms.presentation = .outside
    app.routes.append(terms)
    return app
  }

  /// The link, and what it opens: a screen with its values, or the reason of its refusal.
  static let rows: [(link: String, answer: String)] = [
    ("/open?url=/films/7", "Film 7"), ("app://open?url=app://films/7", "Film 7"),
    ("app://open?url=https://app.example/films/7?from=mail", "Film 7 mail"),
    ("app://open?url=https%3A%2F%2Fapp.example%2Ffilms%2F7%3Ffrom%3Da%2526b", "Film 7 a&b"),
    ("app://open?url=HTTPS://APP.example:443/films/7", "Film 7"),
    ("app://open?url=https://m.app.example/films/7", "Film 7"),
    ("app://open?x=1&url=/films/7&from=mail&url=//elsewhere.example", "Film 7"),
    ("app://via/films/7", "malformed"), ("app://via/https://app.example/films/7", "Film 7"),
    ("app://via/https://app.example/films/7?from=mail", "Film 7 mail"),
    ("app://via/https:%2F%2Fapp.example%2Ffilms%2F7", "Film 7"), ("/short/7", "Film 7"),
    ("app://open?url=app://open?url=/films/7", "Film 7"),
    ("app://open?url=/terms", "browser"), ("/open?url=/nowhere", "not-found"),
    // Never elsewhere.
    ("app://open?url=https://elsewhere.example/films/7", "foreign"),
    ("app://open?url=//elsewhere.example/films/7", "foreign"),
    ("app://open?url=%2F%2Fapp.example/films/7", "foreign"),
    ("app://open?url=///films/7", "foreign"),
    ("app://open?url=http://app.example/films/7", "foreign"),
    ("app://open?url=https://app.example:8443/films/7", "foreign"),
    ("app://open?url=https://app.example./films/7", "foreign"),
    ("app://open?url=https://app.example.elsewhere.example/films/7", "foreign"),
    ("app://open?url=https://elsewhereapp.example/films/7", "foreign"),
    ("app://open?url=https:/app.example/films/7", "foreign"),
    ("app://open?url=https:app.example", "foreign"),
    ("app://open?url=javascript:alert(1)", "foreign"),
    ("app://open?url=JavaScript://app.example/%250aalert(1)", "malformed"),
    ("app://open?url=javascript://app.example/films/7", "foreign"),
    ("app://open?url=data:text/html,x", "foreign"),
    ("app://open?url=mailto:a@app.example", "foreign"),
    ("app://open?url=https://app.example@elsewhere.example/films/7", "malformed"),
    ("app://open?url=https://app.example%2540elsewhere.example/films/7", "malformed"),
    ("app://open?url=https://elsewhere.example%5C.app.example/films/7", "malformed"),
    ("app://open?url=%5C%5Celsewhere.example", "malformed"),
    ("app://open?url=/%5Celsewhere.example/films/7", "malformed"),
    ("app://open?url=/%09/elsewhere.example", "malformed"),
    ("app://open?url=%20https://app.example", "malformed"),
    ("app://open?url=https%253A%252F%252Felsewhere.example", "malformed"),
    ("app://open?url=https://app.example%252Eelsewhere.example/films/7", "malformed"),
    ("app://open?url=/../films/7", "malformed"),
    ("app://open?url=/%252E%252E/films/7", "malformed"),
    ("app://open?url=films/7", "malformed"), ("app://open?url=", "malformed"),
    ("app://maybe", "malformed"), ("app://maybe?url=/films/7", "Film 7"),
    ("app://open?url=app://open?url=app://open?url=//elsewhere.example", "foreign"),
  ]

  @Test(arguments: rows)
  func `a value is opened as a link of this app only`(_ row: (link: String, answer: String)) throws
  {
    let definition = try AppDefinition(plugins: [Self.draft])
    var answer: String
    do throws(Refusal) {
      let found = try definition.resolve(row.link)
      let values = definition.values(of: found.route, given: found.values).map(\.value)
      switch definition[found.route].target {
      case .screen(let screen):
        answer = ([definition[screen].name] + values).joined(separator: " ")
      default: answer = "browser"
      }
    } catch {
      answer = error.reason
    }
    #expect(answer == row.answer)
  }

  @Test func `the steps through values are redirects`() throws {
    let definition = try AppDefinition(plugins: [Self.draft])
    let found = try definition.resolve("/short/7?x=1")
    #expect(found.hops.map(\.link) == ["/open?url=/films/7", "/films/7"])
    #expect(found.query == [])
    let foreign = "https://elsewhere.example/"
    #expect(throws: Refusal.foreign(link: foreign)) {
      try definition.resolve("/open?url=" + foreign)
    }
  }

  @Test func `a value that leads back is a loop`() {
    var app = Self.draft
    app.redirect("/again/:id", to: "/open?url=/again/:id")
    do throws(DiagnosticList) {
      _ = try AppDefinition(plugins: [app])
      Issue.record("no error")
    } catch {
      #expect(error.diagnostics.map(\.code) == [.redirectLoop])
    }
  }

  @Test func `values within values are followed up to the limit of redirects`() throws {
    let definition = try AppDefinition(plugins: [Self.draft])
    var link = "/films/7"
    for count in 1...9 {
      link = "/open?" + QueryItem(name: "url", value: link).encoded
      if count <= 8 {
        #expect(try definition.resolve(link).hops.count == count)
      } else {
        #expect(throws: Refusal.self) { try definition.resolve(link) }
      }
    }
  }

  @Test func `a path in a value stays under the base of its link`() throws {
    var hidden = PluginDraft("hidden")
    hidden.links("hidden://")
    hidden.route("/secret", screen: "Secret")
    let definition = try AppDefinition(plugins: [Self.draft, hidden])
    #expect(throws: Refusal.notFound(link: "/secret")) {
      try definition.resolve("app://open?url=/secret")
    }
    _ = try definition.resolve("/open?url=/secret")
  }

  @Test(arguments: [ValueType.int, .uint, .number, .bool, .uuid, .date, .slug])
  func `a value that is never a link is refused`(type: ValueType) {
    var app = Self.draft
    app.redirect("/number", to: ":url") { $0.query = [("url", type, false)] }
    do throws(DiagnosticList) {
      _ = try AppDefinition(plugins: [app])
      Issue.record("no error")
    } catch {
      #expect(error.diagnostics.map(\.code) == [.routeParameter])
    }
  }
}
