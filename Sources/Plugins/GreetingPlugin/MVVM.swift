import Observation
import Screens

/// The state and actions that the view of MVVM binds to.
@MainActor
protocol GreetingViewModel: AnyObject {
  /// The greeting; `nil` before the first one.
  var greeting: String? { get }

  func greet()
}

/// The view model of MVVM: holds the displayed state and knows no view.
@MainActor
@Observable
final class PersonGreetingViewModel: GreetingViewModel {
  private(set) var greeting: String?
  private let person: Person

  init(_ person: Person) {
    self.person = person
  }

  func greet() {
    let name = person.fullName
    greeting = name.isEmpty ? "Hello!" : "Hello, \(name)!"
  }
}

/// The view of MVVM: it is the screen, shows the view model's state, and is read again when that
/// changes.
@MainActor
final class BoundGreeting: Screen {
  private let viewModel: any GreetingViewModel

  init(_ viewModel: any GreetingViewModel) {
    self.viewModel = viewModel
  }

  var content: ScreenContent {
    greetingContent(pattern: "MVVM", greeting: viewModel.greeting)
  }

  func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
    if name == "greet" { viewModel.greet() }
    answer(nil)
  }
}
