import Screens

/// The view of MVVM: it is the screen, shows the view model's state, and is read again when that
/// changes.
@MainActor
final class BoundGreeting: Screen {
  private let viewModel: any GreetingViewModel

  init(_ viewModel: any GreetingViewModel) {
    self.viewModel = viewModel
  }

  var content: ScreenContent {
    greetingContent(pattern: "MVVM", greeting: viewModel.greeting)
  }

  func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
    if name == "greet" { viewModel.greet() }
    answer(nil)
  }
}
