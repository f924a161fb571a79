import Diagnostics
import Links
import Navigation

/// What links from outside can set although nobody vouches for it: items that the signature of
/// their source does not cover, and texts that are links themselves.
struct SourceCheck {
  private let definition: AppDefinition
  /// The sources whose signature covers some items only, each with these.
  private let signed: [(source: Identifier<Source>, items: [String])]

  init(_ definition: AppDefinition) {
    self.definition = definition
    signed = definition.sourceIDs.compactMap { source in
      guard case .signed(let items?) = definition[source].rule else { return nil }
      return (source, items)
    }
  }

  func findings() -> [Diagnostic] {
    let asking = screensThatAsk
    let links = definition.routes.indices.flatMap { index in
      asking.contains(index) ? [] : anyLinks(of: definition.routes[index])
    }
    guard !signed.isEmpty else { return links }
    return links
      + definition.routes.flatMap { route in uncovered(by: route) + changed(by: route) }
  }

  /// The texts of a screen that are called like a link, if links that nobody has signed open it.
  private func anyLinks(of route: Route) -> [Diagnostic] {
    guard case .screen = route.target, !route.isInternal,
      definition.sourceIDs.contains(where: { source in
        source != AppDefinition.inside && !definition.isSigned(source)
          && route.admission?.sources.contains(source) ?? true
      })
    else { return [] }
    return route.parameters.filter { parameter in
      parameter.type == .string && [.path, .query].contains(parameter.place)
        && namesOfLinks.contains(parameter.name.lowercased().filter { $0 != "_" && $0 != "-" })
    }.map { .anyLink($0.name, of: route) }
  }

  /// The routes, by index, whose screens show a link and ask about it.
  private var screensThatAsk: Set<Int> {
    let review = definition.routes.compactMap { $0.admission?.otherwise }
      .filter { $0.names.contains("link") }
      .compactMap { definition.end(ofLink: $0.filled { _ in "a" }) }
    return Set(definition.consentRoutes.union(review).map { $0.index })
  }

  /// The items of a route for signed links that a signature does not cover.
  private func uncovered(by route: Route) -> [Diagnostic] {
    guard let admitted = route.admission?.sources,
      definition.sourceIDs.allSatisfy({ source in
        !admitted.contains(source) || source == AppDefinition.inside || definition.isSigned(source)
      })
    else { return [] }
    return signed.filter { admitted.contains($0.source) }.flatMap { source, items in
      route.parameters.filter { parameter in
        parameter.place == .query && !items.contains { sameBytes($0, parameter.name) }
      }.map {
        .uncoveredItem($0.name, of: route, source: definition[source].name)
      }
    }
  }

  /// The items that a signature covers and to which a redirect gives another value.
  private func changed(by route: Route) -> [Diagnostic] {
    guard case .redirect(let template) = route.target,
      let query = template.text.utf8.firstIndex(of: UInt8(ascii: "?"))
    else { return [] }
    let text = template.text.utf8[template.text.utf8.index(after: query)...]
    let items = text.split(separator: UInt8(ascii: "&")).compactMap {
      keyAndValue(String(decoding: $0, as: UTF8.self))
    }
    return signed.flatMap { source, covered in
      items.filter { name, value in
        covered.contains { sameBytes($0, name) } && !sameBytes(value, ":" + name)
      }.map { .changedItem($0.name, of: route, source: definition[source].name) }
    }
  }
}

/// What links in links are called, in lower case, without `_` and `-`.
private let namesOfLinks: Set = [
  "callback", "callbackurl", "continueurl", "deeplink", "href", "link", "nexturl", "redirect",
  "redirecturi", "redirecturl", "returnto", "returnurl", "successurl", "targeturl", "uri", "url",
  "weburl", "webviewurl",
]

extension Diagnostic {
  fileprivate static func anyLink(_ name: String, of route: Route) -> Self {
    Diagnostic(
      .sourceAnyLink,
      "'\(name)' of '\(route.pattern)' can be any link, such as 'javascript:' or one to another "
        + "host",
      advice: "Write the schemes and hosts that it may have: 'url(https: shop.example)'.",
      severity: .warning, at: route.position)
  }

  fileprivate static func uncoveredItem(
    _ item: String, of route: Route, source: String
  ) -> Self {
    Diagnostic(
      .sourceUncovered,
      "'\(route.pattern)' takes '\(item)' from links of '\(source)', whose signature does not "
        + "cover it: anybody can add it to a signed link",
      advice: "Add it to the 'items' that the app verifies, or remove it from the route.",
      severity: .warning, at: route.position)
  }

  fileprivate static func changedItem(_ item: String, of route: Route, source: String) -> Self {
    Diagnostic(
      .sourceChanged,
      "the redirect of '\(route.pattern)' sets '\(item)', which the signature of '\(source)' "
        + "covers: what opens is not what was signed",
      advice: "Pass the item on as ':\(item)', or leave it out.", severity: .warning,
      at: route.position)
  }
}
