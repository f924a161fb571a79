// The example of docs/plugins.md, word for word.
import Screens

struct Notes: Plugin {
  let name = "notes"

  func register(in registry: inout PluginRegistry) {
    registry.screen("Note") { request in NoteScreen(number: request["id"] ?? "") }
  }
}

final class NoteScreen: Screen {
  let content: ScreenContent

  init(number: String) {
    content = ScreenContent(title: "Note \(number)", taps: [ScreenTap("close", "back")])
  }
}
