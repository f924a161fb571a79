/// What a link opens, as `RouteTable.match(_:_:under:)` returns it. The rare cases are indirect, so
/// that it is returned in registers: in memory, a lookup takes 5 ns longer.
package enum LinkMatch: Sendable {
  /// A route. Its values are in the scratch memory until the next lookup.
  case found(FlatMatch)
  /// A route, found by the tree.
  indirect case read(RouteMatch)
  /// The link is one of the app's, and no route accepts it.
  case notFound
  /// The link is under no base.
  case foreign
  indirect case unreadable(LinkError)
  /// The link is ambiguous.
  indirect case refused(MatchError)

  /// The route that the link opens.
  @inlinable package var route: Int? {
    switch self {
    case .found(let match): match.route
    case .read(let match): match.route
    case .notFound, .foreign, .unreadable, .refused: nil
    }
  }
}

extension RouteTable {
  /// Finds the route that a link of any bytes opens.
  ///
  /// The flat table answers nearly all links and allocates nothing; the tree answers the rest.
  ///
  /// - Parameter base: For an in-app path: only routes under this base (an index of `bases`),
  ///   as when a link under it is redirected to the path.
  /// - Complexity: O(bytes of the link) in tables without regular expressions.
  package func match(
    _ link: UnsafeRawBufferPointer, _ scratch: borrowing MatchScratch, under base: Int? = nil
  ) -> LinkMatch {
    var steps = 0
    return match(link, scratch, under: base, stepsLeft: &steps)
  }

  /// The same.
  ///
  /// - Parameter stepsLeft: Reduced by the work of the tree (`match(_:under:stepsLeft:)`).
  @inline(__always)
  package func match(
    _ link: UnsafeRawBufferPointer, _ scratch: borrowing MatchScratch, under base: Int? = nil,
    stepsLeft: inout Int
  ) -> LinkMatch {
    let found = flat.find(link, scratch.memory, under: base)
    if found.isClear { return .found(found) }
    if found.isNotFound { return .notFound }
    return settle(found, link, scratch.memory, base, &stepsLeft)
  }

  /// The answer for a link that the flat table alone cannot decide.
  @inline(never)
  private func settle(
    _ found: FlatMatch, _ link: UnsafeRawBufferPointer, _ scratch: LinkScratch, _ base: Int?,
    _ stepsLeft: inout Int
  ) -> LinkMatch {
    if found.isForeign { return .foreign }
    if let match = found.clear, flat.hasClearValues(match, scratch) {
      return .found(match)
    }
    do throws(LinkError) {
      let link = try Link(bytes: Array(link))
      do throws(MatchError) {
        return .read(try match(link, under: base, stepsLeft: &stepsLeft))
      } catch {
        switch error {
        case .notFound: return .notFound
        case .foreign: return .foreign
        case .ambiguous: return .refused(error)
        }
      }
    } catch {
      return .unreadable(error)
    }
  }

  /// Finds the route of a path that is known to be well formed: ASCII, without escapes, query,
  /// empty or dot segments, at most 64 segments. For benchmarks against routers that accept only
  /// such paths.
  package func match(
    path: UnsafeRawBufferPointer, _ scratch: borrowing MatchScratch
  ) -> LinkMatch {
    let found = flat.find(path: path, scratch.memory)
    if found.isClear { return .found(found) }
    if found.isNotFound { return .notFound }
    var steps = 0
    return settle(found, path, scratch.memory, nil, &steps)
  }

  /// Calls `body` with each value of a match, decoded, in the order of parameters: the parameter's
  /// index, and bytes that are valid during the call. An absent query item has no call.
  @inline(__always)
  package func forEachValue(
    of match: FlatMatch, _ scratch: borrowing MatchScratch,
    _ body: (_ parameter: Int, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    flat.forEachValue(of: match, scratch.memory, body)
  }

  /// A match with its values copied from the scratch memory.
  package func routeMatch(
    _ match: FlatMatch, _ scratch: borrowing MatchScratch
  ) -> RouteMatch {
    let content = LinkContent(query: scratch.query.bytes) { writer in
      forEachValue(of: match, scratch) { writer.add($1, at: $0) }
      writer.addAbsent(to: routes[match.route].parameterCount)
    }
    return RouteMatch(route: match.route, content: content, base: match.base)
  }
}
