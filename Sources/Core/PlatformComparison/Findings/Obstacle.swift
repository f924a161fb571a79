import Diagnostics
import PlatformLinks

/// What the files say about links that do not open the app.
struct Obstacle: Hashable {
  let position: SourcePosition?
  let text: String
  let advice: String
  /// Whether all routes with this obstacle have one cause.
  var isShared = true
  /// The edit that may remove it, at its position.
  var change: Repair.Change?
  /// Whether a filter was found that was probably meant to take the links.
  var isMeant = false

  /// A rule excludes them, perhaps by a trap in its text.
  static func excluded(
    at position: SourcePosition, _ trap: Trap? = nil, _ text: String = ""
  ) -> Self {
    Self(
      position: position, text: "a rule excludes",
      advice: trap?.advice(for: text)
        ?? "Move a rule for these links ahead of it, or allow the code on the route.",
      change: trap?.change(of: text))
  }

  /// No rule or filter matches; the place is that of the app in the file.
  static func unmatched(at position: SourcePosition?) -> Self {
    Self(
      position: position, text: "nothing claims",
      advice: "Add a rule for these links, or allow the code on the route.", isShared: false)
  }

  /// The filter that names their scheme and host lacks an action or categories.
  static func incomplete(_ missing: [AndroidName], at position: SourcePosition) -> Self {
    let names = missing.map { $0.rawValue }.joined(separator: " and ")
    return Self(
      position: position, text: "only a filter without \(names) names the scheme and host of",
      advice: "Add \(names) to the filter.", change: .declare(missing))
  }

  /// The filter that names their scheme and host has a MIME type.
  static func typed(at position: SourcePosition) -> Self {
    Self(
      position: position, text: "only a filter with a MIME type names the scheme and host of",
      advice: "Move the type to a filter of its own: links have none.")
  }

  /// No filter names the scheme and host of the links; the place is that of another one.
  static func unnamed(at position: SourcePosition?) -> Self {
    Self(
      position: position, text: "no filter names the scheme and host of",
      advice: "Add a filter with this scheme and host, or allow the code on the routes.")
  }

  /// A part of the manifest that was probably meant to take them does not.
  static func trapped(_ trap: Trap, _ text: String, at position: SourcePosition) -> Self {
    Self(
      position: position, text: trap == .notBrowsable ? "no browser opens" : "nothing claims",
      advice: trap.advice(for: text), change: trap.change(of: text), isMeant: true)
  }

  /// The activity whose filter takes them, or only names their scheme and host, is disabled or not
  /// exported.
  static func unavailable(at position: SourcePosition, takesLinks: Bool) -> Self {
    Self(
      position: position,
      text: takesLinks
        ? "a disabled or unexported activity takes"
        : "only a disabled or unexported activity names the scheme and host of",
      advice: "Set android:enabled and android:exported to true.", isMeant: takesLinks)
  }
}
