import Testing

@testable import GreetingPlugin

/// The model, which can be tested alone in every pattern.
struct PersonTests {
  static let rows = [
    (Person(first: "Ada", last: "Lovelace"), "Ada Lovelace"),
    (Person(first: "", last: "Lovelace"), "Lovelace"),
    (Person(first: "지은", last: ""), "지은"),
    (Person(first: "", last: ""), ""),
  ]

  @Test(arguments: rows)
  func `the names that are present are joined`(person: Person, fullName: String) {
    #expect(person.fullName == fullName)
  }
}
