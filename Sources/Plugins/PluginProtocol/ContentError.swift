public import Diagnostics

/// A value that does not follow docs/plugins.md. A place is written like `content.rows[2].title`.
public enum ContentError: Diagnostic, Hashable {
  /// A value of another type than `wanted`.
  case wrongType(place: String, wanted: String)
  /// A missing member.
  case missing(place: String, key: String)
  /// A member that the protocol does not define.
  case unknownKey(place: String, key: String, nearest: String?)
  /// A state other than loading, ready and failed.
  case unknownState(place: String, text: String)
  /// Content with both `rows` and `sections`.
  case rowsTwice(place: String)

  /// `plugin/content`
  public var code: DiagnosticCode { .pluginContent }

  /// What is wrong.
  public var message: String {
    switch self {
    case .wrongType(let place, let wanted): "'\(place)' is not \(wanted)"
    case .missing(let place, let key): "'\(place)' has no '\(key)'"
    case .unknownKey(let place, let key, let nearest):
      "'\(place)' has an unknown member '\(String(key.prefix(shownCharactersMax)))'"
        + (nearest.map { ": did you mean '\($0)'?" } ?? "")
    case .unknownState(let place, let text):
      "'\(place)' is '\(String(text.prefix(shownCharactersMax)))', not loading, ready or failed"
    case .rowsTwice(let place): "'\(place)' has both 'rows' and 'sections'"
    }
  }

  /// What to do.
  public var advice: String? { "See the messages in docs/plugins.md." }
}

private let shownCharactersMax = 80
