import PluginHost
import Screens

/// The plugin that `signalbox bench processes` measures: one screen, which is ready at once.
struct BenchPlugin: Plugin {
  let name = "bench"

  func register(in registry: inout PluginRegistry) {
    registry.screen("Bench") { BenchScreen($0) }
  }
}

/// Shows the value that it was created with.
final class BenchScreen: Screen {
  let content: ScreenContent

  init(_ request: ScreenRequest) {
    content = ScreenContent(
      title: request["number"] ?? "", sections: [Section(nil, [Row("a row")])])
  }
}

PluginHost.run(BenchPlugin())
