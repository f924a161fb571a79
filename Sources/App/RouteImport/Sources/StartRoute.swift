import Diagnostics
import Navigation

extension ImportedRoute {
  /// A route that only links from inside open, for a screen that a navigator or graph begins with.
  /// - Parameter owner: The navigator or graph, for the report.
  init(start screen: Located<String>, path: String, of owner: String) {
    var draft = RouteDraft(path: Located(path, at: screen.position))
    draft.screen = screen
    draft.bases = []
    self.init(screen, draft)
    change(
      "\(owner) begins with it, and no link without values opens it, so that it has a path for "
        + "links from inside only")
  }
}

/// A path for such a route: the name of the screen, with a number if another route has the path.
func startPath(of screen: String, isUsed: (String) -> Bool) -> String {
  let words = screen.utf8.map { $0.isLetterOrDigit ? $0.folded : UInt8(ascii: "-") }
  return unused("/" + String(decoding: words, as: UTF8.self), separator: "-", isUsed: isUsed)
}
