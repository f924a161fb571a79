import Screens

/// The view of a view model that decides: it makes no decision but still has to know the links.
@MainActor
final class ObeyingView: Screen, StartDelegate {
  private let viewModel = DecidingViewModel()
  private var answer: (@MainActor (String?) -> Void)?

  init() {
    viewModel.delegate = self
  }

  var content: ScreenContent { Way.viewModel.content }

  func learned(_ facts: SessionFacts) { viewModel.learned(facts) }

  func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
    self.answer = answer
    viewModel.go()
  }

  func showLogin() { answer?(StartLink.login) }

  func showMain() { answer?(StartLink.main) }
}
