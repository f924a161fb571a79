import Diagnostics

// Values that do not follow docs/plugins.md. A place is written like `content.rows[2].title`.
extension Diagnostic {
  static func wrongType(place: String, wanted: String) -> Diagnostic {
    content("'\(place)' is not \(wanted)")
  }

  static func missing(place: String, key: String) -> Diagnostic {
    content("'\(place)' has no '\(key)'")
  }

  /// A member that the protocol does not define.
  static func unknownKey(place: String, key: String, nearest: String?) -> Diagnostic {
    content(
      "'\(place)' has an unknown member '\(String(key.prefix(shownCharactersMax)))'"
        + (nearest.map { ": did you mean '\($0)'?" } ?? ""))
  }

  static func unknownState(place: String, text: String) -> Diagnostic {
    content(
      "'\(place)' is '\(String(text.prefix(shownCharactersMax)))', not loading, ready or failed")
  }

  static func rowsTwice(place: String) -> Diagnostic {
    content("'\(place)' has both 'rows' and 'sections'")
  }

  private static func content(_ message: String) -> Diagnostic {
    Diagnostic(.pluginContent, message, advice: "See the messages in docs/plugins.md.")
  }
}

private let shownCharactersMax = 80
