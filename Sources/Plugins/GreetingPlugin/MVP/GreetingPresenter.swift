/// The presenter of MVP: decides what is said, and tells the view to show it. It knows the view as
/// a protocol, which a test can stand in for.
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
