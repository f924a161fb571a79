/// Where a start screen leads.
enum StartLink {
  /// For somebody who is not known.
  static let login = "/login"
  /// For somebody who is logged in.
  static let main = "/library"
}
