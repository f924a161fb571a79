package import Diagnostics

/// Whether a filter takes a link, and what decided.
package enum FilterDecision: Sendable, Hashable {
  case takes(FilterMatch)
  case refuses(FilterRefusal)

  package var isTaken: Bool {
    if case .takes = self { true } else { false }
  }
}

/// The parts of a filter that match a link: the first that does of each kind.
package struct FilterMatch: Sendable, Hashable {
  /// The most specific part that took part, as Android ranks matches.
  package enum Level: String, Sendable, Hashable, CaseIterable {
    case scheme, schemeSpecificPart, host, port, path
  }

  /// The rank of the match.
  package var level: Level
  /// An index of `IntentFilter.schemes`.
  package var scheme: Int
  /// An index of `IntentFilter.schemeSpecificParts`; `nil` if hosts and paths decided.
  package var schemeSpecificPart: Int?
  /// An index of `IntentFilter.authorities`; `nil` if the filter has none.
  package var authority: Int?
  /// An index of `IntentFilter.paths`.
  package var path: Int?
  /// An index of `IntentFilter.groups`; only if no path matches.
  package var group: Int?

  /// The place of what matches after the scheme and host; `nil` if the filter takes every path.
  package func partPosition(in filter: IntentFilter) -> SourcePosition? {
    path.flatMap { filter.paths[at: $0] }?.position
      ?? group.flatMap { filter.groups[at: $0] }?.position
      ?? schemeSpecificPart.flatMap { filter.schemeSpecificParts[at: $0] }?.position
  }

  /// The places of the matching parts, from the scheme to the path.
  package func positions(in filter: IntentFilter) -> [SourcePosition] {
    [
      filter.schemes[at: scheme]?.position,
      schemeSpecificPart.flatMap { filter.schemeSpecificParts[at: $0] }?.position,
      authority.flatMap { filter.authorities[at: $0] }?.position,
      path.flatMap { filter.paths[at: $0] }?.position,
      group.flatMap { filter.groups[at: $0] }?.position,
    ].compactMap { $0 }
  }
}

/// The first part of a filter that refuses a link, in the order of the cases.
package enum FilterRefusal: Sendable, Hashable {
  /// The action `VIEW`, which opens links, is missing.
  case action
  /// Categories that every link from a browser needs are missing.
  case categories([AndroidName])
  /// The filter has a MIME type, and links have none.
  case mimeType(at: SourcePosition)
  /// The filter has no scheme, so that its hosts and paths are ignored.
  case noScheme
  /// No scheme equals that of the link.
  case scheme
  /// No host matches, and neither does a scheme-specific part.
  case host
  /// Hosts match, but with other ports.
  case port([DataAuthority])
  /// Neither a path nor a group matches.
  case path
  /// No path matches, and a group with `allow="false"` does.
  case blocked(group: Int)
  /// There are only scheme-specific parts, and none matches.
  case schemeSpecificPart

  /// The part, in one word, for programs.
  package var part: String {
    switch self {
    case .action: "action"
    case .categories: "category"
    case .mimeType: "mimeType"
    case .noScheme, .scheme: "scheme"
    case .host: "host"
    case .port: "port"
    case .path: "path"
    case .blocked: "group"
    case .schemeSpecificPart: "schemeSpecificPart"
    }
  }
}

/// Names that decide whether a filter takes links.
package enum AndroidName: String, Sendable, Hashable, CaseIterable {
  case view = "android.intent.action.VIEW"
  case defaultCategory = "android.intent.category.DEFAULT"
  case browsable = "android.intent.category.BROWSABLE"

  /// The name, in UTF-8.
  package var bytes: [UInt8] { Array(rawValue.utf8) }
}

extension Array {
  /// The element at an index; `nil` outside of the array.
  subscript(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
