/// Something to learn in lessons.
struct Hobby: Hashable, Sendable {
  let name: String
  /// As links call it.
  let slug: String
  let lessonsSeen: Int
  let lessons: Int

  static let sample = Hobby(name: "Pottery", slug: "pottery", lessonsSeen: 2, lessons: 8)
}

/// It is not `Portrayed`, so that a poster of it does not compile.
extension Hobby: Item, Pictured, Badged, Captioned {
  static let whyNoPoster = "no portrait"

  var key: String { slug }
  var title: String { name }
  var link: String { "/hobbies/\(slug)" }
  var landscape: String { "stills/\(slug).png" }
  var badge: String { "✎" }
  var caption: String { "\(lessonsSeen) of \(lessons) lessons" }
  var progress: Double? { Double(lessonsSeen) / Double(lessons) }
}
