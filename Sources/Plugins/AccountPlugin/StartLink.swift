/// The destinations of a start screen.
enum StartLink {
  /// For a user who is not logged in.
  static let login = "/login"
  /// For a user who is logged in.
  static let main = "/library"
}
