import Observation
import Screens

/// The controller of MVC: it is the screen, owns model and view, and connects them. It composes the
/// greeting, so that the greeting cannot be tested without the screen.
@MainActor
final class GreetingController: Screen {
  private let person: Person
  private let view = GreetingView()

  init(_ person: Person) {
    self.person = person
    view.onGreet = { [weak self] in self?.greet() }
  }

  var content: ScreenContent { view.content }

  func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
    view.tapped(name)
    answer(nil)
  }

  private func greet() {
    let name = person.fullName
    view.show(name.isEmpty ? "Hello!" : "Hello, \(name)!")
  }
}

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
