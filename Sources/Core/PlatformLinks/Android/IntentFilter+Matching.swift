extension IntentFilter {
  /// Whether the filter takes a link that a browser or another app opens: with the action `VIEW`,
  /// the category `BROWSABLE`, and `DEFAULT`, which `startActivity` adds.
  package func decision(on url: AndroidURL) -> FilterDecision {
    guard has(.view, in: actions) else { return .refuses(.action) }
    let missing = missingCategories
    guard missing.isEmpty else { return .refuses(.categories(missing)) }
    return dataDecision(on: url)
  }

  /// The categories of a link that the filter lacks.
  package var missingCategories: [AndroidName] {
    [.defaultCategory, .browsable].filter { !has($0, in: categories) }
  }

  /// Whether the filter has the action `VIEW`.
  package var hasViewAction: Bool { has(.view, in: actions) }

  private func has(_ name: AndroidName, in texts: [LocatedText]) -> Bool {
    let bytes = name.bytes
    return texts.contains { $0.text == bytes }
  }

  /// Whether the `<data>` elements of the filter match a link, regardless of action and categories.
  package func dataDecision(on url: AndroidURL) -> FilterDecision {
    if let type = mimeTypes.first { return .refuses(.mimeType(at: type.position)) }
    guard !schemes.isEmpty else { return .refuses(.noScheme) }
    guard let scheme = schemes.firstIndex(where: { $0.matcher.matches(url.scheme ?? []) }) else {
      return .refuses(.scheme)
    }
    let part = schemeSpecificParts.firstIndex { $0.matcher.matches(url.schemeSpecificPart) }
    if let part {
      return .takes(
        FilterMatch(level: .schemeSpecificPart, scheme: scheme, schemeSpecificPart: part))
    }
    guard !authorities.isEmpty else {
      return schemeSpecificParts.isEmpty
        ? .takes(FilterMatch(level: .scheme, scheme: scheme)) : .refuses(.schemeSpecificPart)
    }
    switch authority(of: url) {
    case .success(let authority): return pathDecision(on: url, scheme: scheme, authority: authority)
    case .failure(let refusal): return .refuses(refusal.reason)
    }
  }

  /// Whether the filter would take links with the scheme and host of a link, if it had their
  /// action, categories and no MIME type.
  package func names(_ url: AndroidURL) -> Bool {
    var filter = self
    filter.mimeTypes = []
    return switch filter.dataDecision(on: url) {
    case .takes, .refuses(.path), .refuses(.blocked): true
    case .refuses: false
    }
  }

  /// The first authority that matches, or why none does.
  private func authority(of url: AndroidURL) -> Result<Int, AuthorityRefusal> {
    guard let host = url.host else { return .failure(AuthorityRefusal(reason: .host)) }
    let candidates = authorities.indices.filter { authorities[$0].host.matches(host) }
    let match = candidates.first { index in
      authorities[index].port.map { $0 == url.port } ?? true
    }
    if let match { return .success(match) }
    return .failure(
      AuthorityRefusal(
        reason: candidates.isEmpty ? .host : .port(candidates.map { authorities[$0] })))
  }

  private func pathDecision(on url: AndroidURL, scheme: Int, authority: Int) -> FilterDecision {
    guard !paths.isEmpty || !groups.isEmpty else {
      let level: FilterMatch.Level = authorities[at: authority]?.port == nil ? .host : .port
      return .takes(FilterMatch(level: level, scheme: scheme, authority: authority))
    }
    var match = FilterMatch(level: .path, scheme: scheme, authority: authority)
    if let path = url.path {
      match.path = paths.firstIndex { $0.matcher.matches(path) }
      if match.path != nil { return .takes(match) }
    }
    guard let group = groups.firstIndex(where: { $0.matches(url) }) else {
      return .refuses(.path)
    }
    guard groups[group].allows else { return .refuses(.blocked(group: group)) }
    match.group = group
    return .takes(match)
  }
}

private struct AuthorityRefusal: Error {
  let reason: FilterRefusal
}

extension RelativeFilterGroup {
  package func matches(_ url: AndroidURL) -> Bool {
    !matchers.isEmpty && matchers.allSatisfy { $0.matches(url) }
  }
}

extension RelativeFilterGroup.Matcher {
  /// Whether the part matches; an absent part never does.
  package func matches(_ url: AndroidURL) -> Bool {
    switch part {
    case .path: url.path.map { data.matcher.matches($0) } ?? false
    case .query: url.queryItems.contains { data.matcher.matches($0) }
    case .fragment: url.fragment.map { data.matcher.matches($0) } ?? false
    }
  }
}
