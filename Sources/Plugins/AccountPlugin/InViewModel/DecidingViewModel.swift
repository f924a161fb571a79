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
