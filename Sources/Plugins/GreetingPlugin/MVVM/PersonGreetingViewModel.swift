import Observation

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
