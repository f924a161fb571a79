import Diagnostics
import PlatformLinks

/// The settings of a component or a `defaults` object; `nil` where less specific defaults apply.
struct ComponentDraft {
  /// The value of `?`.
  enum Query {
    case text([UInt8])
    case items([(name: [UInt8], value: [UInt8])])
    /// Switched off by a value that is not a text.
    case off
  }

  var path: [UInt8]?
  var query: Query?
  var fragment: [UInt8]?
  var isExcluded: Bool?
  var isCaseSensitive: Bool?
  var isPercentEncoded: Bool?

  /// These settings over defaults: the nearest wins, key by key.
  func over(_ defaults: ComponentDraft) -> ComponentDraft {
    ComponentDraft(
      path: path ?? defaults.path, query: query ?? defaults.query,
      fragment: fragment ?? defaults.fragment, isExcluded: isExcluded ?? defaults.isExcluded,
      isCaseSensitive: isCaseSensitive ?? defaults.isCaseSensitive,
      isPercentEncoded: isPercentEncoded ?? defaults.isPercentEncoded)
  }

  /// The rule. Faults of its patterns were reported where they are written.
  func rule(_ variables: Glob.Variables, at position: SourcePosition) -> ComponentRule {
    let isCaseSensitive = isCaseSensitive ?? true
    let isDecoded = !(isPercentEncoded ?? true)
    func glob(_ text: [UInt8]) -> Glob {
      var faults: [Glob.Fault] = []
      return Glob(
        parsing: text, variables: variables, isCaseSensitive: isCaseSensitive, faults: &faults)
    }
    func pattern(_ text: [UInt8]) -> PartPattern {
      PartPattern(glob(text), isDecoded: isDecoded, text: text)
    }
    let queryPattern: QueryPattern? =
      switch query {
      case .text(let text)?: .text(pattern(text))
      case .items(let items)?:
        .items(
          items.map { name, value in
            ItemPattern(
              name: name, value: pattern(value), quantifier: .every,
              isCaseSensitive: isCaseSensitive)
          })
      case .off?, nil: nil
      }
    return ComponentRule(
      path: path.map {
        PartPattern(glob($0).trimmed, isDecoded: isDecoded, trimsSlashes: true, text: $0)
      },
      query: queryPattern, fragment: fragment.map(pattern), isExcluded: isExcluded ?? false,
      at: position)
  }
}
