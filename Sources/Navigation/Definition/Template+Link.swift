import Links

extension Template {
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
