import Testing

@testable import GreetingPlugin

/// The model: it can be tested by itself in every pattern.
struct PersonTests {
  static let rows = [
    (Person(first: "Ada", last: "Lovelace"), "Ada Lovelace"),
    (Person(first: "", last: "Lovelace"), "Lovelace"),
    (Person(first: "지은", last: ""), "지은"),
    (Person(first: "", last: ""), ""),
  ]

  @Test(arguments: rows)
  func `names that are there are joined`(person: Person, fullName: String) {
    #expect(person.fullName == fullName)
  }
}
