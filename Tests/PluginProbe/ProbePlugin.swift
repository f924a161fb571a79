import Observation
import Screens

/// A plugin for tests: `Echo` shows its request, `Late` shows something else a little later.
struct ProbePlugin: Plugin {
  let name = "probe"

  func register(in registry: inout PluginRegistry) {
    registry.screen("Echo") { EchoScreen($0) }
    registry.screen("Late") { _ in LateScreen() }
  }
}

@Observable
final class EchoScreen: Screen {
  private(set) var content: ScreenContent

  init(_ request: ScreenRequest) {
    print("made \(request.screen)")  // What a plugin prints is not a message.
    let values = request.values + request.query
    content = ScreenContent(
      title: request.link, sections: [Section(nil, values.map { Row($0.name, subtitle: $0.text) })],
      taps: [ScreenTap("home", "/"), ScreenTap("ask"), ScreenTap("count")])
  }

  func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
    if name == "count" { content.title += "!" }
    answer(name == "ask" ? "/asked" : nil)
  }
}

@Observable
final class LateScreen: Screen {
  private(set) var content = ScreenContent(title: "Late", state: .loading)

  init() {
    Task {
      try await Task.sleep(for: .milliseconds(50))
      content.state = .ready
    }
  }
}
