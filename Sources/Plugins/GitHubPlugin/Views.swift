import Screens

/// The view: observes the outputs and calls the inputs, which return nothing.
@MainActor
final class RootScreen: Screen {
  private let inputs: any RootInputs
  private let outputs: any RootOutputs

  init(_ viewModel: any RootViewModel) {
    inputs = viewModel.inputs
    outputs = viewModel.outputs
    inputs.opened()
  }

  var content: ScreenContent {
    var content = ScreenContent(title: "GitHub")
    if outputs.isLoading { content.state = .loading }
    if let text = outputs.currentUserText {
      let endpoints = outputs.endpoints.map { Row($0.name, subtitle: $0.address) }
      content.sections = [Section(nil, [Row(text)]), Section("API", endpoints)]
    }
    if let failure = outputs.failure {
      content.state = .failed(message: failure)
      content.taps = [ScreenTap("retry")]
    }
    content.taps.append(ScreenTap("swift", "/github/swiftlang/swift"))
    return content
  }

  func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
    if name == "retry" { inputs.retried() }
    answer(nil)
  }

  func close() { inputs.closed() }
}
