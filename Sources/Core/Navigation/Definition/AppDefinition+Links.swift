public import Links

/// What a link opens, all redirects followed.
public struct Resolution: Sendable {
  /// The route with a screen, or for the browser.
  public let route: Identifier<Route>
  /// One value per parameter of the route.
  public let values: [String?]
  /// All query items of the link that was matched last.
  public let query: [QueryItem]
  /// The redirects gone through, in order.
  public let hops: [Hop]

  /// One redirect.
  public struct Hop: Hashable, Sendable {
    /// The route that stands for another link.
    public let route: Identifier<Route>
    /// That other link.
    public let link: String
  }
}

extension AppDefinition {
  /// Finds what a link opens.
  /// - Throws: The refusal that `open` would give: malformed, too long, foreign, not found,
  ///   ambiguous, or more than `Limits.hopsMax` redirects.
  public func resolve(_ text: String) throws(Refusal) -> Resolution {
    var hops: [Resolution.Hop] = []
    if let match = table.quickMatch(text) { return try follow(match, &hops) }
    return try follow(try match(try read(text), under: nil), &hops)
  }

  /// Finds what a link of bytes of any kind opens; what is not UTF-8 is malformed.
  /// - Throws: As for a text.
  public func resolve(bytes: ArraySlice<UInt8>) throws(Refusal) -> Resolution {
    var hops: [Resolution.Hop] = []
    if let match = bytes.withUnsafeBytes({ table.quickMatch($0) }) {
      return try follow(match, &hops)
    }
    let link: Link
    do { link = try Link(bytes: Array(bytes)) } catch { throw .unreadable(error) }
    return try follow(try match(link, under: nil), &hops)
  }

  /// The links that a link is redirected to, one after another, whatever becomes of the last: of a
  /// link that opens nothing, `resolve` tells no hops.
  package func hops(of text: String) -> [String] {
    var hops: [Resolution.Hop] = []
    guard let link = try? read(text), let first = try? match(link, under: nil) else { return [] }
    _ = try? follow(first, &hops)
    return hops.map(\.link)
  }

  /// Goes through redirects to what they lead to, and notes them.
  private func follow(
    _ first: RouteMatch, _ hops: inout [Resolution.Hop]
  ) throws(Refusal) -> Resolution {
    var match = first
    while true {
      let route = Identifier<Route>(match.route)
      guard case .redirect(let template) = routes[route.index].target else {
        return Resolution(route: route, values: match.values, query: match.query, hops: hops)
      }
      let text = target(of: template, route: route, match: match)
      hops.append(Resolution.Hop(route: route, link: text))
      guard hops.count <= Limits.hopsMax else {
        throw .redirectLoop(hops: hops.map(\.link))
      }
      if let next = table.quickMatch(text, under: match.base) {
        match = next
      } else {
        match = try self.match(try read(text), under: match.base)
      }
    }
  }

  private func read(_ text: String) throws(Refusal) -> Link {
    do { return try Link(text) } catch { throw .unreadable(error) }
  }

  private func match(_ link: Link, under base: Int?) throws(Refusal) -> RouteMatch {
    do {
      return try table.match(link, under: base)
    } catch {
      switch error {
      case .notFound: throw .notFound(link: link.text)
      case .foreign: throw .foreign(link: link.text)
      case .ambiguous(_, let indices):
        throw .ambiguous(link: link.text, patterns: indices.map { routes[$0].pattern })
      }
    }
  }

  /// The link that a redirect stands for: with the same query items unless the template has its
  /// own. A path is matched under the base of the link that is redirected.
  private func target(of template: Template, route: Identifier<Route>, match: RouteMatch) -> String
  {
    let text = template.filledAsLink(names: self[route].parameters, values: match.values)
    guard !text.utf8.contains(UInt8(ascii: "?")), !match.query.isEmpty else { return text }
    return text + "?" + match.query.map(\.encoded).joined(separator: "&")
  }
}
