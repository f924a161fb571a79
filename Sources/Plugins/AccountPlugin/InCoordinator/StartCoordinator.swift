import Screens

/// The coordinator decides: it connects view and view model, receives events, and is the only type
/// that knows the session's facts and the links. For Signalbox it is the screen.
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
