import Diagnostics

extension FilterDecision {
  /// What decided: one clause per part, for people.
  package func explanation(of filter: IntentFilter) -> String {
    switch self {
    case .takes(let match): match.explanation(of: filter)
    case .refuses(let refusal): refusal.explanation(of: filter)
    }
  }
}

extension FilterMatch {
  fileprivate func explanation(of filter: IntentFilter) -> String {
    var parts: [String] = []
    if let scheme = filter.schemes[at: scheme] {
      parts.append("scheme \(quoted(scheme.matcher.text))")
    }
    if let part = schemeSpecificPart.flatMap({ filter.schemeSpecificParts[at: $0] }) {
      parts.append("scheme-specific part \(part.matcher.description)")
    }
    if let authority = authority.flatMap({ filter.authorities[at: $0] }) {
      parts.append("host \(quoted(authority.host.text))")
      if let port = authority.port { parts.append("port \(port)") }
    }
    if let path = path.flatMap({ filter.paths[at: $0] }) {
      parts.append("path \(path.matcher.description)")
    }
    if let group = group.flatMap({ filter.groups[at: $0] }) {
      parts.append("the group at \(group.position)")
    }
    return parts.joined(separator: ", ")
  }
}

extension FilterRefusal {
  fileprivate func explanation(of filter: IntentFilter) -> String {
    switch self {
    case .action: return "the filter lacks the action \(AndroidName.view.rawValue)"
    case .categories(let missing):
      let names = missing.map { $0.rawValue }.joined(separator: " and ")
      return "the filter lacks the \(missing.count == 1 ? "category" : "categories") \(names)"
    case .mimeType(let position):
      return "the filter takes only data with the MIME type at \(position), and links have none"
    case .noScheme: return "the filter has no scheme"
    case .scheme: return "the scheme is none of \(list(filter.schemes.map { $0.matcher.text }))"
    case .host: return "the host is none of \(list(filter.authorities.map { $0.host.text }))"
    case .port(let authorities):
      let ports = authorities.compactMap { $0.port }.map { String($0) }
      return "the port is not \(ports.joined(separator: " or "))"
    case .path:
      guard !filter.paths.isEmpty else { return "no group matches" }
      let rest = filter.groups.isEmpty ? "" : ", and no group matches"
      return "the path matches none of \(list(filter.paths.map { $0.matcher }))\(rest)"
    case .blocked(let group):
      let place = filter.groups[at: group].map { " at \($0.position)" } ?? ""
      return "the group\(place) refuses the link"
    case .schemeSpecificPart:
      return "the text after the scheme matches none of "
        + list(filter.schemeSpecificParts.map { $0.matcher })
    }
  }
}

extension AndroidTextMatcher: CustomStringConvertible {
  /// The kind and the text, as in `prefix '/a'`.
  package var description: String { "\(kind.words) \(quoted(text))" }
}

extension AndroidTextMatcher.Kind {
  /// The kind in words.
  fileprivate var words: String {
    switch self {
    case .literal: "literal"
    case .prefix: "prefix"
    case .suffix: "suffix"
    case .simpleGlob: "pattern"
    case .advancedGlob: "advanced pattern"
    }
  }
}

/// A text in quotation marks, shortened if it is long.
func quoted(_ text: [UInt8]) -> String {
  "'\(shortened(String(decoding: text, as: UTF8.self)))'"
}

private func list(_ texts: [[UInt8]]) -> String { list(texts.map(quoted)) }

private func list(_ matchers: [AndroidTextMatcher]) -> String {
  list(matchers.map { $0.description })
}

/// The first alternatives, and the number of the others.
func list(_ items: [String]) -> String { listed(items, max: 5) }
