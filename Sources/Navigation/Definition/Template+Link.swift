package import Links

extension Template {
  /// The template as pieces of a link, its names as indices of a route's parameters. A name that
  /// the route does not have is replaced by nothing.
  package func target(parameters: [Parameter]) -> [TargetPiece] {
    pieces.compactMap { piece in
      switch piece {
      case .text(let text): .text(text)
      case .parameter(let name):
        parameters.firstIndex { sameBytes($0.name, name) }.map { .value($0) }
      }
    }
  }

  /// The template as a link: values are percent-encoded, those of a repeated parameter or a
  /// wildcard keep their slashes.
  package func filledAsLink(names: [Parameter], values: [String?]) -> String {
    filled { name in
      guard let index = names.firstIndex(where: { sameBytes($0.name, name) }),
        index < values.count, let value = values[index]
      else { return nil }
      return percentEncoded(value, keepingSlashes: names[index].spansSegments)
    }
  }
}
