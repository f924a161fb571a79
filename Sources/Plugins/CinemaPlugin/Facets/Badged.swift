/// Has a badge small enough for a corner.
protocol Badged {
  var badge: String { get }
}
