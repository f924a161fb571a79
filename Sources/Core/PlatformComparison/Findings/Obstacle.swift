import Diagnostics

/// What the files say about links that do not open the app.
struct Obstacle {
  let position: SourcePosition?
  let text: String
  let advice: String

  /// A rule excludes them.
  static func excluded(at position: SourcePosition) -> Self {
    Self(
      position: position, text: "a rule excludes",
      advice: "Move a rule for these links ahead of it, or allow the code on the route.")
  }

  /// No rule or filter matches; the place is that of the app in the file.
  static func unmatched(at position: SourcePosition?) -> Self {
    Self(
      position: position, text: "nothing claims",
      advice: "Add a rule for these links, or allow the code on the route.")
  }

  /// No statement lets the app open links.
  static func notAssociated(at position: SourcePosition?) -> Self {
    Self(
      position: position, text: "assetlinks.json does not let the package open",
      advice: "Add a statement about the package to assetlinks.json.")
  }
}
