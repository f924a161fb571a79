import Screens

/// The view model decides, and has its delegate carry it out. It knows no place in the app, but it
/// knows that there are two.
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
