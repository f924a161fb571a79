import Diagnostics
import Navigation
import Screens
import Testing

private final class Blank: Screen {
  var content: ScreenContent { ScreenContent(title: "") }
}

/// A plugin defined by a closure.
private struct Made: Plugin {
  let name: String
  let add: @MainActor (inout PluginRegistry) -> Void

  func register(in registry: inout PluginRegistry) { add(&registry) }
}

@MainActor
struct PluginTests {
  @Test func `duplicate factories and commands are reported with both positions`() throws {
    let first = Made(name: "a") {
      $0.app.stack("home", start: "/")
      $0.app.route("/", screen: "Home")
      $0.screen("Home") { _ in Blank() }
      $0.command("sing", summary: "sing") { _ in .init() }
    }
    let second = Made(name: "b") {
      $0.screen("Home") { _ in Blank() }
      $0.command("sing", summary: "sing") { _ in .init() }
    }
    let loaded = PluginSet([second, first]).loaded()
    #expect(loaded.errors.map(\.code) == [.pluginFactory, .pluginCommand])
    for error in loaded.errors {
      let line = try #require(error.position?.line)
      let other = try #require(error.other?.line)
      #expect(other < line)
    }
  }

  @Test func `unused factories and missing factories are reported`() throws {
    let plugin = Made(name: "a") {
      $0.app.stack("home", start: "/")
      $0.app.route("/", screen: "Home")
      $0.app.route("/plain", screen: "Plain")
      $0.app.screen("Plain") { _ in }
      $0.screen("Hom") { _ in Blank() }
    }
    let loaded = PluginSet([plugin]).loaded()
    let definition = try AppDefinition(plugins: loaded.drafts)
    let errors = loaded.errors(in: definition)
    #expect(
      errors.map(\.message) == [
        "plugin 'a' registers the screen 'Hom', which no route opens: did you mean 'Home'?",
        "the screen 'Home' has no factory: plugin 'a' has others, at "
          + "\(errors[0].position.map(String.init(describing:)) ?? "")",
      ])
  }

  @Test func `a route file can name the plugin that makes its screens`() throws {
    let plugin = Made(name: "a") { $0.screen("Home") { _ in Blank() } }
    let unused = Made(name: "b") { $0.screen("Nowhere") { _ in Blank() } }
    var file = PluginDraft("a")
    file.swift = SourcePosition(file: "a.yaml", line: 3, column: 1)
    file.stack("home", start: "/")
    file.route("/", screen: "Home")
    let loaded = PluginSet([plugin, unused]).loaded(namedBy: [file])
    #expect(loaded.errors.isEmpty)
    let definition = try AppDefinition(plugins: loaded.drafts)
    #expect(loaded.errors(in: definition).isEmpty)
    #expect(loaded.factories.count == 1)
    file.name = "c"
    let missing = PluginSet([plugin, unused]).loaded(namedBy: [file])
    #expect(missing.errors == [.unknown(name: "c", known: ["a", "b"], at: file.swift)])
  }
}
