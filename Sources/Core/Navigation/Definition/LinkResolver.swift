public import Links

/// Resolves links: matches them, follows redirects and reports refusals. One per thread.
///
/// Owns the scratch memory of `RouteTable.match`; resolves nearly all links without allocating.
package final class LinkResolver {
  /// What a link opens.
  package enum Answer: Sendable {
    /// A route that opens without a redirect and takes all its values from the link. The values
    /// stay in the resolver's memory until the next link.
    case direct(FlatMatch)
    /// A route with copied values.
    case resolved(Resolution)
    /// The link belongs to the app, but no route matches it.
    case notFound
    /// The link is under no base of the app.
    case foreign
    /// The link is refused, after these redirects.
    case refused(Refusal, hops: [Resolution.Hop])
  }

  private let definition: AppDefinition
  // Not read through the definition, which would count references for every link: `resolve -` then
  // takes a third longer.
  private let table: RouteTable
  private let isDirect: [Bool]
  private let scratch = MatchScratch()

  package init(_ definition: AppDefinition) {
    self.definition = definition
    table = definition.table
    isDirect = definition.isDirect
  }

  package func answer(_ link: UnsafeRawBufferPointer) -> Answer {
    let match = table.match(link, scratch)
    switch match {
    case .found(let found) where isDirect[found.route]: return .direct(found)
    case .notFound: return .notFound
    case .foreign: return .foreign
    default: break
    }
    var hops: [Resolution.Hop] = []
    do {
      let facts = LinkFacts(source: AppDefinition.outside)
      return .resolved(try definition.follow(match, of: link, given: facts, scratch, &hops))
    } catch {
      return .refused(error, hops: hops)
    }
  }

  /// Calls `body` with each value of a direct answer: the parameter's index and the decoded bytes,
  /// which are valid during the call.
  @inline(__always)
  package func forEachValue(
    of match: FlatMatch, _ body: (_ parameter: Int, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    table.forEachValue(of: match, scratch, body)
  }

  /// The query of the last direct answer; valid until the next link.
  package var query: RawQuery { scratch.query }
}

extension AppDefinition {
  /// Resolves a link.
  ///
  /// - Parameters:
  ///   - open: The open gates, which decide only about routes for guests.
  ///   - source: Where the link comes from; `nil` if every route opens it whatever its source.
  /// - Throws: The refusal of `open`: malformed, too long, foreign, not found, ambiguous, or more
  ///   than `Limits.hopsMax` redirects; forbidden by its route, for guests only, or from a source
  ///   that its route does not open.
  public func resolve(
    _ text: String, given open: GateSet = GateSet(), from source: Identifier<Source>? = nil
  ) throws(Refusal) -> Resolution {
    var text = text
    var hops: [Resolution.Hop] = []
    var refusal: Refusal?
    let found = text.withUTF8 {
      resolve(
        UnsafeRawBufferPointer($0), given: LinkFacts(open: open, source: source), &hops, &refusal)
    }
    guard let found else { throw refusal ?? .notFound(link: text) }
    return found
  }

  /// Resolves a link from outside, of arbitrary bytes, and returns the redirects followed even if
  /// it is refused.
  package func resolution(
    of link: UnsafeRawBufferPointer
  ) -> (result: Result<Resolution, Refusal>, hops: [Resolution.Hop]) {
    var hops: [Resolution.Hop] = []
    var refusal: Refusal?
    let found = resolve(link, given: LinkFacts(source: Self.outside), &hops, &refusal)
    return (found.map { .success($0) } ?? .failure(refusal ?? .notFound(link: "")), hops)
  }

  /// Returns `nil` and sets `refusal` if the link is refused. Not a `Result`, which every link
  /// would copy twice.
  private func resolve(
    _ link: UnsafeRawBufferPointer, given facts: LinkFacts, _ hops: inout [Resolution.Hop],
    _ refusal: inout Refusal?
  ) -> Resolution? {
    var found: Resolution?
    MatchScratch.withTemporary { scratch in
      do throws(Refusal) {
        found = try follow(table.match(link, scratch), of: link, given: facts, scratch, &hops)
      } catch {
        refusal = error
      }
    }
    return found.take()
  }

  /// Follows redirects to the final route, which must admit the link: not refuse all, nor be one
  /// for links from inside only.
  ///
  /// - Parameter first: The match of the link itself.
  fileprivate func follow(
    _ first: LinkMatch, of link: UnsafeRawBufferPointer, given facts: LinkFacts,
    _ scratch: borrowing MatchScratch, _ hops: inout [Resolution.Hop]
  ) throws(Refusal) -> Resolution {
    let found = try end(first, of: link, given: facts, scratch, &hops)
    let index = found.route.index
    let text = { String(decoding: link, as: UTF8.self) }
    if case .nothing = routes[index].target {
      throw .forbidden(link: hops.last?.link ?? text(), pattern: routes[index].pattern)
    }
    if routes[index].isInternal, let source = facts.source, source != Self.inside {
      throw .forbidden(link: text(), pattern: routes[index].pattern, isInternal: true)
    }
    return found
  }

  /// The route where a link ends after redirects to links of the definition: it can refuse the
  /// link, or redirect to a value; `nil` if no route matches.
  package func end(ofLink text: String) -> Identifier<Route>? {
    var text = text
    var found: Identifier<Route>?
    var hops: [Resolution.Hop] = []
    text.withUTF8 { bytes in
      let link = UnsafeRawBufferPointer(bytes)
      MatchScratch.withTemporary { scratch in
        let end = try? end(
          table.match(link, scratch), of: link, given: LinkFacts(), scratch, &hops,
          followsValues: false)
        found = end?.route
      }
    }
    return found
  }

  /// Follows redirects to the final route, and appends them to `hops`.
  ///
  /// - Parameter followsValues: Whether links that are values are followed too.
  private func end(
    _ first: LinkMatch, of link: UnsafeRawBufferPointer, given facts: LinkFacts,
    _ scratch: borrowing MatchScratch, _ hops: inout [Resolution.Hop], followsValues: Bool = true
  ) throws(Refusal) -> Resolution {
    var found = first
    var source = facts.source
    while true {
      let match: RouteMatch
      switch found {
      case .found(let flat): match = table.routeMatch(flat, scratch)
      case .read(let read): match = read
      case .unreadable(let error): throw .unreadable(error)
      case .notFound, .foreign, .refused:
        throw refusal(found, of: hops.last?.link ?? String(decoding: link, as: UTF8.self))
      }
      let route = Identifier<Route>(match.route)
      var text: String
      var used: [String] = []
      func target(of template: Template, link: String? = nil) -> String {
        used = template.names
        return self.target(of: template, route: route, match: match, link: link)
      }
      switch routes[route.index].target {
      case .screen where source.map { !routeSources[route.index].contains($0) } ?? false:
        let current = hops.last?.link ?? String(decoding: link, as: UTF8.self)
        guard let template = routes[route.index].admission?.otherwise else {
          throw wrongSource(of: current, source, to: route)
        }
        text = target(of: template, link: current)
      case .screen where isShut(route, while: facts.open):
        let current = hops.last?.link ?? String(decoding: link, as: UTF8.self)
        guard let guests = routes[route.index].guests, let template = guests.otherwise else {
          throw shut(route, to: current)
        }
        text = target(of: template, link: routes[route.index].admission.map { _ in current })
      case .screen, .browser, .nothing:
        return Resolution(route: route, content: match.content, hops: hops, source: source)
      case .value where !followsValues:
        return Resolution(route: route, content: match.content, hops: hops, source: source)
      case .value(let parameter):
        used = [routes[route.index].parameters[parameter].name]
        text = self.link(in: parameter, of: route, match: match)
      case .redirect(let template): text = target(of: template)
      }
      if let known = source, !covers(used, of: route, from: known) { source = Self.outside }
      hops.append(Resolution.Hop(route: route, link: text))
      guard hops.count <= Limits.hopsMax else { throw .redirectLoop(hops: hops.map { $0.link }) }
      if case .value = routes[route.index].target { try checkIsOwn(text) }
      found = text.withUTF8 {
        table.match(UnsafeRawBufferPointer($0), scratch, under: match.base)
      }
    }
  }

  /// The refusal of a link to a route for guests of an open gate.
  private func shut(_ route: Identifier<Route>, to link: String) -> Refusal {
    let gate = routes[route.index].guests.map { self[$0.gate].name } ?? ""
    return .guestsOnly(link: link, pattern: routes[route.index].pattern, gate: gate)
  }

  /// The refusal of a link from a source that its route does not open.
  private func wrongSource(
    of link: String, _ source: Identifier<Source>?, to route: Identifier<Route>
  ) -> Refusal {
    .source(
      link: link, pattern: routes[route.index].pattern, from: source.map { self[$0].name } ?? "",
      admitted: names(of: routeSources[route.index]))
  }

  /// Whether the signature of a link from a source covers the values of a route that its redirect
  /// uses; true for a source without signatures. The path is always covered.
  private func covers(
    _ names: [String], of route: Identifier<Route>, from source: Identifier<Source>
  ) -> Bool {
    guard case .signed(_?) = self[source].rule else { return true }
    return names.allSatisfy { name in
      let parameter = self[route].parameters.first { sameBytes($0.name, name) }
      return switch parameter?.place {
      case .query: self[source].covers(item: name)
      case .part(.query): false
      case .path, .part, nil: true
      }
    }
  }

  private func refusal(_ match: LinkMatch, of link: String) -> Refusal {
    switch match {
    case .foreign: .foreign(link: link)
    case .refused(.ambiguous(_, let indices)):
      .ambiguous(link: link, patterns: indices.map { routes[$0].pattern })
    default: .notFound(link: link)
    }
  }

  /// The link that a redirect leads to. A path is matched under the base of the link that is
  /// redirected.
  ///
  /// - Parameter link: The value of `:link`, unless a parameter has the name; `nil` if none has it.
  private func target(
    of template: Template, route: Identifier<Route>, match: RouteMatch, link: String?
  ) -> String {
    let names = self[route].parameters
    guard let link else {
      return withQuery(
        of: match, template.filledAsLink(names: names, values: match.values),
        keepsOthers: template.keepsOtherItems)
    }
    let text = template.filledAsLink(
      names: names + [Self.linkParameter], values: match.values + [link])
    return withQuery(of: match, text, keepsOthers: template.keepsOtherItems)
  }

  /// A link under `else` of a route with `from` has this parameter, too.
  static let linkParameter = Parameter(
    name: "link", type: .string, isOptional: false, place: .path)

  /// The link that a value contains. The query after a value in the path belongs to that link; a
  /// link in the query has its own query.
  private func link(
    in parameter: Int, of route: Identifier<Route>, match: RouteMatch
  ) -> String {
    let text = match.values[parameter] ?? ""
    return self[route].parameters[parameter].place == .path ? withQuery(of: match, text) : text
  }

  /// Refuses a link that is neither a path nor under a base of this app, so that a value never
  /// leads elsewhere. A link that begins with `//` names a host (RFC 3986 §4.2).
  private func checkIsOwn(_ text: String) throws(Refusal) {
    let link: Link
    do { link = try Link(text) } catch { throw .unreadable(error) }
    let isOwn =
      text.utf8.first == UInt8(ascii: "/")
      ? !text.utf8.starts(with: "//".utf8) : table.isUnderOwnBase(link)
    guard isOwn else { throw .foreign(link: text) }
  }

  /// A target with the items of the redirected link, unless it has a query of its own; if it keeps
  /// others, with those that it does not set.
  private func withQuery(
    of match: RouteMatch, _ text: String, keepsOthers: Bool = false
  ) -> String {
    let target = Array(text.utf8.dropLast(keepsOthers ? 2 : 0))
    // The query ends where the fragment begins, or belongs to the route in it.
    let hash = target.firstIndex(of: UInt8(ascii: "#")) ?? target.endIndex
    let part = hasRoute(inFragmentOf: target, hash) ? target[hash...] : target[..<hash]
    let mark = part.firstIndex(of: UInt8(ascii: "?"))
    guard keepsOthers || mark == nil else { return text }
    let own = part[(mark ?? part.endIndex)...].dropFirst().withUnsafeBufferPointer {
      RawQuery($0).items
    }
    let others = match.query.filter { item in !own.contains { sameBytes($0.name, item.name) } }
      .map { $0.encoded }.joined(separator: "&")
    guard !others.isEmpty else { return String(decoding: target, as: UTF8.self) }
    let isJoined = part.last.map("?&".utf8.contains) ?? false
    return String(decoding: target[..<part.endIndex], as: UTF8.self)
      + (mark == nil ? "?" : isJoined ? "" : "&") + others
      + String(decoding: target[part.endIndex...], as: UTF8.self)
  }

  /// Whether a base says that the fragment of a link is its route.
  private func hasRoute(inFragmentOf target: [UInt8], _ hash: Int) -> Bool {
    guard hash < target.endIndex, let link = try? Link(bytes: target) else { return false }
    return table.bases.contains { $0.shape.fragmentPrefix != nil && $0.shape.path(of: link) != nil }
  }
}

/// What decides what a link opens, apart from its text.
private struct LinkFacts {
  var open = GateSet()
  /// `nil` if every route opens the link whatever its source.
  var source: Identifier<Source>?
}

/// What a link opens after all redirects.
public struct Resolution: Sendable {
  /// A route with a screen, or one for the browser.
  public let route: Identifier<Route>
  package let content: LinkContent
  /// The redirects that were followed, in order.
  public let hops: [Hop]
  /// Where the link comes from: `outside` once a redirect has used an item that the signature does
  /// not cover; `nil` if it was not asked for.
  public let source: Identifier<Source>?

  /// One value for each parameter of the route.
  public var values: [String?] { content.values }
  /// All query items of the final link.
  public var query: [QueryItem] { content.query }

  /// One redirect.
  public struct Hop: Hashable, Sendable {
    /// The route that redirects.
    public let route: Identifier<Route>
    /// The link that it redirects to.
    public let link: String
  }
}
