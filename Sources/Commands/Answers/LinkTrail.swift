import Links
import Navigation

/// The links that a link is redirected to, one after another, whatever becomes of the last: of a
/// link that opens nothing, `resolve` tells no hops.
struct LinkTrail {
  /// The links, in order; empty if no redirect takes the first.
  private(set) var hops: [String] = []

  /// Follows a link as `AppDefinition.resolve` does; total.
  init(of text: String, in definition: AppDefinition) {
    var next = try? Link(text)
    var base: Int?
    while let link = next, hops.count <= Navigation.Limits.hopsMax,
      let match = try? definition.table.match(link, under: base),
      case .redirect(let template) = definition.routes[match.route].target
    {
      let hop = Self.target(of: template, match, definition.routes[match.route].parameters)
      hops.append(hop)
      (next, base) = (try? Link(hop), match.base)
    }
  }

  /// The link that a redirect stands for: with the same query items unless it has its own.
  private static func target(
    of template: Template, _ match: RouteMatch, _ parameters: [Parameter]
  ) -> String {
    let text = template.filled { name in
      zip(parameters, match.values).first { sameBytes($0.0.name, name) }.flatMap { found in
        found.1.map { percentEncoded($0, keepingSlashes: found.0.spansSegments) }
      }
    }
    guard !text.utf8.contains(UInt8(ascii: "?")), !match.query.isEmpty else { return text }
    return text + "?" + match.query.map(\.encoded).joined(separator: "&")
  }
}
