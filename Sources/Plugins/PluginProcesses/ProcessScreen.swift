import Observation
import Screens

/// A screen provided by a plugin's process.
@Observable
final class ProcessScreen: Screen {
  /// The content; initially loading.
  var content: ScreenContent

  @ObservationIgnored private let process: PluginProcess
  @ObservationIgnored private let number: UInt64

  init(_ request: ScreenRequest, number: UInt64, process: PluginProcess) {
    content = ScreenContent(title: request.described.title, state: .loading)
    self.number = number
    self.process = process
  }

  func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
    process.tap(number, name, answer: answer)
  }

  func learned(_ facts: SessionFacts) {
    process.learn(number, facts)
  }

  func received(_ result: String) {
    process.receive(number, result)
  }

  func close() {
    process.close(number)
  }
}
