/// A sixth kind of data: this file and the one of its facets are all that it needs.
struct Concert: Hashable, Sendable {
  let name: String
  let city: String

  static let sample = Concert(name: "Winter Journey", city: "Busan")
}
