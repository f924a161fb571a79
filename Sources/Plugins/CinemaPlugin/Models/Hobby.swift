/// A hobby that is learned in lessons.
struct Hobby: Hashable, Sendable {
  let name: String
  /// Its name in links.
  let slug: String
  let lessonsSeen: Int
  let lessons: Int

  static let sample = Hobby(name: "Pottery", slug: "pottery", lessonsSeen: 2, lessons: 8)
}
