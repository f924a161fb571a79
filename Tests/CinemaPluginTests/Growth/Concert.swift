/// A sixth kind of data. This file and the file of its facets are its only code.
struct Concert: Hashable, Sendable {
  let name: String
  let city: String

  static let sample = Concert(name: "Winter Journey", city: "Busan")
}
