import Commands
import Diagnostics
import FileAccess
import Navigation
import ProgramSupport
import Screens
import TestSupport
import Testing

@testable import signalbox

/// Route files that name Swift plugins, loaded as in the program.
@MainActor
struct SwiftPluginTests {
  private struct Shop: Plugin {
    let name = "shop"

    func register(in registry: inout PluginRegistry) {
      registry.screen("Home") { _ in Greeting() }
      registry.command("sell", summary: "sell something") { _ in .init(["sold"]) }
    }
  }

  private final class Greeting: Screen {
    var content: ScreenContent {
      ScreenContent(title: "Shop", sections: [Section("Fruit", [Row("Apple", badge: "★")])])
    }
  }

  private static let file = """
    signalbox: 1
    plugin: shop
    swift: true
    coordinators: { home: { kind: stack, start: / } }
    routes: [{ path: /, screen: Home }]

    """

  @Test func `a file's screens are created by the plugin with its name`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("shop.yaml", Self.file)
    let app = try App.load([folder.path], plugins: PluginSet([Shop()])).get()
    var interpreter = Interpreter(app)
    var workspace = interpreter.workspace()
    #expect(interpreter.run("expect row 1 ★ Apple", on: &workspace).failure == nil)
    #expect(interpreter.run("sell", on: &workspace).text == "sold\n")
    var runner = ScriptRunner(app)
    runner.run(Array("expect show Fruit\nsell\n".utf8), path: "s.nav")
    #expect(runner.report.failures == 0)
  }

  @Test func `an unknown plugin is reported with its position`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("shop.yaml", Self.file)
    guard case .failure(let faults) = App.load([path], plugins: PluginSet()) else {
      Issue.record("nothing is wrong")
      return
    }
    #expect(
      faults.diagnostics.map(\.summary) == [
        "\(path):3:1: error[plugin/unknown]: no Swift plugin is called 'shop'. Remove 'swift'; "
          + "this program has no Swift plugins."
      ])
  }
}
