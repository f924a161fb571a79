import Diagnostics
import Navigation
import TestSupport
import Testing

@testable import Commands

/// What plugins add to the routes of others.
struct ExtensionTests {
  // Goal: a route with a key and a route to which another plugin adds that key are the same.
  // Method: random apps, of which some keys move to another plugin; the definitions are compared.
  @Test(arguments: seeds(400)) func `an added key is as good as one of the route`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let whole = RandomApp.draft(&random)
    var (split, other) = (whole, PluginDraft("other"))
    for index in split.routes.indices where split.routes[index].screen != nil {
      var added = RouteDraft(path: split.routes[index].path)
      func move<Value>(_ value: inout Value, to added: inout Value) {
        if Bool.random(using: &random) { swap(&value, &added) }
      }
      move(&split.routes[index].coordinator, to: &added.coordinator)
      move(&split.routes[index].presentation, to: &added.presentation)
      move(&split.routes[index].gates, to: &added.gates)
      move(&split.routes[index].parents, to: &added.parents)
      move(&split.routes[index].params, to: &added.params)
      move(&split.routes[index].query, to: &added.query)
      move(&split.routes[index].values, to: &added.values)
      move(&split.routes[index].repeatPolicy, to: &added.repeatPolicy)
      move(&split.routes[index].allow, to: &added.allow)
      other.extensions.append(added)
    }
    #expect(result(of: [split, other]) == result(of: [whole, PluginDraft("other")]))
    #expect(result(of: [other, split]) == result(of: [split, other]))
  }

  /// What an app does, or its errors without their places.
  private func result(of plugins: [PluginDraft]) -> [String] {
    do throws(DiagnosticList) {
      return [try AppDefinition(plugins: plugins).behaviourFingerprint]
    } catch {
      return error.diagnostics.map(\.message).sorted()
    }
  }

  private static var app: PluginDraft {
    var app = PluginDraft("app")
    app.gate("login", challenge: "/login")
    app.stack("root", start: "/")
    app.route("/", screen: "Home")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/a/:id", screen: "A") {
      $0.gates = ["login"]
      $0.params = [("id", .int)]
    }
    app.route("/a/:id", screen: "A") {
      $0.query = [("q", .string, false)]
      $0.name = "search"
    }
    app.redirect("/old", to: "/")
    app.route("/gone", screen: "Home") { $0.name = "gone" }
    return app
  }

  static let faults: [(key: String, change: @Sendable (inout RouteDraft) -> Void, path: String)] = [
    ("has 'screen' already", { $0.screen = "B" }, "/"),
    ("has 'in' already", { $0.coordinator = "root" }, "/in"),
    ("has 'as' already", { $0.presentation = .cover }, "/login"),
    ("has 'name' already", { $0.name = "x" }, "/gone"),
    ("has 'id' in 'params' already", { $0.params = [("id", .uint)] }, "/a/:id"),
    ("opens no screen, so that only its links can be added to", { $0.gates = ["login"] }, "/old"),
  ]

  @Test(arguments: faults.indices) func `nothing of a route is replaced`(index: Int) {
    let row = Self.faults[index]
    var (app, other) = (Self.app, PluginDraft("other"))
    app.route("/in", screen: "Home") {
      $0.coordinator = "root"
      $0.name = "in"
    }
    var added = RouteDraft(path: Located(row.path, at: nil))
    row.change(&added)
    other.extensions = [added]
    #expect(result(of: [app, other]) == ["route '\(row.path)' \(row.key)"])
  }

  @Test func `a gate is added to every route with the path`() throws {
    var other = PluginDraft("other")
    var added = RouteDraft(path: "/a/:id")
    added.gates = ["login"]
    other.extensions = [added]
    let definition = try AppDefinition(plugins: [Self.app, other])
    let routes = definition.routes.filter { $0.pattern == "/a/:id" }
    #expect(routes.count == 2 && routes.allSatisfy { !$0.gates.isEmpty })
  }

  @Test func `a path that only the plugin itself has, or none, is an error`() {
    var (app, other) = (Self.app, PluginDraft("other"))
    app.extensions = [RouteDraft(path: "/")]
    other.extensions = [RouteDraft(path: "/a/:name"), RouteDraft(path: "/a/:name")]
    other.omitted = ["/none"]
    #expect(
      result(of: [app, other]) == [
        "no other plugin has a route with the path '/'",
        "no other plugin has a route with the path '/a/:name'",
        "no other plugin has a route with the path '/none'",
        "route '/a/:name' is declared twice",
      ])
  }

  @Test func `paths that could not be read are reported by their reader alone`() {
    var other = PluginDraft("other")
    other.extensions = [RouteDraft(path: ""), RouteDraft(path: "")]
    #expect(result(of: [Self.app, other]) == result(of: [Self.app, PluginDraft("other")]))
  }

  @Test func `an omitted route is not there, and its path can be declared anew`() throws {
    var other = PluginDraft("other")
    other.omitted = ["/gone"]
    var definition = try AppDefinition(plugins: [Self.app, other])
    #expect(!definition.routes.contains { $0.pattern == "/gone" })
    other.route("/gone", screen: "Here")
    definition = try AppDefinition(plugins: [Self.app, other])
    #expect(definition.routes.filter { $0.pattern == "/gone" }.map(\.plugin) == ["other"])
  }

  @Test func `a screen that says nothing can be described elsewhere, once`() throws {
    var (app, other) = (Self.app, PluginDraft("other"))
    app.screens = [ScreenDraft(name: "A")]
    other.screen("A") { $0.title = "One" }
    let definition = try AppDefinition(plugins: [app, other])
    let screen = try #require(definition.screen(named: "A"))
    #expect(definition[screen].title.text == "One")
    app.screens[0].title = "Two"
    #expect(result(of: [app, other]).contains { $0.hasPrefix("screen 'A' is declared twice") })
    other.screens = [ScreenDraft(name: "A")]
    #expect(result(of: [app, other]).count == 1)
    app.screens[0].title = nil
    #expect(result(of: [app, other]) == result(of: [app, PluginDraft("other")]))
  }
}
