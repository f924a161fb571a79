import Observation
import Screens

/// The view of MVC: draws what it is given, and calls back when its button is tapped. It knows
/// neither model nor controller.
@MainActor
@Observable
final class GreetingView {
  @ObservationIgnored var onGreet: (@MainActor () -> Void)?
  private var greeting: String?

  var content: ScreenContent { greetingContent(pattern: "MVC", greeting: greeting) }

  func show(_ greeting: String) { self.greeting = greeting }

  func tapped(_ name: String) {
    if name == "greet" { onGreet?() }
  }
}
