public import Diagnostics

/// Why a value is not what the protocol says. Places are written as in `content.rows[2].title`.
public enum ContentError: Diagnostic, Hashable {
  /// Something else is wanted there.
  case wrongType(place: String, wanted: String)
  /// A member is missing.
  case missing(place: String, key: String)
  /// A member that means nothing there.
  case unknownKey(place: String, key: String, nearest: String?)
  /// A state that is not loading, ready or failed.
  case unknownState(place: String, text: String)
  /// Rows stand both by themselves and in sections.
  case rowsTwice(place: String)

  /// `plugin/content`
  public var code: DiagnosticCode { .pluginContent }

  /// What is wrong.
  public var message: String {
    switch self {
    case .wrongType(let place, let wanted): "'\(place)' is not \(wanted)"
    case .missing(let place, let key): "'\(place)' has no '\(key)'"
    case .unknownKey(let place, let key, let nearest):
      "'\(place)' has a member '\(String(key.prefix(shownCharactersMax)))'"
        + (nearest.map { ": did you mean '\($0)'?" } ?? ", which means nothing there")
    case .unknownState(let place, let text):
      "'\(place)' is '\(String(text.prefix(shownCharactersMax)))', not loading, ready or failed"
    case .rowsTwice(let place): "'\(place)' has both 'rows' and 'sections'"
    }
  }

  /// What to do.
  public var advice: String? { "See the messages in docs/plugins.md." }
}

private let shownCharactersMax = 80
