import Diagnostics
import Links
package import RouteProofs

extension Template {
  /// The pieces of a link of a route's screen, with names resolved to parameter indices. Unknown
  /// names are left out.
  package func target(of route: Route) -> [TargetPiece] {
    pieces.flatMap { piece -> [TargetPiece] in
      switch piece {
      case .text(let text): return [.text(text)]
      case .parameter(let name):
        if let index = route.parameters.firstIndex(where: { sameBytes($0.name, name) }) {
          return [.value(index)]
        }
        // A fixed value is itself a template.
        let fixed = route.fixedValues.first { sameBytes($0.name, name) }?.text
        return (fixed?.pieces ?? []).compactMap { piece in
          switch piece {
          case .text(let text): .text(percentEncoded(text, keepingSlashes: false))
          case .parameter(let name):
            route.parameters.firstIndex { sameBytes($0.name, name) }.map { .value($0) }
          }
        }
      }
    }
  }

  /// Fills in percent-encoded values; those of repeated parameters and wildcards keep their
  /// slashes, the query its separators. A value in the query adds no item to it.
  func filledAsLink(names: [Parameter], values: [String?]) -> String {
    if let fixedText { return fixedText }
    var result = ""
    var isInQuery = false
    for piece in pieces {
      switch piece {
      case .text(let text):
        result += text
        isInQuery = isInQuery || text.utf8.contains(UInt8(ascii: "?"))
      case .parameter(let name):
        guard let index = names.firstIndex(where: { sameBytes($0.name, name) }),
          index < values.count, let value = values[index]
        else { continue }
        // A query is encoded already.
        guard names[index].place != .part(.query) else {
          result += value
          continue
        }
        result += percentEncoded(
          value, keepingSlashes: names[index].spansSegments, inQuery: isInQuery)
      }
    }
    return result
  }
}
