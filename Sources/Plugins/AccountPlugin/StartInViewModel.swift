import Screens

/// The view model decides, and its delegate acts. It knows no links, only that there are two
/// destinations.
@MainActor
final class DecidingViewModel {
  weak var delegate: (any StartDelegate)?
  private var isLoggedIn = false

  func learned(_ facts: SessionFacts) { isLoggedIn = facts.isOpen("login") }

  func go() {
    if isLoggedIn {
      delegate?.showMain()
    } else {
      delegate?.showLogin()
    }
  }
}

/// What the view model requests once it has decided.
@MainActor
protocol StartDelegate: AnyObject {
  func showLogin()
  func showMain()
}

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
