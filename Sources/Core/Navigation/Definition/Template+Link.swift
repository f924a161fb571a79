import Links
package import RouteProofs

extension Template {
  /// The template as pieces of a link of a route's screen, its names as indices of the route's
  /// parameters. A name that the route does not have is replaced by nothing.
  package func target(of route: Route) -> [TargetPiece] {
    pieces.flatMap { piece -> [TargetPiece] in
      switch piece {
      case .text(let text): return [.text(text)]
      case .parameter(let name):
        if let index = route.parameters.firstIndex(where: { sameBytes($0.name, name) }) {
          return [.value(index)]
        }
        // A value that the route gives besides is a template itself.
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

  /// The template as a link: values are percent-encoded, those of a repeated parameter or a
  /// wildcard keep their slashes.
  func filledAsLink(names: [Parameter], values: [String?]) -> String {
    filled { name in
      guard let index = names.firstIndex(where: { sameBytes($0.name, name) }),
        index < values.count, let value = values[index]
      else { return nil }
      return percentEncoded(value, keepingSlashes: names[index].spansSegments)
    }
  }
}
