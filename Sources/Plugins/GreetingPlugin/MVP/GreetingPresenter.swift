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
