/// The facets of a hobby. It has no portrait, so a view that requires one does not compile with it.
extension Hobby: Item, Pictured, Badged, Captioned {
  var key: String { slug }
  var title: String { name }
  var link: String { "/hobbies/\(slug)" }
  var landscape: String { "stills/\(slug).png" }
  var badge: String { "✎" }
  var caption: String { "\(lessonsSeen) of \(lessons) lessons" }
  var progress: Double? { Double(lessonsSeen) / Double(lessons) }
}
