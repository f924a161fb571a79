/// A film.
struct Film: Hashable, Sendable {
  let id: Int
  let name: String
  let year: Int
  /// In years.
  let ageMin: Int

  static let sample = Film(id: 42, name: "Night Train", year: 2024, ageMin: 12)
}
