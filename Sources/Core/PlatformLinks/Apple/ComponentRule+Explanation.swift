import Diagnostics

extension ComponentRule {
  /// What the rule matches: one clause per part, for people.
  package var explanation: String {
    var clauses = path.map { ["path '\($0.shortened)'"] } ?? []
    switch query {
    case nil: break
    case .text(let pattern)?: clauses.append("query '\(pattern.shortened)'")
    case .items(let items)?:
      clauses += items.map { "query item \(quoted($0.name)) as '\($0.value.shortened)'" }
    }
    if let fragment { clauses.append("fragment '\(fragment.shortened)'") }
    return clauses.isEmpty ? "every link" : list(clauses)
  }

  /// Why parts of a link do not match: one clause per part, for people.
  package func explanation(ofRefusing parts: [Part]) -> String {
    list(parts.map(explanation))
  }

  private func explanation(ofRefusing part: Part) -> String {
    switch part {
    case .path: return "the path is not '\(path?.shortened ?? "")'"
    case .query:
      guard case .text(let pattern)? = query else { return "the query does not match" }
      return "the query is not '\(pattern.shortened)'"
    case .queryItem(let name):
      guard case .items(let items)? = query, let item = items.first(where: { $0.name == name })
      else { return "the query item \(quoted(name)) does not match" }
      return switch item.quantifier {
      case .every: "the query item \(quoted(name)) is not '\(item.value.shortened)'"
      case .some: "no query item \(quoted(name)) is '\(item.value.shortened)'"
      }
    case .fragment: return "the fragment is not '\(fragment?.shortened ?? "")'"
    }
  }
}

extension ComponentRule.Part {
  /// The part of a link, in one word, for programs.
  package var word: String {
    switch self {
    case .path: "path"
    case .query, .queryItem: "query"
    case .fragment: "fragment"
    }
  }
}

extension PartPattern {
  /// The pattern as its file writes it.
  package var source: String { text.map { String(decoding: $0, as: UTF8.self) } ?? description }

  fileprivate var shortened: String { Diagnostics.shortened(source) }
}
