import Diagnostics
import Navigation
import RouteFiles
import Testing

@testable import RouteImport

/// The writer of route files.
struct RouteFileTextTests {
  /// A declaration of each key that a route file can have for gates, coordinators and routes.
  static let text = """
    signalbox: 1
    plugin: app
    links: [app://]
    caseSensitive: false

    gates:
      login: { challenge: /login }
      paid: { challenge: /buy, requires: login, keep: 5000ms }

    coordinators:
      root: { kind: tabs, children: [home, more], back: history }
      home: { kind: stack, start: / }
      more: { kind: stack, start: /more, gates: [login, paid] }

    routes:
      - { path: /, screen: Home, name: start, in: home, repeat: push }
      - { path: /more, screen: More, in: more }
      - path: /sign-up
        screen: SignUp
        guests: login
        else: '/items/1?from=:at'
        query: { at: string }
      - path: /items/:id
        screen: Item
        params: { id: int }
        query: { page: 'int?!', sort: '[new, old]?!', t: '(\\d+)?!', q: 'string?', n: number }
        parts: [scheme, host, query]
        values: { heading: 'Item :id' }
        links: [other://, 'https://shop.example']
        as: sheet
        parents: [/]
        gates: [login, paid]
        allow: [tap/refused]
      - { path: /old, redirect: /more }
      - { path: /web, as: outside }
    """

  /// The routes and the rest, without places.
  private func shown(_ text: String) throws -> [String] {
    let (plugin, errors) = RouteFolder.parse(Array(text.utf8), file: "app.yaml")
    let draft = try #require(plugin, "\(errors)")
    #expect(errors.isEmpty, "\(errors)")
    let routes = draft.routes.map { route in
      var route = route
      route.move(to: SourcePosition(file: "", line: 1, column: 1))
      route.allow = route.allow.map { Located($0.value, at: nil) }
      return String(reflecting: route)
    }
    let rest =
      (draft.gates.map { String(reflecting: $0) }
      + draft.coordinators.map { String(reflecting: $0) })
      .map { $0.replacing(/SourcePosition\([^)]*\)/, with: "") }
    return routes + rest
  }

  @Test func `what is written is read as the same`() throws {
    let (plugin, _) = RouteFolder.parse(Array(Self.text.utf8), file: "app.yaml")
    let draft = try #require(plugin)
    let settled = SettledImport(
      plugin: draft, routes: draft.routes.map { ImportedRoute($0.path, $0) }, remarks: [])
    let written = RouteFileText.text(of: settled)
    let (before, after) = (try shown(Self.text), try shown(written))
    #expect(before.count == 11 && before == after, "\(written)")
    #expect(before[2].contains("guests: Optional(") && before[3].contains("\"sort\", \"t\""))
  }
}
