import PluginHost
import Screens

/// The plugin that `signalbox bench processes` asks: one screen, which is there at once.
struct BenchPlugin: Plugin {
  let name = "bench"

  func register(in registry: inout PluginRegistry) {
    registry.screen("Bench") { BenchScreen($0) }
  }
}

/// Shows the value that it was made of.
final class BenchScreen: Screen {
  let content: ScreenContent

  init(_ request: ScreenRequest) {
    content = ScreenContent(
      title: request["number"] ?? "", sections: [Section(nil, [Row("a row")])])
  }
}

PluginHost.run(BenchPlugin())
