import Screens

/// The coordinator decides: it puts view and view model together, hears what happened, and alone
/// knows who is there and the places. It is the screen towards Signalbox.
@MainActor
final class StartCoordinator: Screen, StartOutput {
  private let viewModel = ReportingViewModel()
  private let view: ReportingView
  private var isLoggedIn = false
  private var answer: (@MainActor (String?) -> Void)?

  init() {
    view = ReportingView(viewModel: viewModel)
    viewModel.output = self
  }

  var content: ScreenContent { view.content }

  func learned(_ facts: SessionFacts) { isLoggedIn = facts.isOpen("login") }

  func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
    self.answer = answer
    view.tapped()
  }

  func wantsToGo() { answer?(isLoggedIn ? StartLink.main : StartLink.login) }
}
