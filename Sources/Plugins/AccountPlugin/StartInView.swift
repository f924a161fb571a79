import Screens

/// The view decides: it knows whether the user is logged in, and every destination.
@MainActor
final class DecidingView: Screen {
  private var isLoggedIn = false

  var content: ScreenContent { Way.view.content }

  func learned(_ facts: SessionFacts) { isLoggedIn = facts.isOpen("login") }

  func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
    answer(isLoggedIn ? StartLink.main : StartLink.login)
  }
}
