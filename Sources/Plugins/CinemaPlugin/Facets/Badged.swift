/// Has a mark that is small enough for a corner.
protocol Badged {
  var badge: String { get }
}
