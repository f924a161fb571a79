import Screens

/// The controller of MVC: it is the screen, owns model and view, and stands between them. What is
/// said is decided here, so that nothing of it can be had without the screen.
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
