import Observation
import Screens

/// The view of MVP: it is the screen, and passive. It forwards taps and shows what it is given.
@MainActor
@Observable
final class PresentedGreeting: Screen, GreetingDisplay {
  @ObservationIgnored var presenter: GreetingPresenter?
  private var greeting: String?

  var content: ScreenContent { greetingContent(pattern: "MVP", greeting: greeting) }

  func show(_ greeting: String) { self.greeting = greeting }

  func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
    if name == "greet" { presenter?.greet() }
    answer(nil)
  }
}
