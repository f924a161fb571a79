import Observation
import Screens

/// The presenter of MVP: composes the greeting and has the view show it. It knows the view only as
/// a protocol, which a test can implement.
@MainActor
final class GreetingPresenter {
  private let person: Person
  private weak var display: (any GreetingDisplay)?

  init(_ person: Person, display: any GreetingDisplay) {
    self.person = person
    self.display = display
  }

  func greet() {
    let name = person.fullName
    display?.show(name.isEmpty ? "Hello!" : "Hello, \(name)!")
  }
}

/// What the presenter of MVP requires of a view.
@MainActor
protocol GreetingDisplay: AnyObject {
  func show(_ greeting: String)
}

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
