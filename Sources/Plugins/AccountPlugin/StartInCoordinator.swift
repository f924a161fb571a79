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

/// The events that the view model reports: what happened, not what should follow.
@MainActor
protocol StartOutput: AnyObject {
  func wantsToGo()
}

/// A view model that only reports events. It knows neither the session's state nor any destination.
@MainActor
final class ReportingViewModel {
  weak var output: (any StartOutput)?

  func go() { output?.wantsToGo() }
}

/// A view that draws and forwards taps to its view model.
@MainActor
struct ReportingView {
  let viewModel: ReportingViewModel

  var content: ScreenContent { Way.coordinator.content }

  func tapped() { viewModel.go() }
}
